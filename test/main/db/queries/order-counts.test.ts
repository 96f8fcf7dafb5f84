import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StatusFamily } from '../../../../src-shared/domain/order-status'
import { OrderCounts, countsFrom, type FamilyCount } from '../../../../src-main/db/queries/order-counts'
import type { OrderRecord } from '../../../../src-main/ports/storage'
import { memoryDatabase, newOrder, profile, refusalOf, startMs, TestDatabase } from '../builders'
import { recordOf } from '../../../support/builders'

const profiles = ['prof-1', 'prof-2']

it('the kept counts of orders are those of the orders, after any writes', () => {
  const write = fc.oneof(
    fc.record({ kind: fc.constant('adopt' as const), profileId: fc.constantFrom(...profiles) }),
    fc.record({ kind: fc.constant('charge' as const) }),
    fc.record({
      kind: fc.constant('change' as const),
      which: fc.nat(),
      status: fc.constantFrom('processing', 'approved', 'declined', 'error', 'filtered', 'unknown', null),
    }),
    fc.record({ kind: fc.constant('send' as const), which: fc.nat() }),
    fc.record({ kind: fc.constant('sweep' as const) }),
  )
  fc.assert(
    fc.property(fc.array(write, { maxLength: 25 }), (writes) => {
      const memory = memoryDatabase()
      const database = new TestDatabase(memory)
      database.open.writer.saveProfile(profile({ profileId: 'prof-2' }))
      const orders: OrderRecord[] = []
      const at = (which: number) => which % Math.max(orders.length, 1)
      const replace = (index: number, change: (order: OrderRecord) => OrderRecord) => {
        const before = orders[index]
        if (before === undefined) return
        // Some changes are refused, such as another outcome after a final one.
        refusalOf(() => {
          const now = database.open.reader.getOrder(before.summary.orderId)
          if (now !== null) orders[index] = change(now)
        })
      }
      writes.forEach((one, index) => {
        switch (one.kind) {
          case 'adopt':
            orders.push(
              recordOf(
                database.open.writer.adoptOrder(
                  newOrder({ clientOrderId: String(index), profileId: one.profileId }),
                  [],
                ),
              ),
            )
            break
          case 'charge':
            orders.push(database.recorded())
            break
          case 'change':
            replace(at(one.which), (order) => database.change(order, { status: one.status }))
            break
          case 'send':
            replace(at(one.which), (order) => database.move(order, 'sending'))
            break
          case 'sweep':
            database.open.writer.sweepSending(startMs)
        }
      })
      const kept = new OrderCounts(memory.db)
      for (const profileId of [null, ...profiles])
        expect(kept.of(profileId)).toEqual(
          countsFrom(
            memory.db
              .prepare<[string | null, string | null], FamilyCount & { family: StatusFamily }>(
                `SELECT family, count(*) AS count FROM orders JOIN profiles USING (profile_key)
                 WHERE ? IS NULL OR profile_id = ? GROUP BY family`,
              )
              .all(profileId, profileId),
          ),
        )
    }),
    { numRuns: 40 },
  )
})
