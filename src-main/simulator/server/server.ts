import { createServer } from 'node:http'
import { OrderStore } from '../orders/order-store'
import { Callbacks } from '../callbacks/callbacks'
import { publicKeyProblem } from '../signing/check-oauth'
import { systemClock } from '../clock'
import { Deliveries, uploadedIn } from '../callbacks/deliveries'
import { answerRequest, notOffered, parsePath, readForm } from './gateway'
import { answerIssuerRequest } from '../issuer/issuer'
import { defaultMerchant } from './merchant'
import { sendMarkup, sendPage, sendReply } from './reply'
import type { ReplyContext } from './reply'
import { receiptAt, receiptPath } from './routes/receipt'
import { answerControlApi } from './routes/control-api'
import { addPastOrders, addSeedOrders } from '../seeds/seeds'
import { emptyState } from '../orders/state'
import { NoStateStore, StateFile } from '../orders/state-file'
import { changesOrder, Switches } from '../scenarios/switches'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../clock'
import type { ControlApiContext } from './routes/control-api'
import type { Merchant, RebillControl } from './merchant'

/** "cards": the cards with their newest orders, without the 401 orders of the past. */
export type Seeds = 'all' | 'cards' | 'none'

export interface SimulatorOptions {
  /** 0 lets the system choose a free port. */
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
  /** File for orders and tokens. Without it they are kept in memory only. */
  statePath?: string
  /** The merchant's public RSA key in PEM, registered at the start. */
  publicKey?: string
  clock?: Clock
  merchant?: Merchant
  /** What a new simulator has, "all" unless given. */
  seeds?: Seeds
  warn?: (message: string) => void
}

/** The data that a client needs to use the simulator. */
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
  /** The port that the simulator listens on; a proxy forwards to it. */
  port: number
  /** Closes the port and every connection, and saves the state. A second call waits for the first one. */
  stop(): Promise<void>
}

const loopbackAddress = '127.0.0.1'
// The largest request of the interface: two texts of 64k characters, three UTF-8 bytes each, every byte written as
// `%XX`.
const maxBodyBytes = 2 * 1024 * 1024
// Longer than the time between two polls, so that a poll does not use a connection that is being closed.
const keepAliveMs = 75_000

interface SimulatorContext extends ControlApiContext {
  clock: Clock
  speed: number
  basePath: string
  port: () => number
  /** Undefined when clients connect without a proxy. */
  publicUrl: string | undefined
  /** Prefix and path token included; the public address when there is one. */
  baseUrl: () => string
  warn: (message: string) => void
}

