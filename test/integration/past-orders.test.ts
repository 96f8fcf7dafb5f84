import { afterAll, expect, it } from 'vitest'
import { HttpGatewayClient } from '../../src-main/gateway/http-gateway-client'
import { NodeHttpTransport } from '../../src-main/gateway/http-transport'
import { systemClock } from '../../src-main/platform/clock'
import { reduceStatus } from '../../src-main/services/following/status-reducer'
import { defaultSaleRules } from '../../src-shared/domain/sale-rules'
import { HandClock, key, login, start, stopAll, welcomeOf } from '../main/simulator/support'
import { anOrder } from '../support/builders'

afterAll(stopAll)

const client = new HttpGatewayClient({
  transport: new NodeHttpTransport({ clock: systemClock, proxies: { resolve: async () => 'DIRECT' } }),
  clock: systemClock,
  allowsLoopbackTest: true,
})

/** Timeline entries that a status of the past can cause. The others would tell staff that something is wrong. */
const ordinaryEntries = [
  ...['status-changed', 'final', 'refund-started', 'refund-approved', 'refund-refused'],
  ...['cancel-started', 'cancel-approved', 'retrieval', 'dispute', 'fraud', 'chargeback'],
]

it('every past order of the simulator is read by the app without a doubt or an unknown field', async () => {
  const clock = new HandClock()
  const simulator = await start({ clock })
  const { orders, past } = await welcomeOf(simulator)
  const credentials = {
    ...{
      profileId: 'p-1',
      environment: 'simulator' as const,
      baseUrl: simulator.announcement.baseUrl,
      login,
    },
    ...{
      rebillControl: 'without-endpoint' as const,
      saleRules: defaultSaleRules('simulator'),
      controlKey: key,
    },
  }
  const route = { kind: 'group', id: '7722' } as const
  const objections: string[] = []
  for (const { clientOrderId, gatewayOrderId } of [...orders, ...past]) {
    const request = { route, clientOrderId, gatewayOrderId, bySerialNumber: null }
    const { outcome } = await client.status(credentials, request, new AbortController().signal)
    const adopted = anOrder({
      chargeState: null,
      summary: {
        clientOrderId,
        gatewayOrderId,
        amountMinor: null,
        currency: null,
        bin: null,
        lastFour: null,
      },
    })
    const { set, entries } = reduceStatus(adopted, outcome, clock.nowMs())
    const fields = outcome.kind === 'answered' ? outcome.answer.fields : []
    objections.push(
      ...fields
        .filter(({ isUnreadable }) => isUnreadable)
        .map(({ name }) => `${clientOrderId}: ${name} unreadable`),
      ...fields.filter(({ fact }) => fact === undefined).map(({ name }) => `${clientOrderId}: ${name}`),
      ...entries
        .filter(({ kind }) => !ordinaryEntries.includes(kind))
        .map(({ kind }) => `${clientOrderId}: ${kind}`),
    )
    if (set.alert !== null || set.lastCheckFailure !== null || set.amountMinor === undefined)
      objections.push(`${clientOrderId}: ${JSON.stringify(set)}`)
  }
  expect(objections).toEqual([])
  expect(orders.length + past.length).toBe(401)
})
