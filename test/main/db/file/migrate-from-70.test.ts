import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Sqlite } from '../../../../src-main/db/file/connection'
import { publishDraft, startDraft } from '../../../../src-main/db/file/database-file'
import { migrate, supportedVersion } from '../../../../src-main/db/file/migrate'
import { migrations } from '../../../../src-main/db/migrations/index'
import { pack } from '../../../../src-main/db/tables/packing'
import { openWriter, type OpenWriter } from '../../../../src-main/db/storage'
import { chargeState, nextChargeStates, type ChargeState } from '../../../../src-shared/domain/charge'
import { rebillForm, startMs, TestFolder, transmissionsIn } from '../builders'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

const states = chargeState.options
const clientOrderIdOf = (state: ChargeState) => `NS-${state}`

/** The states that a charge goes through to get to one, as the triggers of version 70 let it. */
function wayTo(target: ChargeState): ChargeState[] {
  const ways: ChargeState[][] = [['draft']]
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1) ?? 'draft'
    if (last === target) return way.slice(1)
    for (const next of nextChargeStates(last)) if (!way.includes(next)) ways.push([...way, next])
  }
  throw new Error(`no way to ${target}`)
}

/** A log as the app of version 70 left it: three profiles, two cards, a charge in each state and an adopted order. */
function logOfVersion70(): Sqlite {
  startDraft(`${folder.file}.new`)
  publishDraft(`${folder.file}.new`, folder.file)
  const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
  db.pragma('application_id = 1382171755')
  migrate(
    db,
    migrations.filter(({ number }) => number <= 70),
  )
  const profiles = ['production', 'gateway-test', 'simulator']
  profiles.forEach((environment, index) => {
    db.prepare(
      `INSERT INTO profiles VALUES (?, ?, 'Nord Shop', ?, NULL, 'NordShop', '[]', 'without-endpoint', '', 3000, 5000,
       'confirm', 1, 0, 5)`,
    ).run(index + 1, `prof-${String(index + 1)}`, environment)
  })
  db.exec(`
    INSERT INTO cards (card_id, profile_key, card_ref_id, route_id, unq_card_ref_id, nickname, customer_reference,
      bin, last_four, created_at_ms)
    VALUES (1, 1, '9007199254740993', '4411', 'u', 'Hat club', '', '411111', '1111', 5),
      (2, 1, '880018', '4411', 'u', '', '', NULL, NULL, 6)
  `)
  for (const [index, state] of states.entries()) addCharge(db, state, index + 1)
  db.exec(`${orderInto} VALUES (99, 1, 1, 'production', 'adopted', 'endpoint', '4411', 'INV_9', 5, 5, 'open',
    'processing', 'in-flight', -1, 'following', 5, 0)`)
  return db
}

const orderInto = `INSERT INTO orders (order_id, revision, profile_key, environment, kind, route_kind, route_id,
  client_order_id, created_at_ms, changed_at_ms, family, word, place, amount_rank, follow_state, followed_since_ms, checks)`

function addCharge(db: Sqlite, state: ChargeState, orderId: number): void {
  const id = clientOrderIdOf(state)
  db.prepare(
    `${orderInto} VALUES (?, 1, 1, 'production', 'rebill-sale', 'endpoint', '4411', ?, ?, 5, 'open', 'processing',
    NULL, -1, 'stopped', 5, 0)`,
  ).run(orderId, state === 'draft' ? `${id}-other` : id, startMs + orderId)
  db.prepare(
    `INSERT INTO charges (charge_id, profile_key, state, state_version, transmissions, kind, client_order_id, card_id,
      card_ref_id, amount_minor, currency, draft, created_at_ms)
    VALUES (?, 1, 'draft', 1, 0, 'rebill-sale', ?, 1, '9007199254740993', 1015, 'EUR', ?, 5)`,
  ).run(`charge-${state}`, id, pack(rebillForm({ enumerateAmounts: '10.15' })))
  for (const next of wayTo(state))
    db.prepare(
      `UPDATE charges SET state = ?, state_version = state_version + 1, transmissions = ?, order_id = ?,
        preview_hash = 'hash', sent_parameters = ? WHERE charge_id = ?`,
    ).run(next, transmissionsIn(next), orderId, pack([{ name: 'amount', value: '10.15' }]), `charge-${state}`)
}

const rowsOf = (db: Sqlite, table: string) => db.prepare(`SELECT rowid, * FROM ${table} ORDER BY rowid`).all()