/** Starts the stand-in gateway on the loopback address. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const context = await createContext(options)
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    serve(context, request, response).catch((error: unknown) => {
      context.warn(`Request failed: ${error instanceof Error ? error.message : String(error)}`)
      if (response.headersSent) response.destroy()
      else sendPage(response, 500)
    })
  })
  context.port = () => (server.address() as AddressInfo).port
  await listen(server, options.port ?? 0)
  context.callbacks.start()
  const { login, controlKey, endpoints, groups } = context.merchant
  let stopped: Promise<void> | undefined
  return {
    announcement: {
      baseUrl: context.baseUrl(),
      endpointId: endpoints[0]?.id ?? '',
      groupId: groups[0]?.id ?? '',
      login,
      controlKey,
    },
    port: context.port(),
    stop: () => (stopped ??= stop(server, context)),
  }
}

async function createContext(options: SimulatorOptions): Promise<SimulatorContext> {
  const { clock = systemClock, speed = 1, warn = () => undefined, merchant = defaultMerchant } = options
  const store = options.statePath === undefined ? new NoStateStore() : new StateFile(options.statePath, warn)
  const kept = await store.load()
  const orderStore = new OrderStore(kept ?? emptyState(), clock, speed)
  if (!kept) addSeeds(options.seeds ?? 'all', orderStore, merchant, clock.nowMs())
  if (options.publicKey !== undefined) {
    const problem = publicKeyProblem(options.publicKey)
    if (problem !== undefined) throw new Error(problem)
    orderStore.state.publicKey = options.publicKey
  }
  const save = () => store.save(orderStore.state)
  await save()
  const basePath = `${options.pathToken ? `/${options.pathToken}` : ''}${options.prefix ?? '/paynet'}`
  const publicUrl = options.publicUrl === undefined ? undefined : publicBase(options.publicUrl, basePath)
  const context: SimulatorContext = {
    merchant: { ...merchant, rebillControl: options.rebillControl ?? merchant.rebillControl },
    orderStore,
    deliveries: new Deliveries(orderStore.state),
    switches: new Switches(),
    callbacks: new Callbacks({ orderStore, merchant, clock, speed, save, warn }),
    clock,
    speed,
    save,
    basePath,
    port: () => 0,
    publicUrl,
    baseUrl: () =>
      publicUrl ?? `http://${hostOf('http:', `${loopbackAddress}:${context.port()}`)}${basePath}`,
    warn,
  }
  return context
}

function addSeeds(seeds: Seeds, orderStore: OrderStore, merchant: Merchant, nowMs: number): void {
  if (seeds !== 'none') addSeedOrders(orderStore, merchant, nowMs)
  if (seeds === 'all') addPastOrders(orderStore, merchant, nowMs)
}

async function serve(
  context: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fullPath = fullPathOf(request)
  const path = fullPath.startsWith(`${context.basePath}/`)
    ? fullPath.slice(context.basePath.length)
    : undefined
  const isControlApi = path?.startsWith('/simulator/') ?? false
  if (context.switches.isDown && !isControlApi) {
    response.destroy()
    return
  }
  // The Host header is checked against DNS rebinding: a web page whose host name resolves to this address sends its own
  // name.
  const calledBase = calledBaseUrl(context, request.headers.host)
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
  if (path !== undefined && isControlApi) await serveControlApi(context, request, response, path, body)
  else if (path?.startsWith(receiptPath)) serveReceipt(context, request, response, path)
  else if (path?.startsWith('/issuer/')) await serveIssuer(context, request, response, path, body)
  else if (path?.startsWith('/api/'))
    await serveGateway(context, request, response, { path, calledBase, body })
  else refuseUnknownPath(context, response, path ?? fullPath)
}

async function serveControlApi(
  context: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: string,
): Promise<void> {
  // Only web pages send Origin, and web pages must not use the control API.
  const answer =
    request.headers.origin === undefined
      ? await answerControlApi(context, request.method ?? '', path, body)
      : undefined
  if (!answer) {
    sendPage(response, 404)
    return
  }
  const text = JSON.stringify(answer.value)
  response.writeHead(answer.httpStatus, { 'content-type': 'application/json;charset=utf-8' }).end(text)
}

async function serveIssuer(
  context: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  body: string,
): Promise<void> {
  const visit = { method: request.method ?? '', path, fields: readForm(body)?.fields }
  const answer = answerIssuerRequest(context, visit)
  if (!answer) {
    sendPage(response, 404)
    return
  }
  await context.save()
  if (answer.httpStatus === 303) {
    response.writeHead(303, { location: answer.location, 'content-length': 0 }).end()
    return
  }
  if (answer.delayMs !== undefined) await context.clock.sleep(answer.delayMs)
  sendMarkup(response, answer.page, answer.httpStatus)
}

function serveReceipt(
  context: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  const page = request.method === 'GET' ? receiptAt(context.orderStore, path) : undefined
  if (page) sendMarkup(response, page, 200)
  else sendPage(response, 404)
}

async function serveGateway(
  context: SimulatorContext,
  request: IncomingMessage,
  response: ServerResponse,
  { path, calledBase, body }: { path: string; calledBase: string; body: string },
): Promise<void> {
  const target = parsePath(path)
  if (!target) {
    refuseUnknownPath(context, response, path)
    return
  }
  const atMs = context.clock.nowMs()
  if (request.method !== 'POST') {
    context.deliveries.add({ path, atMs, result: 'no-such-path' })
    sendPage(response, 405)
    return
  }
  if (target.kind === 'not-offered') {
    const { fields, reply, result } = notOffered(target.operation, context.orderStore.nextSerialNumber())
    context.deliveries.add({ path, atMs, result })
    await sendReply(response, fields, reply, replyContext(context))
    return
  }
  const { command, entry } = target
  const form = readForm(body)
  const fields = form?.fields
  const forced = context.switches.takeNext(command)
  const serialNumber = context.orderStore.nextSerialNumber()
  const answer = answerRequest(context, {
    command,
    entry,
    form,
    serialNumber,
    forced,
    url: calledBase + path,
    authorization: request.headers.authorization ?? '',
  })
  const clientOrderId = fields?.get('client_orderid') ?? fields?.get('client-order-id')
  context.deliveries.add({
    path,
    command,
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...(answer.gatewayOrderId === undefined ? {} : { gatewayOrderId: answer.gatewayOrderId }),
    atMs,
    result: answer.result,
    ...uploadedIn(fields),
  })
  // The state is saved before the answer is sent, so that the answer stays true when the process is killed.
  if (changesOrder(command) || command.startsWith('create-card-ref')) await context.save()
  const delayMs = context.switches.delayMs(command)
  if (delayMs > 0) await context.clock.sleep(delayMs)
  await sendReply(response, answer.fields, answer.reply, replyContext(context))
}

function replyContext(context: SimulatorContext): ReplyContext {
  return { clock: context.clock, speed: context.speed, redirectUrl: `${context.baseUrl()}/elsewhere` }
}

function refuseUnknownPath(context: SimulatorContext, response: ServerResponse, path: string): void {
  context.deliveries.add({ path, atMs: context.clock.nowMs(), result: 'no-such-path' })
  sendPage(response, 404)
}

function fullPathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?')[0] ?? ''
}

/**
 * The base address as the client wrote it, which a version 4 request signs.
 * Undefined when the Host header names another host.
 */
function calledBaseUrl(context: SimulatorContext, host = ''): string | undefined {
  const { publicUrl, basePath } = context
  if (publicUrl !== undefined) {
    const { protocol, host: publicHost } = new URL(publicUrl)
    if (hostOf(protocol, host) === publicHost) return publicUrl
  }
  const named = hostOf('http:', host)
  const isOwn = [loopbackAddress, 'localhost'].some(
    (name) => hostOf('http:', `${name}:${context.port()}`) === named,
  )
  return isOwn ? `http://${named}${basePath}` : undefined
}

/** The normal form of a Host header: lower case, without the default port of the protocol (80, 443). */
function hostOf(protocol: string, host: string): string | undefined {
  const address = `${protocol}//${host}`
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address).host : undefined
}

/** The public base address without a trailing slash. Throws when `publicUrl` is not a web address or has a query. */
function publicBase(publicUrl: string, basePath: string): string {
  const { origin, protocol, pathname, search, hash, username } = new URL(publicUrl)
  if (!/^https?:$/.test(protocol) || search + hash + username !== '')
    throw new Error(`The public address must be a web address without a query: ${publicUrl}`)
  return origin + (pathname === '/' ? basePath : pathname.replace(/\/$/, ''))
}

/** Reads the request body as UTF-8. Undefined when it is longer than `maxBodyBytes`. */
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

async function stop(server: Server, context: SimulatorContext): Promise<void> {
  await close(server)
  await context.callbacks.stop()
  await context.save()
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
