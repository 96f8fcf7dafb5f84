import { createServer } from 'node:http'
import { Book } from '../orders/book'
import { Callbacks } from '../callbacks/callbacks'
import { publicKeyProblem } from '../signing/check-oauth'
import { systemClock } from '../clock'
import { Deliveries, uploadedIn } from '../callbacks/deliveries'
import { answerRequest, notOffered, parsePath, readForm } from './gateway'
import { answerVisit } from '../issuer/issuer'
import { readyMerchant } from './merchant'
import { sendMarkup, sendPage, sendReply } from './reply'
import type { ReplyContext } from './reply'
import { receiptAt, receiptPath } from './routes/receipt'
import { answerBackDoor } from './routes/simulator'
import { plantSeeds } from '../seeds/seeds'
import { emptyState } from '../orders/state'
import { NoStateStore, StateFile } from '../orders/state-file'
import { movesOrder, Switches } from '../scenarios/switches'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../clock'
import type { BackDoor } from './routes/simulator'
import type { Merchant, RebillControl } from './merchant'

export interface SimulatorOptions {
  /** 0 lets the system choose. */
  port?: number
  /** Path before `/api/v2`, "/paynet" unless given. */
  prefix?: string
  /** Secret first path segment, so that other programs of the machine cannot find the simulator. */
  pathToken?: string
  /**
   * Base address by which clients reach the simulator through a proxy, such as "https://gateway.example/paynet".
   * Its path may be left out when it is the simulator's own.
   */
  publicUrl?: string
  /** Divides every duration. */
  speed?: number
  rebillControl?: RebillControl
  /** File that keeps orders and tokens; without it they are gone at the end. */
  statePath?: string
  /** Public part of the merchant's RSA key in PEM, registered before the start. */
  publicKey?: string
  clock?: Clock
  merchant?: Merchant
  withSeeds?: boolean
  warn?: (message: string) => void
}

/** What a client needs to know to use the simulator. */
export interface Announcement {
  /** Prefix and path token included; the public address when there is one. */
  baseUrl: string
  endpointId: string
  groupId: string
  login: string
  controlKey: string
}

export interface Simulator {
  announcement: Announcement
  /** The port that it listens on, which a proxy in front needs. */
  port: number
  /** Closes every connection and the port; what was accepted is saved. A second call does nothing more. */
  stop(): Promise<void>
}

const loopbackAddress = '127.0.0.1'
// Two texts of 64k characters, each of three bytes in UTF-8, each byte as `%XX`: the largest request of the interface.
const maxBodyBytes = 2 * 1024 * 1024
// Longer than the gap between two polls, else a poll meets a connection that is just being closed.
const keepAliveMs = 75_000

interface Shop extends BackDoor {
  clock: Clock
  speed: number
  basePath: string
  port: () => number
  /** Undefined when no proxy stands in front. */
  publicUrl: string | undefined
  /** Prefix and path token included; the public address when there is one. */
  baseUrl: () => string
  warn: (message: string) => void
}

