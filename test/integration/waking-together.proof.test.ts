import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src-main/platform/clock'
import type { GatewayClient } from '../../src-main/ports/gateway-client'
import type { OrderRecord, ProfileRecord } from '../../src-main/ports/storage'
import { Follower } from '../../src-main/services/following/follower'
import { GatewayAccess } from '../../src-main/services/access/gateway-access'
import { StorageSession } from '../../src-main/services/common/storage-session'
import { minPollMs } from '../../src-main/services/following/poll-ladder'
import { PollingStops } from '../../src-main/services/access/polling-stops'
import { AdminPolicy } from '../../src-main/services/common/admin-policy'
import { ProfileDirectory } from '../../src-main/services/access/profile-directory'
import { pollGapMs } from '../../src-main/services/following/poll-spacing'
import { StatusCheck } from '../../src-main/services/following/status-check'
import { aProfile } from '../support/builders'
import { FakeNetwork, FakeSimulatorHost, FakeVault, simulatorInfo } from '../support/fakes'
import { credentials } from '../support/gateway-calls'
import { openStorage, type TestStorage } from '../support/storage'
import { clientWith } from '../support/wire-client'

/** Polls as the app sent them: order and monotonic time. */
let sent: { readonly clientOrderId: string; readonly atMs: number }[]
/** Paths of the requests that reached the gateway, in order. */
let arrived: string[]
/** Requests of these entry points are never answered. */
let silentRoute: string | null
let server: Server
let storage: TestStorage
let profiles: ProfileDirectory
let follower: Follower

beforeEach(async () => {
  sent = []
  arrived = []
  silentRoute = null
  storage = await openStorage()
  const session = new StorageSession()
  session.use(storage)
  server = createServer((request, response) => {
    arrived.push(request.url ?? '')
    if (silentRoute === null || request.url?.endsWith(`/${silentRoute}`) !== true) answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const vault = new FakeVault()
  const simulator = new FakeSimulatorHost()
  const { port } = server.address() as AddressInfo
  simulator.start = async () => ({ ...simulatorInfo, baseUrl: `http://127.0.0.1:${port}/paynet` })
  const clock = systemClock
  const random = () => 0
  const report = (_: string, error: unknown) => {
    throw error
  }
  const client = clientWith({ timeoutMs: 60_000 })
  const gateway = {
    status: (...call: Parameters<GatewayClient['status']>) => {
      sent.push({ clientOrderId: call[1].clientOrderId, atMs: clock.monotonicMs() })
      return client.status(...call)
    },
  } as GatewayClient
  const access = new GatewayAccess({
    ...{ storage: session, vault, simulator, clock },
    onKeychainOpen: () => undefined,
  })
  profiles = new ProfileDirectory(session, new AdminPolicy())
  follower = new Follower({
    ...{ storage: session, access, profiles, clock, random, report },
    check: new StatusCheck({ storage: session, gateway, access, clock, random }),
    stops: new PollingStops({ clock, random }),
    announcer: { announce: () => undefined },
    appState: { refreshSoon: () => undefined },
    network: new FakeNetwork(),
  })
  for (const profile of [first, second]) {
    await storage.writer.saveProfile(profile)
    await vault.saveControlKey(profile, credentials.controlKey)
  }
  await follower.start()
})

afterEach(async () => {
  follower.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const simulated = { environment: 'simulator', baseUrl: null } as const
const first = aProfile(simulated)
const second = aProfile({ ...simulated, profileId: 'profile-2', name: 'Other' })

/** An order that the gateway works on. */
function answer(response: ServerResponse): void {
  response.setHeader('Content-Type', 'text/html;charset=utf-8')
  response.end('type=status-response\n&serial-number=a2\n&status=processing\n')
}

/** Open orders of a profile that are all due now. */
async function dueOrders(profile: ProfileRecord, routeId: string, count: number): Promise<OrderRecord[]> {
  const orders: OrderRecord[] = []
  for (let index = 0; index < count; index++)
    orders.push(
      await storage.writer.adoptOrder(
        {
          ...{ profileId: profile.profileId, environment: 'simulator', kind: 'adopted', cardId: null },
          ...{ route: { kind: 'endpoint', id: routeId }, clientOrderId: `${routeId}-${index}` },
          ...{ gatewayOrderId: String(6684100 + index), amountMinor: 2500, currency: 'EUR' },
          ...{ bin: null, lastFour: null, cardholderName: null, description: null, reference: null },
          ...{ createdAtMs: Date.now(), followState: 'following', nextCheckAtMs: Date.now() },
        },
        [],
      ),
    )
  return orders
}

function gapsOf(moments: readonly { readonly atMs: number }[]): number[] {
  return moments.slice(1).map(({ atMs }, index) => atMs - (moments[index]?.atMs ?? 0))
}

it('five hundred orders that are due together are polled one by one, each at its pace (D3)', async () => {
  const orders = await dueOrders(first, '4411', 500)
  for (const order of orders) follower.follow(order)
  await expect.poll(() => arrived.length, { timeout: 50_000 }).toBeGreaterThanOrEqual(600)
  follower.stop()

  expect(Math.min(...gapsOf(sent))).toBeGreaterThanOrEqual(pollGapMs)
  const byOrder = orders.map(({ summary }) =>
    sent.filter(({ clientOrderId }) => clientOrderId === summary.clientOrderId),
  )
  expect(byOrder.filter((questions) => questions.length === 0)).toEqual([])
  const paces = byOrder.flatMap(gapsOf)
  expect(paces.length).toBeGreaterThanOrEqual(50)
  expect(Math.min(...paces)).toBeGreaterThanOrEqual(minPollMs)
}, 60_000)

it('orders of a gateway that does not answer delay no order of another profile (D5)', async () => {
  silentRoute = '4411'
  for (const order of await dueOrders(first, '4411', 200)) follower.follow(order)
  await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(32)
  for (const order of await dueOrders(second, '5500', 40)) follower.follow(order)
  const answered = () => arrived.filter((path) => path.endsWith('/5500')).length
  await expect.poll(answered, { timeout: 20_000 }).toBeGreaterThanOrEqual(40)
  expect(arrived.filter((path) => path.endsWith('/4411'))).toHaveLength(32)
}, 60_000)
