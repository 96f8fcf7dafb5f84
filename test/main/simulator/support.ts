import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { startSimulator } from '../../../src-main/simulator/server/server'
import type { Clock } from '../../../src-main/simulator/clock'
import type { Simulator, SimulatorOptions } from '../../../src-main/simulator/server/server'
import type { Delivery, WelcomeCard, WelcomeOrder } from '../../../src-main/simulator/orders/state'

/** A clock that the test sets. */
export class HandClock implements Clock {
  #sleepers: { untilMs: number; wake: () => void }[] = []

  constructor(private currentMs = Date.UTC(2026, 2, 14, 9, 30)) {}

  nowMs(): number {
    return this.currentMs
  }

  get sleeperCount(): number {
    return this.#sleepers.length
  }

  sleep(durationMs: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ untilMs: this.currentMs + durationMs, wake }))
  }

  advance(durationMs: number): void {
    this.currentMs += durationMs
    const awake = this.#sleepers.filter(({ untilMs }) => untilMs <= this.currentMs)
    this.#sleepers = this.#sleepers.filter(({ untilMs }) => untilMs > this.currentMs)
    awake.forEach(({ wake }) => wake())
  }
}

const running: Simulator[] = []

/** A simulator on a free port, stopped by `stopAll`. */
export async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ clock: new HandClock(), ...options })
  running.push(simulator)
  return simulator
}

export async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((simulator) => simulator.stop()))
}

export interface RawAnswer {
  httpStatus: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Sends a body and returns the raw answer. Rejects when the connection closes early. */
export function send(
  url: string,
  { method = 'POST', body = '', headers = {} }: { method?: string; body?: string; headers?: object } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const type = 'application/x-www-form-urlencoded'
    const outgoing = request(url, { method, agent: false, headers: { 'content-type': type, ...headers } })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ httpStatus: incoming.statusCode ?? 0, headers: incoming.headers, body: text })
      })
    })
    outgoing.end(body)
  })
}

export function sha1(...values: string[]): string {
  return createHash('sha1').update(values.join('')).digest('hex')
}

export type Form = Record<string, string>

/** Reads an answer with Node's own decoder and removes the line feed after each value. */
export function readAnswer(body: string): Form {
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [name, value.replace(/\n$/, '')]),
  )
}

export async function post(simulator: Simulator, path: string, form: Form): Promise<Form> {
  const answer = await send(simulator.announcement.baseUrl + path, {
    body: new URLSearchParams(form).toString(),
  })
  if (answer.httpStatus !== 200) throw new Error(`HTTP ${answer.httpStatus}`)
  return readAnswer(answer.body)
}

export interface Welcome {
  merchant: Record<string, unknown>
  cards: WelcomeCard[]
  orders: (WelcomeOrder & { acceptedAtMs: number })[]
  past: (WelcomeOrder & { acceptedAtMs: number })[]
}

export async function welcomeOf({ announcement }: Simulator): Promise<Welcome> {
  const { body } = await send(`${announcement.baseUrl}/simulator/welcome`, { method: 'GET' })
  return JSON.parse(body) as Welcome
}

export async function deliveriesOf({ announcement }: Simulator): Promise<Delivery[]> {
  const { body } = await send(`${announcement.baseUrl}/simulator/deliveries`, { method: 'GET' })
  return JSON.parse(body) as Delivery[]
}

export async function control(simulator: Simulator, order: object): Promise<void> {
  const url = `${simulator.announcement.baseUrl}/simulator/control`
  const answer = await send(url, { body: JSON.stringify(order) })
  if (answer.httpStatus !== 200) throw new Error(answer.body)
}

// The functions below write and sign requests with code of their own, not with the code under test.

export const login = 'NordShop'
export const key = '7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3'
export const martaToken = '880017'

export function rebillForm(changes: Form = {}): Form {
  const form: Form = {
    login,
    client_orderid: 'T-1',
    cardrefid: martaToken,
    order_desc: 'Monthly plan & extras',
    amount: '10.15',
    currency: 'EUR',
    ipaddress: '192.0.2.7',
    ...changes,
  }
  return form
}