/** Starts the stand-in gateway on the loopback address. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const shop = await openShop(options)
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    serve(shop, request, response).catch((error: unknown) => {
      shop.warn(`Request failed: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else sendPage(response, 500)
    })
  })
  shop.port = () => (server.address() as AddressInfo).port
  await listen(server, options.port ?? 0)
  shop.callbacks.start()
  const { login, controlKey, endpoints, groups } = shop.merchant
  let stopped: Promise<void> | undefined
  return {
    announcement: {
      baseUrl: shop.baseUrl(),
      endpointId: endpoints[0]?.id ?? '',
      groupId: groups[0]?.id ?? '',
      login,
      controlKey,
    },
    port: shop.port(),
    stop: () => (stopped ??= stop(server, shop)),
  }
}

async function openShop(options: SimulatorOptions): Promise<Shop> {
  const { clock = systemClock, speed = 1, warn = () => undefined, merchant = readyMerchant } = options
  const store = options.statePath === undefined ? new NoStateStore() : new StateFile(options.statePath, warn)
  const kept = await store.load()
  const book = new Book(kept ?? emptyState(), clock, speed)
  if (!kept && options.withSeeds !== false) plantSeeds(book, merchant, clock.nowMs())
  if (options.publicKey !== undefined) {
    const problem = publicKeyProblem(options.publicKey)
    if (problem !== undefined) throw new Error(problem)
    book.state.publicKey = options.publicKey
  }
  const save = () => store.save(book.state)
  await save()
  const basePath = `${options.pathToken ? `/${options.pathToken}` : ''}${options.prefix ?? '/paynet'}`
  const publicUrl = options.publicUrl === undefined ? undefined : publicBase(options.publicUrl, basePath)
  const shop: Shop = {
    merchant: { ...merchant, rebillControl: options.rebillControl ?? merchant.rebillControl },
    book,
    deliveries: new Deliveries(book.state),
    switches: new Switches(),
    callbacks: new Callbacks({ book, merchant, clock, speed, save, warn }),
    clock,
    speed,
    save,
    basePath,
    port: () => 0,
    publicUrl,
    baseUrl: () => publicUrl ?? `http://${hostOf('http:', `${loopbackAddress}:${shop.port()}`)}${basePath}`,
    warn,
  }
  return shop
}

async function serve(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fullPath = fullPathOf(request)
  const path = fullPath.startsWith(`${shop.basePath}/`) ? fullPath.slice(shop.basePath.length) : undefined
  const isBackDoor = path?.startsWith('/simulator/') ?? false
  if (shop.switches.isDown && !isBackDoor) {
    response.destroy()
    return
  }
  // A web page that had its own name pointed at this address would send that name here.
  const calledBase = calledBaseUrl(shop, request.headers.host)
  if (calledBase === undefined) {
    sendPage(response, 421)
    return
  }
  const body = await readBody(request)
  if (body === undefined) {
    response.setHeader('connection', 'close')
    sendPage(response, 413)
    return
  }
  if (path !== undefined && isBackDoor) await serveBackDoor(shop, request, response, path, body)
  else if (path?.startsWith(receiptPath)) serveReceipt(shop, request, response, path)
  else if (path?.startsWith('/issuer/')) await serveIssuer(shop, request, response, path, body)
  else if (path?.startsWith('/api/')) await serveGateway(shop, request, response, { path, calledBase, body })
  else refuseUnknownPath(shop, response, path ?? fullPath)
}

async function serveBackDoor(
  shop: Shop,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: string,
): Promise<void> {
  // Only a web page sends an origin, and no web page has business here.
  const answer =
    request.headers.origin === undefined
      ? await answerBackDoor(shop, request.method ?? '', path, body)
      : undefined
  if (!answer) {
    sendPage(response, 404)
    return
  }
  const text = JSON.stringify(answer.value)
  response.writeHead(answer.httpStatus, { 'content-type': 'application/json;charset=utf-8' }).end(text)
}

async function serveIssuer(
  shop: Shop,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: string,
): Promise<void> {
  const visit = { method: request.method ?? '', path, fields: readForm(body)?.fields }
  const answer = answerVisit(shop, visit)
  if (!answer) {
    sendPage(response, 404)
    return
  }
  await shop.save()
  if (answer.httpStatus === 303) {
    response.writeHead(303, { location: answer.location, 'content-length': 0 }).end()
    return
  }
  if (answer.delayMs !== undefined) await shop.clock.sleep(answer.delayMs)
  sendMarkup(response, answer.page, answer.httpStatus)
}

function serveReceipt(shop: Shop, request: IncomingMessage, response: ServerResponse, path: string): void {
  const page = request.method === 'GET' ? receiptAt(shop.book, path) : undefined
  if (page) sendMarkup(response, page, 200)
  else sendPage(response, 404)
}

async function serveGateway(
  shop: Shop,
  request: IncomingMessage,
  response: ServerResponse,
  { path, calledBase, body }: { path: string; calledBase: string; body: string },
): Promise<void> {
  const target = parsePath(path)
  if (!target) {
    refuseUnknownPath(shop, response, path)
    return
  }
  const atMs = shop.clock.nowMs()
  if (request.method !== 'POST') {
    shop.deliveries.add({ path, atMs, result: 'no-such-path' })
    sendPage(response, 405)
    return
  }
  if (target.kind === 'not-offered') {
    const { fields, reply, result } = notOffered(target.operation, shop.book.nextSerialNumber())
    shop.deliveries.add({ path, atMs, result })
    await sendReply(response, fields, reply, replyContext(shop))
    return
  }
  const { command, entry } = target
  const form = readForm(body)
  const fields = form?.fields
  const forced = shop.switches.takeNext(command)
  const serialNumber = shop.book.nextSerialNumber()
  const answer = answerRequest(shop, {
    command,
    entry,
    form,
    serialNumber,
    forced,
    url: calledBase + path,
    authorization: request.headers.authorization ?? '',
  })
  const clientOrderId = fields?.get('client_orderid') ?? fields?.get('client-order-id')
  shop.deliveries.add({
    path,
    command,
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...(answer.gatewayOrderId === undefined ? {} : { gatewayOrderId: answer.gatewayOrderId }),
    atMs,
    result: answer.result,
    ...uploadedIn(fields),
  })
  // What the answer says must be true after a kill, so it is saved before a byte of the answer leaves.
  if (movesOrder(command) || command.startsWith('create-card-ref')) await shop.save()
  const delayMs = shop.switches.delayMs(command)
  if (delayMs > 0) await shop.clock.sleep(delayMs)
  await sendReply(response, answer.fields, answer.reply, replyContext(shop))
}

function replyContext(shop: Shop): ReplyContext {
  return { clock: shop.clock, speed: shop.speed, elsewhereUrl: `${shop.baseUrl()}/elsewhere` }
}

function refuseUnknownPath(shop: Shop, response: ServerResponse, path: string): void {
  shop.deliveries.add({ path, atMs: shop.clock.nowMs(), result: 'no-such-path' })
  sendPage(response, 404)
}

function fullPathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?')[0] ?? ''
}

/**
 * The base address as the client of a request wrote it, which is what a version 4 request signs.
 * Undefined when the request was meant for another host.
 */
