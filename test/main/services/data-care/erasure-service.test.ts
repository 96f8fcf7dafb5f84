import type { ConsentQuestion } from '../../../../src-main/ports/consent-prompt'
import { describe, expect, it } from 'vitest'
import { defaultCareMemory } from '../../../../src-main/db/file/care-memory'
import type { CareMemory } from '../../../../src-shared/domain/data-care'
import type { OrderView } from '../../../../src-shared/domain/order'
import { StorageSession } from '../../../../src-main/services/common/storage-session'
import { CareView } from '../../../../src-main/services/data-care/care-view'
import { ErasureService } from '../../../../src-main/services/data-care/erasure-service'
import { FakeClock } from '../../../support/fakes/fake-clock'
import { MemoryStorageHost } from '../../../support/memory-storage-host'
import { newOrder, profile } from '../../db/builders'
import { anActor } from '../../../support/builders'

const dayMs = 86_400_000

async function make() {
  const host = new MemoryStorageHost()
  const storage = new StorageSession()
  const opening = await host.create(new Uint8Array(32))
  storage.use(opening)
  const clock = new FakeClock()
  const view = new CareView(
    { ...defaultCareMemory, schedule: { ...defaultCareMemory.schedule, isOn: false } },
    clock,
  )
  const told: OrderView[] = []
  const sending = { is: false }
  const consent = {
    questions: [] as ConsentQuestion[],
    require: (question: ConsentQuestion) => {
      consent.questions.push(question)
      return Promise.resolve()
    },
  }
  const service = new ErasureService({
    ...{ storage, view, clock },
    operators: { actor: () => Promise.resolve(anActor('Iva')) },
    consent: { requireIfLive: consent.require },
    copies: { list: () => Promise.resolve([]) },
    care: {
      remember: (change: Partial<CareMemory>) => {
        view.memory = { ...view.memory, ...change }
        return Promise.resolve()
      },
    },
    announcer: { announceView: (order) => told.push(order) },
    publisher: { publish: () => undefined },
    report: (_what, error) => {
      throw error
    },
    isSending: () => sending.is,
  })
  await opening.writer.saveProfile(profile())
  const adopt = async (clientOrderId: string, createdAtMs: number) => {
    const { summary } = await opening.writer.adoptOrder(
      newOrder({ clientOrderId, createdAtMs, nextCheckAtMs: null, cardholderName: 'Zoe Berg' }),
      [],
    )
    await opening.writer.changeOrder({
      ...{ orderId: summary.orderId, expectedRevision: summary.revision, atMs: createdAtMs, entries: [] },
      set: { status: 'approved' },
    })
    return summary.orderId
  }
  /** Lets the work go on while the clock does. */
  const during = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false
    const ended = work.finally(() => (isOver = true))
    for (let step = 0; step < 2000 && !isOver; step++) await clock.advance(10)
    return ended
  }
  return { service, clock, view, told, sending, consent, adopt, during, reader: opening.reader }
}

it('an erasure and a stricter rule are released by a person (S33)', async () => {
  const { service, clock, adopt, during, consent } = await make()
  const id = await adopt('INV-1', clock.nowMs())
  await during(service.erasePerson({ of: 'order', id }, 1))
  await service.saveRetention(12, 'ERASE')
  await service.saveRetention(null, '')
  expect(consent.questions).toEqual([
    { kind: 'erase-person', orders: 1 },
    { kind: 'retention', months: 12 },
  ])
})

describe('the erasure of a person', () => {
  it('erases, tells the windows, and writes the log', async () => {
    const { service, clock, adopt, during, told, reader } = await make()
    const orderId = await adopt('INV-1', clock.nowMs())
    expect(await service.preview({ of: 'order', id: orderId })).toMatchObject({ orders: 1, openOrders: 0 })
    const entry = await during(service.erasePerson({ of: 'order', id: orderId }, 1))
    expect(entry).toMatchObject({ rule: 'person', orders: 1, doneAtMs: expect.any(Number) as number })
    expect(told.map(({ summary }) => summary.cardholderName)).toEqual([null])
    expect((await reader.getOrder(orderId))?.summary.cardholderName).toBeNull()
  })

  it('waits while a charge is under way', async () => {
    const { service, clock, adopt, during, sending, reader } = await make()
    const orderId = await adopt('INV-1', clock.nowMs())
    sending.is = true
    const erasing = service.erasePerson({ of: 'order', id: orderId }, 1)
    for (let step = 0; step < 20; step++) await clock.advance(100)
    expect((await reader.getOrder(orderId))?.summary.cardholderName).toBe('Zoe Berg')
    sending.is = false
    await during(erasing)
    expect((await reader.getOrder(orderId))?.summary.cardholderName).toBeNull()
  })
})

describe('the retention rule', () => {
  it('needs the word to be switched on, and none to be changed or switched off', async () => {
    const { service, view } = await make()
    await expect(service.saveRetention(12, 'erase it')).rejects.toMatchObject({
      details: { reason: 'erasure-not-confirmed' },
    })
    expect(view.memory.retention.months).toBeNull()
    await service.saveRetention(12, 'ERASE')
    await service.saveRetention(24, '')
    expect(view.memory.retention.months).toBe(24)
    await service.saveRetention(null, '')
    expect(view.memory.retention.months).toBeNull()
  })

  it('erases old final orders once a day, and no younger ones', async () => {
    const { service, clock, adopt, during, reader } = await make()
    const old = await adopt('INV-1', clock.nowMs() - 400 * dayMs)
    const young = await adopt('INV-2', clock.nowMs() - 30 * dayMs)
    await during(service.look())
    expect((await reader.getOrder(old))?.summary.cardholderName).toBe('Zoe Berg')
    expect(await service.countExpired(12)).toBe(1)
    await service.saveRetention(12, 'ERASE')
    await during(service.look())
    expect((await reader.getOrder(old))?.summary.cardholderName).toBeNull()
    expect((await reader.getOrder(young))?.summary.cardholderName).toBe('Zoe Berg')
    expect(await service.list()).toMatchObject([{ rule: 'retention', keptMonths: 12, orders: 1, cards: 0 }])

    await during(service.look())
    expect(await service.list()).toHaveLength(1)
  })
})
