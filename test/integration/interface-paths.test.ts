import { noRebillExtras } from '../../src-shared/domain/charge-draft'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpGatewayClient } from '../../src-main/gateway/http-gateway-client'
import { NodeHttpTransport } from '../../src-main/gateway/http-transport'
import { systemClock } from '../../src-main/platform/clock'
import type { BrowserData, IssuerStep } from '../../src-main/ports/cardholder-browser'
import type {
  GatewayCredentials,
  GatewayRoute,
  RebillRequest,
  SaleRequest,
  UploadRequest,
} from '../../src-main/ports/gateway-client'
import type { Simulator } from '../../src-main/simulator/server/server'
import { defaultSaleRules } from '../../src-shared/domain/sale-rules'
import { control, HandClock, key, login, martaToken, send, start, stopAll } from '../main/simulator/support'
import { rsaKey } from '../support/rsa-key'

const returnUrl = 'https://return.example.test/3ds'
const browser: BrowserData = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  acceptHeader: 'text/html,*/*;q=0.8',
  language: 'en-GB',
  colorDepth: 24,
  screenWidth: 1920,
  screenHeight: 1080,
  timeZoneOffsetMinutes: -60,
}
const forms: readonly (readonly [string, GatewayRoute])[] = [
  ['endpoint', { kind: 'endpoint', id: '4411' }],
  ['group', { kind: 'group', id: '7722' }],
]
const never = new AbortController().signal
// Signatures of version 4 contain the time of the real clock.
const clock = new HandClock(Date.now())
const client = new HttpGatewayClient({
  transport: new NodeHttpTransport({
    clock: systemClock,
    proxies: { resolve: async () => 'DIRECT' },
  }),
  clock: systemClock,
  allowsLoopbackTest: true,
})

let simulator: Simulator
let credentials: GatewayCredentials
let orderCount = 0
const newId = () => `IP-${(orderCount += 1)}`

beforeAll(async () => {
  simulator = await start({ clock })
  credentials = {
    profileId: 'p-1',
    environment: 'simulator',
    baseUrl: simulator.announcement.baseUrl,
    login,
    rebillControl: 'without-endpoint',
    saleRules: defaultSaleRules('simulator'),
    controlKey: key,
  }
})
afterAll(stopAll)

function rebill(kind: RebillRequest['kind'], route: GatewayRoute): RebillRequest {
  return {
    kind,
    route,
    clientOrderId: newId(),
    cardRefId: martaToken,
    orderDescription: 'Membership',
    amountMinor: 1015,
    currency: 'EUR',
    ipAddress: '203.0.113.7',
    ...noRebillExtras,
    comment: '',
  }
}

function sale(route: GatewayRoute, amountMinor: number): SaleRequest {
  return {
    route,
    clientOrderId: newId(),
    orderDescription: 'First payment',
    amountMinor,
    currency: 'EUR',
    ipAddress: '203.0.113.7',
    redirectUrl: returnUrl,
    printedName: 'IVA TESTOVA',
    expireMonth: 9,
    expireYear: 2029,
    firstName: '',
    lastName: '',
    email: 'iva@example.com',
    phone: '',
    country: '',
    city: '',
    zipCode: '',
    address1: '',
    browser,
  }
}

interface Sent {
  readonly clientOrderId: string
  readonly gatewayOrderId: string
  readonly route: GatewayRoute
}

async function sendSale(route: GatewayRoute, amountMinor: number, cvv2: string): Promise<Sent> {
  const request = sale(route, amountMinor)
  const card = { number: '4444555566661111', cvv2 }
  const { outcome } = await client.prepareSale(credentials, request, card).send(never)
  if (outcome.kind !== 'accepted') throw new Error(`the sale ended as ${outcome.kind}`)
  return { clientOrderId: request.clientOrderId, gatewayOrderId: outcome.gatewayOrderId, route }
}

async function statusOf(sent: Sent) {
  const { outcome } = await client.status(credentials, { ...sent, bySerialNumber: null }, never)
  if (outcome.kind !== 'answered') throw new Error(`the status ended as ${outcome.kind}`)
  return outcome.answer
}

/** Advances the simulator until it asks for a step of this kind. */
async function stepOf<K extends IssuerStep['kind']>(sent: Sent, kind: K) {
  for (let round = 0; round < 20; round++) {
    clock.advance(1000)
    const { step } = await statusOf(sent)
    if (step?.kind === kind) return step as Extract<IssuerStep, { kind: K }>
  }
  throw new Error(`no step of kind ${kind}`)
}

async function endOf(sent: Sent): Promise<string | null> {
  for (let round = 0; round < 20; round++) {
    clock.advance(1000)
    const { status } = await statusOf(sent)
    if (status !== 'processing') return status
  }
  return 'processing'
}

async function upload(request: UploadRequest): Promise<string> {
  return (await client.prepareUpload(credentials, request).send(never)).outcome.kind
}

async function uploadMethod(sent: Sent): Promise<string> {
  const { serverTransId } = await stepOf(sent, 'method')
  return upload({
    ...sent,
    kind: 'method',
    serverTransId,
    completion: 'Y',
    notificationUrl: returnUrl,
    browser,
    ipAddress: '203.0.113.7',
  })
}

