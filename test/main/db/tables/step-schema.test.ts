import { beforeEach, describe, expect, it } from 'vitest'
import { type Sqlite } from '../../../../src-main/db/file/connection'
import { nextStepStates, stepState, type StepState } from '../../../../src-shared/domain/three-ds'
import { ofSale, TestDatabase, memoryDatabase } from '../builders'

let open: ReturnType<typeof memoryDatabase>
let db: Sqlite
let orderId: string

beforeEach(() => {
  open = memoryDatabase()
  const database = new TestDatabase(open)
  orderId = database.recorded(ofSale).summary.orderId
  db = open.db
})

const answer = JSON.stringify({ kind: 'challenge', cres: 'e30' })
const keepsAnswer = (state: StepState) => ['answered', 'sending', 'not-sent'].includes(state)
const transmissionsIn = (state: StepState) =>
  ['sending', 'sent', 'refused', 'outcome-unknown'].includes(state) ? 1 : 0

function insert(seq: number): void {
  db.exec(`
    INSERT INTO three_ds_steps (order_id, seq, kind, step_key, state, transmissions, awaited_at_ms)
    VALUES (${orderId}, ${String(seq)}, 'challenge', 'key-${String(seq)}', 'awaited', 0, 5)
  `)
}

function set(
  seq: number,
  state: StepState,
  transmissions = transmissionsIn(state),
  kept: string | null = answer,
) {
  return db
    .prepare('UPDATE three_ds_steps SET state = ?, transmissions = ?, answer = ? WHERE seq = ?')
    .run(state, transmissions, keepsAnswer(state) ? kept : null, seq)
}

/** The shortest way from `awaited` to a state. */
function wayTo(target: StepState): StepState[] {
  const ways: StepState[][] = [['awaited']]
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1) ?? 'awaited'
    if (last === target) return way.slice(1)
    for (const next of nextStepStates(last)) if (!way.includes(next)) ways.push([...way, next])
  }
  throw new Error(`no way to ${target}`)
}

function bring(seq: number, target: StepState): void {
  insert(seq)
  for (const state of wayTo(target)) set(seq, state)
}

describe('the schema of 3-D Secure steps', () => {
  it('follows the shared table in every one of the 81 pairs', () => {
    const found: Record<string, string[]> = {}
    const expected: Record<string, string[]> = {}
    const reasons = new Set<string>()
    stepState.options.forEach((from, index) => {
      bring(index + 1, from)
      found[from] = []
      expected[from] = stepState.options.filter((to) => nextStepStates(from).includes(to))
      for (const to of stepState.options) {
        db.exec('SAVEPOINT attempt')
        try {
          set(index + 1, to)
          found[from].push(to)
        } catch (error) {
          reasons.add((error as Error).message)
        }
        db.exec('ROLLBACK TO attempt; RELEASE attempt')
      }
    })
    expect(found).toEqual(expected)
    expect([...reasons]).toEqual(['forbidden-transition'])
  })

  it.each(stepState.options.filter((state) => state !== 'awaited'))(
    'counts the transmission of a step that becomes %s, and nothing else',
    (to) => {
      const way = wayTo(to)
      insert(1)
      for (const state of way.slice(0, -1)) set(1, state)
      expect(() => set(1, to, 1 - transmissionsIn(to))).toThrow('forbidden-transmission')
      set(1, to)
      expect(db.prepare('SELECT state, transmissions FROM three_ds_steps').get()).toEqual({
        state: to,
        transmissions: transmissionsIn(to),
      })
    },
  )

  it.each(stepState.options)(
    'holds the answer of a step that is %s exactly while it may have to be sent',
    (to) => {
      insert(1)
      const way = wayTo(to)
      for (const state of way.slice(0, -1)) set(1, state)
      if (to === 'awaited') set(1, 'open')
      const attempt = db.prepare(
        'UPDATE three_ds_steps SET state = ?, transmissions = ?, answer = ? WHERE seq = 1',
      )
      expect(() => attempt.run(to, transmissionsIn(to), keepsAnswer(to) ? null : answer)).toThrow('CHECK')
      expect(() => attempt.run(to, transmissionsIn(to), keepsAnswer(to) ? answer : null)).not.toThrow()
    },
  )

  it('refuses another answer than the one that was caught', () => {
    bring(1, 'answered')
    expect(() => set(1, 'sending', 1, JSON.stringify({ kind: 'challenge', cres: 'e31' }))).toThrow(
      'step-answer-is-fixed',
    )
    expect(() => set(1, 'sending')).not.toThrow()
  })

  const fixed = [
    ['order', 'order_id = order_id + 1'],
    ['number', 'seq = 7'],
    ['kind', `kind = 'pareq'`],
    ['key', `step_key = 'other'`],
    ['host', `host = 'other.example'`],
    ['moment', 'awaited_at_ms = 6'],
  ] as const

  it.each(fixed)('refuses another %s', (_name, sql) => {
    insert(1)
    db.exec(`
      CREATE TEMP TABLE other AS SELECT * FROM orders;
      UPDATE other SET order_id = order_id + 1, client_order_id = 'other';
      INSERT INTO orders SELECT * FROM other;
    `)
    expect(() => db.exec(`UPDATE three_ds_steps SET state = 'open', ${sql}`)).toThrow('step-identity')
  })

  it('lets no step be deleted, replaced, repeated or started half-way', () => {
    insert(1)
    expect(() => db.exec('DELETE FROM three_ds_steps')).toThrow('steps-are-kept')
    expect(() => db.exec('REPLACE INTO three_ds_steps SELECT * FROM three_ds_steps')).toThrow(
      'steps-are-kept',
    )
    const copy = (seq: number, key: string, state: string, transmissions: number) =>
      db.exec(`
        INSERT INTO three_ds_steps (order_id, seq, kind, step_key, state, transmissions, awaited_at_ms)
        VALUES (${orderId}, ${String(seq)}, 'method', '${key}', '${state}', ${String(transmissions)}, 5)
      `)
    expect(() => copy(2, 'key-1', 'awaited', 0)).toThrow('UNIQUE')
    expect(() => copy(1, 'key-2', 'awaited', 0)).toThrow('UNIQUE')
    expect(() => copy(2, 'key-2', 'answered', 0)).toThrow('step-must-start-as-awaited')
    expect(() => copy(2, 'key-2', 'awaited', 1)).toThrow('step-must-start-as-awaited')
    expect(() => copy(2, 'key-2', 'awaited', 0)).not.toThrow()
  })
})
