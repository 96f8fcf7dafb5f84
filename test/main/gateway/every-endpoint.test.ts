import { afterEach, describe, expect, it } from 'vitest'
import { controlOf } from '../../../src-main/gateway/control'
import type { HttpGatewayClient } from '../../../src-main/gateway/http-gateway-client'
import type { Exchanged, GatewayCredentials, GatewayRoute } from '../../../src-main/ports/gateway-client'
import {
  acceptedBody,
  answerBody,
  approvedBody,
  methodResult,
  never,
  rebillRequest,
  saleRequest,
  sent,
  statusRequest,
  typedCard,
} from '../../support/gateway-calls'
import { answering200 } from '../../support/raw-gateway'
import { clientWith, plain, start, stopGateways } from '../../support/wire-client'
import { rsaKey } from '../../support/rsa-key'

afterEach(stopGateways)

const { privateKey } = rsaKey()
const ids = { clientOrderId: 'INV-2041', gatewayOrderId: '6684100' }
const accepted = { kind: 'accepted', gatewayOrderId: '6684100' }
const cardRefBody = answerBody({
  type: 'create-card-ref-response',
  status: 'approved',
  'card-ref-id': '880017',
  'recurring-payment-id': '77',
})
const cardRef = {
  kind: 'registered',
  cardRefId: '880017',
  unqCardRefId: null,
  recurringPaymentId: '77',
  dstCardRefId: null,
}
const rebillNames = 'client_orderid login cardrefid order_desc amount currency ipaddress control'
const browserNames = [
  ...['browserScreenWidth', 'browserScreenHeight', 'browserColorDepth', 'browserUserAgent'],
  ...[
    'browserAcceptHeader',
    'browserLanguage',
    'browserTZ',
    'browserJavascriptEnabled',
    'browserJavaEnabled',
  ],
].join(' ')
const customerNames = [
  ...['customer_browser_info', 'customer_browser_screen_width', 'customer_browser_screen_height'],
  ...['customer_browser_color_depth', 'customer_user_agent', 'customer_accept', 'customer_accept_language'],
  ...['customer_browser_time_zone', 'customer_browser_javascript_enabled', 'customer_browser_java_enabled'],
].join(' ')

interface Row {
  /** Path below the prefix, as in the interface. */
  readonly path: string
  readonly names: string
  /** The signed values without the key; null when the header has the signature. */
  readonly signed: ((route: GatewayRoute) => readonly string[]) | null
  readonly body: string
  readonly outcome: object
  readonly call: (
    client: HttpGatewayClient,
    gateway: GatewayCredentials,
    route: GatewayRoute,
  ) => Promise<Exchanged<unknown>>
}

const byOrder = () => ['NordShop', 'INV-2041', '6684100']
const byCard = () => ['NordShop', 'INV-2041', '880017', '1015', 'USD']

