import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainSealOf } from '../../../../src-main/db/file/chain-seal'
import { connect } from '../../../../src-main/db/file/connection'
import { ChainCheck } from '../../../../src-main/db/queries/chain-check'
import { openWriter } from '../../../../src-main/db/storage'
import type { ChainProgress } from '../../../../src-main/ports/storage'
import { aSignature, newOrder, TestDatabase, TestFolder } from '../builders'

const newestSize = 5

let folder: TestFolder

beforeEach(() => {
  folder = new TestFolder()
  const database = new TestDatabase(folder.create())
  database.chargeIn('final')
  for (let number = 0; number < 20; number++)
    database.open.writer.adoptOrder(newOrder({ clientOrderId: `INV-${String(number)}` }), [])
})
afterEach(() => {
  folder.remove()
})

/** What the newest part shows, and what the whole check shows after it. */
function checked(): { readonly newest: ChainProgress['flaw']; readonly whole: ChainProgress['flaw'] } {
  const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
  const check = new ChainCheck(db, chainSealOf(folder.key, ''), newestSize)
  let progress = check.next(null)
  while (progress.part === 'newest') progress = check.next(progress)
  const newest = progress.flaw
  while (progress.part !== 'done') progress = check.next(progress)
  return { newest, whole: progress.flaw }
}

const last = '(SELECT max(seq) FROM audit_chain)'

describe('the check of the audit chain (S20)', () => {
  it('finds nothing in a history that nobody changed', () => {
    expect(checked()).toEqual({ newest: null, whole: null })
  })

  it.each([
    ['a changed entry', `UPDATE audit_chain SET at_ms = at_ms + 1 WHERE seq = ${last} - 2`, 'entry-changed'],
    ['a removed entry', `DELETE FROM audit_chain WHERE seq = ${last} - 2`, 'entry-missing'],
    [
      'a changed order',
      `UPDATE orders SET status = 'declined' WHERE order_id = (SELECT max(order_id) FROM orders)`,
      'order-changed',
    ],
    [
      'a removed order',
      'DELETE FROM orders WHERE order_id = (SELECT max(order_id) FROM orders)',
      'order-missing',
    ],
  ])('finds %s in the newest part at once', (_what, sql, kind) => {
    folder.edit(sql)
    expect(checked()).toMatchObject({ newest: { kind }, whole: { kind } })
  })

  it.each([
    ['a changed entry', 'UPDATE audit_chain SET at_ms = at_ms + 1 WHERE seq = 3', 'entry-changed'],
    ['a changed order', 'UPDATE charges SET amount_minor = 100', 'order-changed'],
  ])('finds %s in an old part with the whole check', (_what, sql, kind) => {
    folder.edit(sql)
    expect(checked()).toMatchObject({ newest: null, whole: { kind } })
  })

  it('says the first flaw of all at the end', () => {
    folder.edit(`UPDATE audit_chain SET at_ms = at_ms + 1 WHERE seq IN (3, ${last} - 2)`)
    const { newest, whole } = checked()
    expect(whole?.seq).toBe(3)
    expect(newest?.seq).toBeGreaterThan(3)
  })

  it('leaves what a person accepted to the whole check, which finds no other change of it', () => {
    folder.edit(`UPDATE audit_chain SET at_ms = at_ms + 1 WHERE seq = ${last} - 2`)
    const opening = openWriter({ file: folder.file }, folder.key)
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    opening.writer.signChain({ ...aSignature(opening.reader), finding: 'entry-changed' })
    opening.close()
    expect(checked()).toEqual({ newest: null, whole: null })
    folder.edit(`UPDATE audit_chain SET at_ms = at_ms + 1 WHERE seq = ${last} - 3`)
    expect(checked()).toMatchObject({ newest: null, whole: { kind: 'entry-changed' } })
  })

  it('covers in parts what it covers at once, also when an order is stored between two parts', () => {
    folder.edit(`UPDATE charges SET amount_minor = 100`)
    const opening = openWriter({ file: folder.file }, folder.key)
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    const coverBy = (page: number, between: () => void = () => undefined) => {
      const check = new ChainCheck(db, chainSealOf(folder.key, ''), newestSize, page)
      let cover = check.cover(null)
      between()
      while (cover.part !== 'done') cover = check.cover(cover)
      return cover
    }
    const whole = coverBy(1000)
    expect(whole.flawedOrders).toHaveLength(1)
    expect(coverBy(2)).toEqual(whole)
    const covers = coverBy(2, () => {
      opening.writer.adoptOrder(newOrder({ clientOrderId: 'INV-between' }), [])
    })
    opening.writer.signChain({ ...aSignature(opening.reader), covers })
    opening.close()
    expect(checked()).toEqual({ newest: null, whole: null })
    folder.edit(`UPDATE audit_chain SET at_ms = at_ms + 1 WHERE seq = 3`)
    expect(checked().whole).toMatchObject({ kind: 'entry-changed' })
  })

  it('takes no false acceptance of what comes later', () => {
    const facts = '{"words":"","covers":{"seq":1000,"digest":""}}'
    folder.edit(`UPDATE audit_chain SET kind = 'acknowledged', facts = '${facts}' WHERE seq = ${last} - 1`)
    expect(checked()).toMatchObject({ newest: { kind: 'entry-changed' }, whole: { kind: 'entry-changed' } })
  })
})
