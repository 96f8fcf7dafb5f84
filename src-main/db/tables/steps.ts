import { z } from 'zod'
import type { ThreeDsStep } from '../../../src-shared/domain/three-ds'
import type { StepAnswer, StepChange, StepRecord } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { notAllowed, notFound, rowNumber } from './row-ids'
import { movedStep, type StepRow } from './step-moves'
import { fromJson } from './stored-json'

type Awaited = Extract<StepChange, { kind: 'await' }>
type Moved = Extract<StepChange, { kind: 'move' }>

const columns = `
  seq, kind, step_key, host, state, transmissions, awaited_at_ms, opened_at_ms, answered_at_ms, sent_at_ms,
  settled_at_ms, completion, trans_status, answer_digest, failure
`

const storedAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('method'), serverTransId: z.string(), completion: z.enum(['Y', 'N', 'U']) }),
  z.object({ kind: z.literal('challenge'), cres: z.string() }),
  z.object({ kind: z.literal('pareq'), paRes: z.string(), md: z.string() }),
]) satisfies z.ZodType<StepAnswer>

/** The 3-D Secure steps of each order. Triggers of the schema refuse a forbidden change. */
export class Steps {
  readonly #ofOrder
  readonly #get
  readonly #isKnown
  readonly #insert
  readonly #move
  readonly #answer
  readonly #unfinished
  readonly #keptAnswers

  constructor(db: Sqlite) {
    this.#ofOrder = db.prepare<[number], StepRow>(
      `SELECT ${columns} FROM three_ds_steps WHERE order_id = ? ORDER BY seq`,
    )
    this.#get = db.prepare<[number, number], StepRow>(
      `SELECT ${columns} FROM three_ds_steps WHERE order_id = ? AND seq = ?`,
    )
    this.#isKnown = db
      .prepare<[number, string], number>(
        'SELECT count(*) FROM three_ds_steps WHERE order_id = ? AND step_key = ?',
      )
      .pluck()
    this.#insert = db.prepare<[Record<string, string | number | null>]>(`
      INSERT INTO three_ds_steps (order_id, seq, kind, step_key, host, state, transmissions, awaited_at_ms)
      SELECT @order_id, coalesce(max(seq), 0) + 1, @kind, @step_key, @host, 'awaited', 0, @at_ms
      FROM three_ds_steps WHERE order_id = @order_id
    `)
    this.#move = db.prepare<[StepRow & { order_id: number; answer: string | null; keeps_answer: number }]>(`
      UPDATE three_ds_steps SET
        state = @state, transmissions = @transmissions, opened_at_ms = @opened_at_ms,
        answered_at_ms = @answered_at_ms, sent_at_ms = @sent_at_ms, settled_at_ms = @settled_at_ms,
        completion = @completion, trans_status = @trans_status, answer_digest = @answer_digest,
        failure = @failure, answer = CASE WHEN @keeps_answer THEN coalesce(@answer, answer) END
      WHERE order_id = @order_id AND seq = @seq
    `)
    this.#answer = db
      .prepare<[number, number], string | null>(
        'SELECT answer FROM three_ds_steps WHERE order_id = ? AND seq = ?',
      )
      .pluck()
    this.#unfinished = db.prepare<[], { order_id: number; seq: number }>(`
      SELECT order_id, seq FROM three_ds_steps WHERE state IN ('open', 'sending') ORDER BY order_id, seq
    `)
    this.#keptAnswers = db.prepare<[], { order_id: number; seq: number }>(
      'SELECT order_id, seq FROM three_ds_steps WHERE answer IS NOT NULL ORDER BY order_id, seq',
    )
  }

  /** Steps of an order, oldest first. */
  of(orderId: number): StepRecord[] {
    return this.#ofOrder.all(orderId).map(toRecord)
  }

  /** The caught answer, as long as it may have to be sent. */
  answerOf(orderId: string, seq: number): StepAnswer | null {
    const number = rowNumber(orderId)
    const answer = number === null ? null : (this.#answer.get(number, seq) ?? null)
    return answer === null ? null : fromJson(storedAnswer, answer)
  }

  /** Unfinished steps, by order. */
  listUnfinished(): readonly { readonly order_id: number; readonly seq: number }[] {
    return this.#unfinished.all()
  }

  /** Steps whose answer may still have to be sent, by order. */
  listKeptAnswers(): readonly { readonly order_id: number; readonly seq: number }[] {
    return this.#keptAnswers.all()
  }

  /** Applies a change. Throws `not-allowed-now`, `not-found`. */
  change(orderId: number, change: StepChange, atMs: number): void {
    if (change.kind === 'await') this.#await(orderId, change, atMs)
    else this.#moveOn(orderId, change, atMs)
  }

  #await(orderId: number, { stepKind, stepKey, host }: Awaited, atMs: number): void {
    if (this.#isKnown.get(orderId, stepKey) !== 0) throw notAllowed('step-known')
    this.#insert.run({ order_id: orderId, kind: stepKind, step_key: stepKey, host, at_ms: atMs })
  }

  #moveOn(orderId: number, move: Moved, atMs: number): void {
    const row = this.#get.get(orderId, move.seq)
    if (row === undefined) throw notFound('step')
    const { next, keepsAnswer } = movedStep(row, move, atMs)
    this.#move.run({
      ...next,
      order_id: orderId,
      answer: move.answer === undefined || move.to !== 'answered' ? null : JSON.stringify(move.answer),
      keeps_answer: keepsAnswer ? 1 : 0,
    })
  }
}

/** The view of a step, without its key and its answer. */
export function toStepView({
  stepKey: _stepKey,
  transmissions: _transmissions,
  ...step
}: StepRecord): ThreeDsStep {
  return step
}

function toRecord(row: StepRow): StepRecord {
  return {
    seq: row.seq,
    kind: row.kind,
    state: row.state,
    awaitedAtMs: row.awaited_at_ms,
    openedAtMs: row.opened_at_ms,
    answeredAtMs: row.answered_at_ms,
    sentAtMs: row.sent_at_ms,
    settledAtMs: row.settled_at_ms,
    host: row.host,
    completion: row.completion,
    transStatus: row.trans_status,
    answerDigest: row.answer_digest,
    failure: row.failure,
    stepKey: row.step_key,
    transmissions: row.transmissions,
  }
}