const rows: readonly Row[] = [
  {
    path: 'api/v2/create-card-ref',
    names: 'login client_orderid orderid control',
    signed: byOrder,
    body: cardRefBody,
    outcome: cardRef,
    call: (client, gateway, route) => client.createCardRef(gateway, { route, ...ids }, never),
  },
  {
    path: 'api/v4/create-card-ref',
    names: 'client_orderid orderid',
    signed: null,
    body: cardRefBody,
    outcome: cardRef,
    call: (client, gateway, route) =>
      client.createCardRefV4({ ...gateway, privateKey }, { route, ...ids }, never),
  },
  {
    path: 'api/v2/get-card-info',
    names: 'login cardrefid control',
    signed: () => ['NordShop', '880017'],
    body: answerBody({ type: 'get-card-info-response', bin: '411111' }),
    outcome: {
      kind: 'answered',
      bin: '411111',
      ...{ printedName: null, expireMonth: null, expireYear: null, lastFour: null },
    },
    call: (client, gateway, route) => client.getCardInfo(gateway, { route, cardRefId: '880017' }, never),
  },
  {
    path: 'api/v2/make-rebill',
    names: rebillNames,
    signed: byCard,
    body: acceptedBody,
    outcome: accepted,
    call: (client, gateway, route) => sent(client.prepareRebill(gateway, rebillRequest({ route }), '')),
  },
  {
    path: 'api/v2/make-rebill-preauth',
    names: rebillNames,
    signed: byCard,
    body: acceptedBody,
    outcome: accepted,
    call: (client, gateway, route) =>
      sent(client.prepareRebill(gateway, rebillRequest({ route, kind: 'rebill-auth' }), '')),
  },
  {
    path: 'api/v2/status',
    names: 'login client_orderid orderid control',
    signed: byOrder,
    body: approvedBody,
    outcome: { kind: 'answered', answer: { status: 'approved', gatewayOrderId: '6684100', step: null } },
    call: (client, gateway, route) => client.status(gateway, statusRequest({ route }), never),
  },
  {
    path: 'api/v2/sale',
    names:
      'client_orderid order_desc amount currency control ipaddress redirect_url card_printed_name credit_card_number ' +
      `expire_month expire_year cvv2 email ${customerNames}`,
    signed: ({ id }) => [id, 'INV-2041', '1042', 'iva@example.test'],
    body: acceptedBody,
    outcome: accepted,
    call: (client, gateway, route) => sent(client.prepareSale(gateway, saleRequest({ route }), typedCard)),
  },
  {
    path: 'api/3ds/v1/upload-method-url-result',
    names:
      'login orderid client-order-id control threeDSServerTransID threeDSCompInd notificationURL browserIP ' +
      browserNames,
    signed: byOrder,
    body: acceptedBody,
    outcome: { kind: 'accepted' },
    call: (client, gateway, route) =>
      sent(client.prepareUpload(gateway, { ...ids, route, kind: 'method', ...methodResult })),
  },
  {
    path: 'api/3ds/v1/upload-cres-result',
    names: 'login orderid client-order-id control cres',
    signed: byOrder,
    body: acceptedBody,
    outcome: { kind: 'accepted' },
    call: (client, gateway, route) =>
      sent(client.prepareUpload(gateway, { ...ids, route, kind: 'challenge', cres: 'eyJ9' })),
  },
  {
    path: 'api/3ds/v1/upload-pares-result',
    names: 'login orderid client-order-id control paRes md',
    signed: byOrder,
    body: acceptedBody,
    outcome: { kind: 'accepted' },
    call: (client, gateway, route) =>
      sent(client.prepareUpload(gateway, { ...ids, route, kind: 'pareq', paRes: 'a+/=', md: 'M' })),
  },
]

const forms: readonly (readonly [GatewayRoute, string])[] = [
  [{ kind: 'endpoint', id: '4411' }, '4411'],
  [{ kind: 'group', id: '7722' }, 'group/7722'],
]

describe('every operation of the interface, in both forms of its path', () => {
  for (const row of rows)
    for (const [route, entry] of forms)
      it(`POST /paynet/${row.path}/${entry}`, async () => {
        const gateway = await start(answering200(row.body))
        const { outcome, exchange } = await row.call(clientWith(), plain(gateway), route)
        expect(outcome).toMatchObject(row.outcome)
        expect(gateway.deliveries).toHaveLength(1)

        const [head = '', body = ''] = (gateway.deliveries[0] ?? '').split('\r\n\r\n')
        expect(head.split('\r\n')[0]).toBe(`POST /paynet/${row.path}/${entry} HTTP/1.1`)
        expect(head.toLowerCase()).toContain('\r\ncontent-type: application/x-www-form-urlencoded')
        const parameters = [...new URLSearchParams(body)]
        expect(parameters.map(([name]) => name)).toEqual(row.names.split(' '))
        expect(parameters.filter(([, value]) => value === '')).toEqual([])

        const control = parameters.find(([name]) => name === 'control')?.[1] ?? null
        const key = plain(gateway).controlKey
        expect(control).toBe(row.signed === null ? null : controlOf(row.signed(route), key))
        expect(/^authorization: OAuth /im.test(head)).toBe(row.signed === null)

        expect(exchange).toMatchObject({
          host: `127.0.0.1:${gateway.port}`,
          path: `/${row.path}/${entry}`,
          outcome: 'answered',
          httpStatus: 200,
        })
        expect(exchange.request.map(({ name }) => name)).toEqual(row.names.split(' '))
      })
})

describe('an upload to a group in an installation that expects the id alone', () => {
  for (const row of rows) {
    const entry = row.path.startsWith('api/3ds/') ? '7722' : 'group/7722'
    it(`is POST /paynet/${row.path}/${entry}`, async () => {
      const gateway = await start(answering200(row.body))
      const known = plain(gateway)
      const target = { ...known, saleRules: { ...known.saleRules, uploadRoute: 'id-only' as const } }
      const { exchange } = await row.call(clientWith(), target, { kind: 'group', id: '7722' })
      expect(gateway.deliveries[0]?.split(' ')[1]).toBe(`/paynet/${row.path}/${entry}`)
      expect(exchange.path).toBe(`/${row.path}/${entry}`)
    })
  }
})
