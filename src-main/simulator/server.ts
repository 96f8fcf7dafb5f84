import { createServer } from 'node:http'
import { Book } from './book'
import { Callbacks } from './callbacks'
import { publicKeyProblem } from './check-oauth'
import { systemClock } from './clock'
import { Deliveries, uploadedIn } from './deliveries'
import { answerRequest, parsePath, readFields } from './gateway'
import { answerVisit } from './issuer/issuer'
import { readyMerchant } from './merchant'
import { sendMarkup, sendPage, sendReply } from './reply'
import { answerBackDoor } from './routes/simulator'
import { plantSeeds } from './seeds'
import { emptyState } from './state'
import { NoStateStore, StateFile } from './state-file'
import { movesOrder, Switches } from './switches'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from './clock'
import type { BackDoor } from './routes/simulator'
import type { Merchant, RebillControl } from './merchant'

export interface SimulatorOptions {
  /** 0 lets the system choose. */
  port?: number
  /** Path before `/api/v2`, "/paynet" unless given. */
  prefix?: string
  /** Secret first path segment, so that other programs of the machine cannot find the simulator. */
  pathToken?: string
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
  /** Prefix and path token included. */
  baseUrl: string
  endpointId: string
  groupId: string
  login: string
  controlKey: string
}

export interface Simulator {
  announcement: Announcement
  /** Closes every connection and the port; what was accepted is saved. A second call does nothing more. */
  stop(): Promise<void>
}

const loopbackAddress = '127.0.0.1'
const maxBodyBytes = 1024 * 1024
// Longer than the gap between two polls, else a poll meets a connection that is just being closed.
const keepAliveMs = 75_000

interface Shop extends BackDoor {
  clock: Clock
  speed: number
  basePath: string
  port: () => number
  /** Prefix and path token included. */
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
  const shop: Shop = {
    merchant: { ...merchant, rebillControl: options.rebillControl ?? merchant.rebillControl },
    book,
    deliveries: new Deliveries(book.state),
    switches: new Switches(),
    callbacks: new Callbacks({ book, merchant, clock, speed, save, warn }),
    clock,
    speed,
    save,
    basePath: `${options.pathToken ? `/${options.pathToken}` : ''}${options.prefix ?? '/paynet'}`,
    port: () => 0,
    baseUrl: () => `http://${loopbackAddress}:${shop.port()}${shop.basePath}`,
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
  if (!isOwnHost(request.headers.host, shop.port())) {
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
  else if (path?.startsWith('/issuer/')) await serveIssuer(shop, request, response, path, body)
  else await serveGateway(shop, request, response, path ?? fullPath, body)
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
  const visit = { method: request.method ?? '', path, fields: readFields(body) }
  const answer = answerVisit(shop, visit)
  if (!answer) {
    sendPage(response, 404)
    return
  }
  await shop.save()
  if (answer.delayMs !== undefined) await shop.clock.sleep(answer.delayMs)
  sendMarkup(response, answer.page, answer.httpStatus)
}

async function serveGateway(
  shop: Shop,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: string,
): Promise<void> {
  const target = path.startsWith('/api/') ? parsePath(path) : undefined
  const atMs = shop.clock.nowMs()
  if (!target || request.method !== 'POST') {
    shop.deliveries.add({ path, atMs, result: 'no-such-path' })
    sendPage(response, target ? 405 : 404)
    return
  }
  const { command, entry } = target
  const fields = readFields(body)
  const forced = shop.switches.takeNext(command)
  const serialNumber = shop.book.nextSerialNumber()
  const answer = answerRequest(shop, {
    command,
    entry,
    fields,
    serialNumber,
    forced,
    url: `http://${request.headers.host ?? ''}${fullPathOf(request)}`,
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
  await sendReply(response, answer.fields, answer.reply, {
    clock: shop.clock,
    speed: shop.speed,
    elsewhereUrl: `${shop.baseUrl()}/elsewhere`,
  })
}

function fullPathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?')[0] ?? ''
}

function isOwnHost(host: string | undefined, port: number): boolean {
  return host === `${loopbackAddress}:${port}` || host === `localhost:${port}`
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
