import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainSealOf } from '../../../../src-main/db/file/chain-seal'
import type { Sqlite } from '../../../../src-main/db/file/connection'
import { openWriter, type OpenWriter } from '../../../../src-main/db/storage'
import { isReadable } from '../../../../src-main/ports/records'
import type { ChainProgress, OperatorRecord } from '../../../../src-main/ports/storage'
import { anActor } from '../../../support/builders'
import { AuditChain } from '../../../../src-main/db/tables/audit-chain'
import {
  entry,
  memoryDatabase,
  newOrder,
  refusalOf,
  signingKey,
  startMs,
  TestDatabase,
  TestFolder,
} from '../builders'

// S20.

let open: OpenWriter & { readonly db: Sqlite }
let database: TestDatabase

beforeEach(() => {
  open = memoryDatabase()
  database = new TestDatabase(open)
})

const kinds = () => open.db.prepare<[], string>('SELECT kind FROM audit_chain ORDER BY seq').pluck().all()
const newest = () =>
  JSON.parse(
    open.db.prepare<[], string>('SELECT facts FROM audit_chain ORDER BY seq DESC LIMIT 1').pluck().get() ??
      '{}',
  ) as Record<string, unknown>

/** The end of a check of the whole chain. */
function checked({ reader }: OpenWriter): ChainProgress {
  let progress = reader.checkChain(null)
  while (progress.part !== 'done') progress = reader.checkChain(progress)
  return progress
}

describe('the audit chain', () => {
  it('has an entry for each act on a charge: first all of the order, then only what changed', () => {
    const recorded = database.recorded()
    expect(newest()).toMatchObject({
      order: { charge: 'recorded', sent: 0, amountMinor: 4900, currency: 'EUR' },
    })
    const sending = database.change(
      recorded,
      {},
      {
        charge: { from: 'recorded', expectedVersion: 2, to: 'sending', transmissions: 1 },
        entries: [entry('sent')],
      },
    )
    expect(newest()).toEqual({ acts: ['sent'], order: { charge: 'sending', sent: 1 } })
    database.change(sending, {}, { entries: [entry('note', { text: 'Called' })] })
    expect(newest()).toEqual({ acts: ['note'] })
    expect(checked(open)).toMatchObject({ flaw: null })
  })

  it('does not take over what somebody changed in a row before the next act', () => {
    const order = database.chargeIn('accepted')
    open.db.exec(`UPDATE orders SET status = 'declined', revision = revision + 1`)
    const changed = { ...order, summary: { ...order.summary, revision: order.summary.revision + 1 } }
    database.change(changed, { gatewayOrderId: '6684100' }, { entries: [entry('note', { text: 'Called' })] })
    expect(checked(open)).toMatchObject({ flaw: { kind: 'order-changed' } })
  })

  it('says once with which version and where it was written, and again when that changes', () => {
    const opened = (appVersion: string, seat: string) => {
      const seal = { ...chainSealOf(new Uint8Array(32), appVersion), seat }
      open.db.transaction(() => new AuditChain(open.db, seal).append('noted', {}, { actor: null }))()
    }
    const before = kinds().length
    opened('1.0.0', 'a')
    opened('1.0.0', 'a')
    opened('1.1.0', 'a')
    opened('1.1.0', 'b')
    expect(kinds().slice(before)).toEqual([
      ...['opened', 'noted', 'noted'],
      ...['opened', 'noted'],
      ...['opened', 'noted'],
    ])
  })

  it('has the marks of both people of a charge that a second person released', () => {
    const [iva, ben] = ['Iva', 'Ben'].map((name) => {
      open.writer.noteAct({ kind: 'charge-refused', facts: { reason: 'x' } }, name)
      return newest()['by']
    })
    database.recorded({}, {}, [
      entry('confirmed', { actor: anActor('Iva') }),
      entry('seconded', { actor: anActor('Ben') }),
    ])
    expect(newest()).toMatchObject({ by: iva, second: ben })
  })

  it.each<[string, () => void]>([
    ['profile-saved', () => database.open.writer.saveProfile({ ...aStored(), name: 'Other' })],
    ['settings-saved', () => database.open.writer.saveSettings(open.reader.getState().settings)],
    ['recovery-code', () => database.open.writer.setRecoveryMade(true)],
    [
      'signing-key-saved',
      () => database.open.writer.saveSigningKey('prof-1', signingKey(), Uint8Array.of(1)),
    ],
    ['signing-key-removed', () => database.open.writer.removeSigningKey('prof-1')],
    ['operator-saved', () => database.open.writer.saveOperator(operator)],
    [
      'operator-removed',
      () => {
        database.open.writer.saveOperator(operator)
        database.open.writer.removeOperator(operator.operatorId)
      },
    ],
    ['lock-saved', () => database.open.writer.saveLockMinutes(5)],
    ['profile-removed', () => database.open.writer.removeProfile('prof-1')],
    [
      'erasure-planned',
      () => database.open.writer.planRetentionErasure([], { keptMonths: 6, atMs: startMs, actor: null }),
    ],
    ['restore-settled', () => database.open.writer.settleRestore(startMs, 'Iva')],
    [
      'charge-refused',
      () =>
        database.open.writer.noteAct(
          { kind: 'charge-refused', facts: { chargeId: 'charge-1', reason: 'preview-changed' } },
          'Iva',
        ),
    ],
  ])('has an entry "%s"', (kind, act) => {
    act()
    expect(kinds().at(-1)).toBe(kind)
  })

  it('has none for a check without news', () => {
    const order = database.chargeIn('accepted')
    const before = kinds().length
    database.change(order, { nextCheckAtMs: startMs + 5000 }, { entries: [entry('status-unchanged')] })
    expect(kinds().length).toBe(before)
  })

  it('holds no name: the same operator gets the same mark, another one another', () => {
    const marks = ['Iva Berg', 'Iva Berg', 'Olu'].map((name) => {
      open.writer.noteAct({ kind: 'charge-refused', facts: { reason: 'x' } }, name)
      return newest()['by']
    })
    expect(marks[0]).toBe(marks[1])
    expect(marks[2]).not.toBe(marks[0])
    const all = open.db.prepare<[], string>('SELECT group_concat(facts) FROM audit_chain').pluck().get()
    expect(all).not.toContain('Iva')
  })

  it.each([
    ['changes', 'UPDATE audit_chain SET at_ms = 1 WHERE seq = 2'],
    ['removes', 'DELETE FROM audit_chain WHERE seq = 2'],
    ['replaces', 'INSERT OR REPLACE INTO audit_chain SELECT * FROM audit_chain WHERE seq = 2'],
    [
      'leaves out',
      `INSERT INTO audit_chain SELECT seq + 100, at_ms, kind, order_id, facts, link FROM audit_chain WHERE seq = 2`,
    ],
  ])('aborts what %s an entry', (_what, sql) => {
    expect(() => open.db.exec(sql)).toThrow('chain-is-append-only')
  })

  it('writes nothing when the act itself fails', () => {
    const order = database.recorded()
    const before = kinds().length
    const stale = { ...order, summary: { ...order.summary, revision: 99 } }
    expect(refusalOf(() => database.change(stale, { status: 'approved' }))).toMatchObject({
      reason: 'revision',
    })
    expect(kinds().length).toBe(before)
  })
})