/** What guards a table, by name. */
const guardsOf = (db: Sqlite) =>
  db
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE tbl_name = 'charges' AND type <> 'table' AND sql IS NOT NULL ORDER BY name`,
    )
    .all()

function opened(): OpenWriter {
  const opening = openWriter({ file: folder.file }, folder.key)
  if (opening.kind !== 'opened') throw new Error(opening.kind)
  return folder.closing(opening)
}

describe('a log of the app that knew no sales', () => {
  it('keeps each charge to the last byte, with the same index and triggers', () => {
    const db = logOfVersion70()
    const [charges, guards] = [rowsOf(db, 'charges'), guardsOf(db)]
    expect(charges).toHaveLength(states.length)
    expect(guards).toHaveLength(7)
    migrate(
      db,
      migrations.filter((step) => step.number <= 80),
    )
    expect(rowsOf(db, 'charges')).toEqual(charges)
    expect(guardsOf(db)).toEqual(guards)
    migrate(db)
    expect(rowsOf(db, 'charges')).toEqual(charges)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    expect(db.pragma('user_version', { simple: true })).toBe(supportedVersion)
  })

  it.each(states)('goes on with a charge that was %s, by the same table of moves', (state) => {
    logOfVersion70().close()
    const { reader, writer } = opened()
    const charge = reader.getCharge(`charge-${state}`)
    expect(charge).toMatchObject({
      state,
      cardId: '1',
      cardRefId: '9007199254740993',
      amountMinor: 1015,
      transmissions: transmissionsIn(state),
      draft: rebillForm({ enumerateAmounts: '10.15' }),
    })
    if (state === 'draft') return
    const view = reader.getOrderView(charge?.orderId ?? '')
    expect(view).toMatchObject({ presence: null, steps: [], callbacks: [], enumeratedAmounts: ['10.15'] })
    expect(view?.summary).toMatchObject({ chargeState: state, awaitedStep: null })
    expect(view?.sentParameters).toEqual([{ name: 'amount', value: '10.15' }])
    const forbidden = states.filter((to) => to !== state && !nextChargeStates(state).includes(to))
    for (const to of forbidden) {
      const order = reader.getOrder(view?.summary.orderId ?? '')
      const move = () =>
        writer.changeOrder({
          orderId: order?.summary.orderId ?? '',
          expectedRevision: order?.summary.revision ?? 0,
          atMs: startMs,
          set: {},
          charge: {
            from: state,
            expectedVersion: order?.charge?.stateVersion ?? 0,
            to,
            transmissions: transmissionsIn(to),
          },
          entries: [],
        })
      expect(move, to).toThrow('forbidden-transition')
    }
    expect(() => writer.discardDraft(`charge-${state}`)).toThrow('charge-is-kept')
  })

  it('takes no cards in production until a person says so, and the usual controls everywhere', () => {
    logOfVersion70().close()
    const rules = {
      control: ['route id', 'client_orderid', 'amount in minor units', 'email'],
      uploadControl: ['login', 'client-order-id', 'orderid'],
      uploadRoute: 'group-segment',
      returnUrl: '',
    }
    expect(opened().reader.listProfiles()).toMatchObject([
      { environment: 'production', saleRules: { ...rules, acceptsCards: false }, signingKey: null },
      { environment: 'gateway-test', saleRules: { ...rules, acceptsCards: true }, signingKey: null },
      { environment: 'simulator', saleRules: { ...rules, acceptsCards: true }, signingKey: null },
    ])
  })

  it('keeps cards, their twins and orders', () => {
    logOfVersion70().close()
    const { reader } = opened()
    expect(reader.getCard('1')?.view).toMatchObject({ nickname: 'Hat club', cardHashId: null })
    const unresolved = reader.listRelatedCharges(
      { profileId: 'prof-1', cardId: '2', bin: null, lastFour: null },
      startMs * 2,
    )
    expect(unresolved.map(({ charge }) => charge?.state).sort()).toEqual([
      'needs-review',
      'outcome-unknown',
      'recorded',
      'rejected-unverified',
      'sending',
    ])
    expect(reader.findOrder('prof-1', 'INV_9')?.summary).toMatchObject({ kind: 'adopted', awaitedStep: null })
    expect(reader.listFollowed().map(({ summary }) => summary.clientOrderId)).toContain('NS-outcome-unknown')
  })

  it('refuses what it did not know before: a sale with a token, any other charge without one', () => {
    const db = logOfVersion70()
    migrate(db)
    const insert = (kind: string, card: string) =>
      db.exec(`
        INSERT INTO charges (charge_id, profile_key, state, state_version, transmissions, kind, client_order_id, card_id,
          card_ref_id, amount_minor, currency, draft, created_at_ms)
        VALUES ('new', 1, 'draft', 1, 0, '${kind}', 'x', ${card}, 1, 'EUR', x'00', 5)
      `)
    for (const card of [`1, '880017'`, `1, NULL`, `NULL, '880017'`])
      expect(() => insert('sale', card), card).toThrow('CHECK')
    for (const card of [`NULL, NULL`, `1, NULL`, `NULL, '880017'`])
      expect(() => insert('rebill-auth', card), card).toThrow('CHECK')
    expect(() => insert('sale', 'NULL, NULL')).not.toThrow()
  })
})