function calledBaseUrl(shop: Shop, host = ''): string | undefined {
  const { publicUrl, basePath } = shop
  if (publicUrl !== undefined) {
    const { protocol, host: publicHost } = new URL(publicUrl)
    if (hostOf(protocol, host) === publicHost) return publicUrl
  }
  const named = hostOf('http:', host)
  const isOwn = [loopbackAddress, 'localhost'].some(
    (name) => hostOf('http:', `${name}:${shop.port()}`) === named,
  )
  return isOwn ? `http://${named}${basePath}` : undefined
}

/** A Host header in its normal form: lower case, and without the port that the protocol has anyway (80, 443). */
function hostOf(protocol: string, host: string): string | undefined {
  const address = `${protocol}//${host}`
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address).host : undefined
}

/** Throws when it is no web address, or one with more than a path. */
function publicBase(publicUrl: string, basePath: string): string {
  const { origin, protocol, pathname, search, hash, username } = new URL(publicUrl)
  if (!/^https?:$/.test(protocol) || search + hash + username !== '')
    throw new Error(`The public address must be a web address without a query: ${publicUrl}`)
  return origin + (pathname === '/' ? basePath : pathname.replace(/\/$/, ''))
}

/** Undefined when the body is larger than any honest request. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let byteLength = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    byteLength += chunk.length
    if (byteLength > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, loopbackAddress, resolve)
  })
}

async function stop(server: Server, shop: Shop): Promise<void> {
  await close(server)
  await shop.callbacks.stop()
  await shop.save()
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