/** Posts a form to the issuer with the right code. Returns a field of the form that the issuer posts back. */
async function answerOfIssuer(url: string, fields: Record<string, string>, name: string): Promise<string> {
  const { body } = await send(url, { body: new URLSearchParams(fields).toString() })
  const hidden = Object.fromEntries(
    [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((found) => [
      found[1] ?? '',
      decode(found[2] ?? ''),
    ]),
  )
  const page = await send(url, {
    body: new URLSearchParams({ ...hidden, code: '1234', action: 'confirm' }).toString(),
  })
  const found = new RegExp(`name="${name}" value="([^"]*)"`).exec(page.body)
  if (found?.[1] === undefined) throw new Error('the issuer answered nothing')
  return decode(found[1])
}

function decode(text: string): string {
  return text
    .replaceAll('&#43;', '+')
    .replaceAll('&#61;', '=')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

describe('client and simulator agree, over HTTP, on', () => {
  it.each(forms)('status over the %s path', async (_form, route) => {
    const answer = await statusOf({ route, clientOrderId: 'NS-2041', gatewayOrderId: '6684106' })
    expect(answer).toMatchObject({ status: 'approved', gatewayOrderId: '6684106' })
  })

  it.each(forms)('status by serial number over the %s path', async (_form, route) => {
    const request = rebill('rebill-sale', route)
    const { exchange } = await client.prepareRebill(credentials, request, '').send(never)
    const bySerialNumber = exchange.serialNumber
    const asked = { route, clientOrderId: request.clientOrderId, gatewayOrderId: null, bySerialNumber }
    const { outcome } = await client.status(credentials, asked, never)
    if (outcome.kind !== 'answered') throw new Error(outcome.kind)
    expect(outcome.answer.fields).toContainEqual({
      name: 'by-request-sn',
      fact: 'requestSerialNumber',
      value: bySerialNumber,
    })
  })

  it.each(forms)('make-rebill over the %s path', async (_form, route) => {
    const call = client.prepareRebill(credentials, rebill('rebill-sale', route), '')
    expect((await call.send(never)).outcome.kind).toBe('accepted')
  })

  it.each(forms)('make-rebill-preauth over the %s path', async (_form, route) => {
    const call = client.prepareRebill(credentials, rebill('rebill-auth', route), '')
    expect((await call.send(never)).outcome.kind).toBe('accepted')
  })

  it.each(forms)('get-card-info over the %s path', async (_form, route) => {
    const { outcome } = await client.getCardInfo(credentials, { route, cardRefId: martaToken }, never)
    expect(outcome.kind).toBe('answered')
  })

  it.each(forms)('create-card-ref over the %s path', async (_form, route) => {
    const request = { route, clientOrderId: 'NS-2041', gatewayOrderId: '6684106' }
    const { outcome } = await client.createCardRef(credentials, request, never)
    expect(outcome).toMatchObject({ kind: 'registered', recurringPaymentId: null, dstCardRefId: null })
  })

  it.each(forms)('create-card-ref v4 over the %s path', async (_form, route) => {
    const { publicKey, privateKey } = rsaKey()
    await control(simulator, { publicKey })
    const { controlKey: _, ...target } = credentials
    const { outcome } = await client.createCardRefV4(
      { ...target, privateKey },
      { route, clientOrderId: 'NS-2041', gatewayOrderId: '6684106' },
      never,
    )
    expect(outcome).toMatchObject({
      kind: 'registered',
      unqCardRefId: null,
      recurringPaymentId: expect.stringMatching(/./) as string,
      dstCardRefId: expect.stringMatching(/./) as string,
    })
  })

  it.each(forms)('sale over the %s path', async (_form, route) => {
    expect(await endOf(await sendSale(route, 1015, '123'))).toBe('approved')
  })

  it.each(forms)('upload-method-url-result over the %s path', async (_form, route) => {
    const sent = await sendSale(route, 930_100, '')
    expect(await uploadMethod(sent)).toBe('accepted')
    expect(await endOf(sent)).toBe('approved')
  })

  it.each(forms)('upload-cres-result over the %s path', async (_form, route) => {
    const sent = await sendSale(route, 930_200, '')
    await uploadMethod(sent)
    const { url, creq } = await stepOf(sent, 'challenge')
    const cres = await answerOfIssuer(url, { creq }, 'cres')
    expect(await upload({ ...sent, kind: 'challenge', cres })).toBe('accepted')
    expect(await endOf(sent)).toBe('approved')
  })

  it.each(forms)('upload-pares-result over the %s path', async (_form, route) => {
    const sent = await sendSale(route, 930_300, '')
    const { url, pareq, md } = await stepOf(sent, 'pareq')
    const paRes = await answerOfIssuer(url, { PaReq: pareq, MD: md, TermUrl: returnUrl }, 'PaRes')
    expect(await upload({ ...sent, kind: 'pareq', paRes, md })).toBe('accepted')
    expect(await endOf(sent)).toBe('approved')
  })
})