/** Signs a rebill. The test passes `amountMinor`, so that it does not use the conversion of the code under test. */
export function signedRebill(amountMinor: string, changes: Form = {}, entryId = ''): Form {
  const form = rebillForm(changes)
  const { login: who = '', client_orderid = '', cardrefid = '', currency = '' } = form
  return { ...form, control: sha1(entryId, who, client_orderid, cardrefid, amountMinor, currency, key) }
}

export function saleForm(changes: Form = {}): Form {
  const form: Form = {
    client_orderid: 'S-1',
    order_desc: 'First payment',
    amount: '10.15',
    currency: 'EUR',
    ipaddress: '192.0.2.7',
    card_printed_name: 'IVA TESTOVA',
    credit_card_number: '4444555566661111',
    expire_month: '09',
    expire_year: '29',
    cvv2: '123',
    email: 'iva@example.com',
    ...changes,
  }
  return form
}

export function signedSale(amountMinor: string, changes: Form = {}, entryId = '4411'): Form {
  const form = saleForm(changes)
  return { ...form, control: sha1(entryId, form.client_orderid ?? '', amountMinor, form.email ?? '', key) }
}

export function signedStatus(clientOrderId: string, orderId = '', changes: Form = {}): Form {
  const form: Form = { login, client_orderid: clientOrderId, ...changes }
  if (orderId !== '') form.orderid = orderId
  return { ...form, control: sha1(login, clientOrderId, orderId, key) }
}

export function signedCardRef(clientOrderId: string, orderId: string): Form {
  return {
    login,
    client_orderid: clientOrderId,
    orderid: orderId,
    control: sha1(login, clientOrderId, orderId, key),
  }
}

/** Signs one of the uploads of 3-D Secure. */
export function signedUpload(clientOrderId: string, orderId: string, fields: Form): Form {
  const ids: Form = { login, orderid: orderId, 'client-order-id': clientOrderId }
  return { ...ids, ...fields, control: sha1(login, clientOrderId, orderId, key) }
}

/** Posts a form to an issuer's page as a browser does. */
export function visit(url: string, form: Form): Promise<RawAnswer> {
  return send(url, { body: new URLSearchParams(form).toString() })
}

/** The address and the hidden fields of the page's form, read from the markup. */
export function formOf({ body }: RawAnswer): { action: string; hidden: Form } {
  const tags = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const hidden = tags.map(([, name = '', value = '']) => [unescaped(name), unescaped(value)] as const)
  const [, action = ''] = /<form method="post" action="([^"]*)">/.exec(body) ?? []
  return { action: unescaped(action), hidden: Object.fromEntries(hidden) }
}

function unescaped(text: string): string {
  const marks: Form = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => marks[name] ?? '')
}

/** The JSON inside a message of 3-D Secure 2. */
export function messageIn(text = ''): Form {
  if (!/^[\w-]+$/.test(text)) throw new Error('not base64url without padding')
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Form
}

export interface CallbackReport {
  gatewayOrderId: string
  clientOrderId: string
  status: string
  url: string
  attempts: { atMs: number; httpStatus: number | null }[]
  dueAtMs?: number
}

export async function callbacksOf({ announcement }: Simulator): Promise<CallbackReport[]> {
  const { body } = await send(`${announcement.baseUrl}/simulator/callbacks`, { method: 'GET' })
  return JSON.parse(body) as CallbackReport[]
}

export function signedCardInfo(cardRefId: string): Form {
  return { login, cardrefid: cardRefId, control: sha1(login, cardRefId, key) }
}

export async function statusOf(simulator: Simulator, clientOrderId: string): Promise<Form> {
  return post(simulator, '/api/v2/status/4411', signedStatus(clientOrderId))
}

/** Waits until a condition is true. */
export async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isReached())) await new Promise((resolve) => setImmediate(resolve))
}
