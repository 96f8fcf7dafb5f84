import { noRebillExtras } from '../../src-shared/domain/charge-draft'
import { systemClock, type Clock } from '../../src-main/platform/clock'
import { HttpGatewayClient } from '../../src-main/gateway/http-gateway-client'
import type { HttpCall, HttpResult, HttpTransport } from '../../src-main/gateway/http-transport'
import { clientsSaleControl, clientsUploadControl } from '../../src-shared/domain/sale-rules'
import type {
  Exchanged,
  GatewayCredentials,
  PreparedCall,
  RebillRequest,
  SaleRequest,
  StatusRequest,
} from '../../src-main/ports/gateway-client'

/** A merchant with an invented key. */
export const credentials: GatewayCredentials = {
  profileId: 'profile-1',
  environment: 'production',
  baseUrl: 'https://gate.example.test/paynet',
  login: 'NordShop',
  rebillControl: 'without-endpoint',
  saleRules: {
    control: [...clientsSaleControl],
    uploadControl: [...clientsUploadControl],
    uploadRoute: 'group-segment',
  },
  controlKey: '7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3',
}

/** A rebill with the required values only. */
export function rebillRequest(changes: Partial<RebillRequest> = {}): RebillRequest {
  return {
    kind: 'rebill-sale',
    route: { kind: 'endpoint', id: '4411' },
    clientOrderId: 'INV-2041',
    cardRefId: '880017',
    orderDescription: 'Membership March',
    amountMinor: 1015,
    currency: 'USD',
    ipAddress: '203.0.113.7',
    ...noRebillExtras,
    comment: '',
    ...changes,
  }
}

/** Browser data for issuers. */
export const browser = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130',
  acceptHeader: 'text/html,*/*;q=0.8',
  language: 'en-GB',
  colorDepth: 24,
  screenWidth: 1280,
  screenHeight: 800,
  timeZoneOffsetMinutes: -60,
}

/** A sale with the required values only. */
export function saleRequest(changes: Partial<SaleRequest> = {}): SaleRequest {
  return {
    route: { kind: 'endpoint', id: '4411' },
    clientOrderId: 'INV-2041',
    orderDescription: 'First payment',
    amountMinor: 1042,
    currency: 'USD',
    ipAddress: '203.0.113.7',
    redirectUrl: 'https://return.example.test/3ds/INV-2041',
    printedName: 'IVA TESTOVA',
    expireMonth: 3,
    expireYear: 2031,
    firstName: '',
    lastName: '',
    email: 'iva@example.test',
    phone: '',
    country: '',
    city: '',
    zipCode: '',
    address1: '',
    browser,
    ...changes,
  }
}

/** The result of a method page, without the order. */
export const methodResult = {
  serverTransId: '6afa6072-9412-446b-9673-2f98b3ee98a2',
  completion: 'Y',
  notificationUrl: 'https://return.example.test/3ds/INV-2041/challenge',
  browser,
  ipAddress: '203.0.113.7',
} as const

/** A test card. */
export const typedCard = { number: '4111111111111111', cvv2: '737' }

export function statusRequest(changes: Partial<StatusRequest> = {}): StatusRequest {
  return {
    route: { kind: 'endpoint', id: '4411' },
    clientOrderId: 'INV-2041',
    gatewayOrderId: '6684100',
    bySerialNumber: null,
    ...changes,
  }
}

/** An answer body in the gateway’s format: a line feed after every value. */
export function answerBody(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replace(/%20/g, '+')}\n`)
    .join('&')
}

export const acceptedBody = answerBody({
  type: 'async-response',
  'serial-number': '00000000-0000-0000-0000-0000005a11ce',
  'merchant-order-id': 'INV-2041',
  'paynet-order-id': '6684100',
})

export const approvedBody = answerBody({
  type: 'status-response',
  'serial-number': '00000000-0000-0000-0000-0000005a11cf',
  'merchant-order-id': 'INV-2041',
  'paynet-order-id': '6684100',
  status: 'approved',
  amount: '10.15',
  currency: 'USD',
})

/** A complete answer with this body. */
export function answered(body: string | Uint8Array, status = 200): HttpResult {
  return {
    kind: 'answered',
    head: { status, date: null, retryAfter: null, contentType: null },
    body: typeof body === 'string' ? Buffer.from(body, 'utf8') : body,
    isLengthProven: true,
  }
}

/** Records calls and ends each one as configured. */
export class FakeTransport implements HttpTransport {
  readonly calls: HttpCall[] = []
  result: HttpResult

  constructor(result: HttpResult = answered(acceptedBody)) {
    this.result = result
  }

  async post(call: HttpCall): Promise<HttpResult> {
    this.calls.push(call)
    return this.result
  }

  /** The parameters of the last call, decoded. */
  get parameters(): Record<string, string> {
    return Object.fromEntries(new URLSearchParams(this.calls.at(-1)?.body ?? ''))
  }
}

export function clientOf(transport: HttpTransport, clock: Clock = systemClock): HttpGatewayClient {
  return new HttpGatewayClient({ transport, clock, allowsLoopbackTest: true })
}

export const never: AbortSignal = new AbortController().signal

/** Sends a prepared call that is never cancelled. */
export function sent<T>(call: PreparedCall<T>): Promise<Exchanged<T>> {
  return call.send(never)
}