const operator: OperatorRecord = {
  ...{ operatorId: 'op-1', name: 'Iva', manages: true, wrongPins: 0, createdAtMs: startMs },
  pinHash: { n: 2, r: 1, p: 1, salt: 'aa', hash: 'bb' },
}

function aStored() {
  const [stored] = open.reader.listProfiles()
  if (stored === undefined || !isReadable(stored)) throw new Error('the profile can be read')
  return stored
}

describe('a history of an earlier version', () => {
  let folder: TestFolder
  beforeEach(() => {
    folder = new TestFolder()
  })
  afterEach(() => {
    folder.remove()
  })

  it('begins its chain with the number and the hash of the orders that stood', () => {
    folder.createHistoryOf110()
    const opening = openWriter({ file: folder.file }, folder.key)
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    const { reader, writer } = folder.closing(opening)
    const orders = folder.names('SELECT count(*) FROM orders').map(Number)[0] ?? 0
    const [first = ''] = reader.proofLines(null).lines.split('\n')
    const { kind, facts } = JSON.parse(first) as { kind: string; facts: string }
    expect(kind).toBe('begun')
    expect(JSON.parse(facts)).toMatchObject({
      orders,
      ordersHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      history: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    })
    expect(orders).toBeGreaterThan(0)
    const [profile = ''] = reader.listProfiles().map(({ profileId }) => profileId)
    writer.adoptOrder(newOrder({ profileId: profile, clientOrderId: 'INV-new' }), [])
    expect(checked(opening)).toMatchObject({ flaw: null, entries: 3 })
  })
})
