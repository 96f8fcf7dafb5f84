import { beforeEach, describe, expect, it } from 'vitest'
import { readPastedTable } from '../../../../src-main/order-files/pasted-table'
import { AdminPolicy } from '../../../../src-main/services/common/admin-policy'
import { ProfileDirectory } from '../../../../src-main/services/access/profile-directory'
import { StorageSession } from '../../../../src-main/services/common/storage-session'
import { AdoptionService, adoptionGapMs } from '../../../../src-main/services/orders/adoption-service'
import {
  readyEnvironment,
  settled,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes'
import { aProfile } from '../../../support/builders'
import { aCardNumber } from '../../../support/builders'

let env: TestEnvironment
let app: TestApp
let service: AdoptionService

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
  const storage = new StorageSession()
  storage.use((await env.storage.open(env.storage.key ?? new Uint8Array())) as never)
  service = new AdoptionService({
    storage,
    profiles: new ProfileDirectory(storage, new AdminPolicy()),
    orders: app.orders,
    readTable: readPastedTable,
    publisher: app.publisher,
    clock: env.clock,
    report: (where, error) => env.problems.push({ where, error }),
  })
})

const list = (text: string) => ({ text, routeId: '4411' })

describe('the preview of a pasted list', () => {
  it('says for each line whether it is added, known, repeated or invalid, and stores nothing', async () => {
    await app.orders.adopt({ clientOrderId: 'INV-1', gatewayOrderId: '77', routeId: '4411' })
    const before = env.storage.orders().length
    const { lines } = await service.preview(
      list(`INV-1\t77\nINV-1\t78\nINV-2\t\nINV-2\t\nINV-3\tnot an id\n${aCardNumber}\t`),
    )
    expect(lines.map(({ clientOrderId, verdict, problem }) => [clientOrderId, verdict, problem])).toEqual([
      ['INV-1', 'known', null],
      ['INV-1', 'add', null],
      ['INV-2', 'add', null],
      ['INV-2', 'repeated', null],
      ['INV-3', 'invalid', 'not-an-id'],
      ['', 'invalid', 'card-number'],
    ])
    expect(env.storage.orders()).toHaveLength(before)
    expect(env.gateway.statusRequests).toHaveLength(0)
  })

  it('finds the columns by their titles, in any order, and keeps long ids and leading zeros', async () => {
    const preview = await service.preview(
      list('Amount;Gateway order ID;Client order ID\n1,50;1152735103331642317;0012345'),
    )
    expect(preview.columns).toEqual({ clientOrderId: 2, gatewayOrderId: 1, hasTitles: true })
    expect(preview.separator).toBe(';')
    expect(preview.lines).toMatchObject([
      { line: 2, clientOrderId: '0012345', gatewayOrderId: '1152735103331642317', verdict: 'add' },
    ])
  })

  it('uses the columns that the person chose instead', async () => {
    const columns = { clientOrderId: 1, gatewayOrderId: null, hasTitles: false }
    const { lines } = await service.preview({ ...list('a,INV-1\nb,INV-2'), columns })
    expect(lines.map(({ clientOrderId }) => clientOrderId)).toEqual(['INV-1', 'INV-2'])
  })
})

describe('adding the orders of a list', () => {
  it('adds one after the other with a pause, and each is checked at the gateway', async () => {
    for (const id of ['INV-1', 'INV-2', 'INV-3']) {
      env.gateway.bookOrder(id, '10.15', 'USD')
      env.gateway.setStatus(id, 'approved')
    }
    expect(await service.start(list('INV-1\nINV-2\nINV-3'))).toMatchObject({ state: 'running', total: 3 })
    await settled()
    expect(env.storage.orders()).toHaveLength(1)
    await env.clock.advance(adoptionGapMs)
    expect(env.storage.orders()).toHaveLength(2)
    await env.clock.advance(3 * adoptionGapMs)
    expect(service.get()).toMatchObject({ state: 'done', added: 3, known: 0, failed: 0 })
    expect(env.storage.orders().map(({ summary }) => summary.status)).toEqual([
      'approved',
      'approved',
      'approved',
    ])
  })

  it('adds nothing while it is paused, and goes on where it was', async () => {
    await service.start(list('INV-1\nINV-2\nINV-3'))
    await settled()
    service.pause()
    await env.clock.advance(5 * adoptionGapMs)
    expect(env.storage.orders()).toHaveLength(1)
    service.resume()
    await env.clock.advance(5 * adoptionGapMs)
    expect(service.get()).toMatchObject({ state: 'done', added: 3 })
  })

  it('keeps what was added when it is stopped, and takes a new list afterwards', async () => {
    await service.start(list('INV-1\nINV-2'))
    await settled()
    await expect(service.start(list('INV-9'))).rejects.toMatchObject({
      details: { reason: 'adoption-running' },
    })
    service.stop()
    await env.clock.advance(5 * adoptionGapMs)
    expect(service.get()).toMatchObject({ state: 'stopped', added: 1 })
    await service.start(list('INV-1\nINV-2'))
    await env.clock.advance(5 * adoptionGapMs)
    expect(service.get()).toMatchObject({ state: 'done', total: 1, added: 1 })
    expect(env.storage.orders().map(({ summary }) => summary.clientOrderId)).toEqual(['INV-1', 'INV-2'])
  })

  it('stays with its profile when the person switches to another one', async () => {
    const [first] = env.storage.reader.listProfiles()
    env.storage.writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Other' }))
    await service.start(list('INV-1\nINV-2'))
    await settled()
    env.storage.writer.setActiveProfile('profile-2')
    await env.clock.advance(3 * adoptionGapMs)
    expect(new Set(env.storage.orders().map(({ summary }) => summary.profileId))).toEqual(
      new Set([first?.profileId]),
    )
  })

  it('pauses when the history cannot be written, and tries that line again when the person continues', async () => {
    await service.start(list('INV-1\nINV-2'))
    await settled()
    env.storageFaults.failWrites('disk-full', 'adoptOrder')
    await env.clock.advance(2 * adoptionGapMs)
    expect(service.get()).toMatchObject({ state: 'paused', added: 1 })
    env.storageFaults.endWriteFaults()
    service.resume()
    await env.clock.advance(3 * adoptionGapMs)
    expect(service.get()).toMatchObject({ state: 'done', added: 2, failed: 0 })
  })
})
