import { z } from 'zod'
import type { ErasureEntry } from '../../../src-shared/domain/erasure'
import { factTraits } from '../../../src-shared/domain/facts'
import {
  isKeptFact,
  isKeptParameter,
  namesIn,
  namingFacts,
  personalColumns,
  withoutPerson,
} from '../../../src-shared/domain/personal-data'
import { factOfCallback, factOfStatus, sentNameOf, type FactNames } from '../../ports/fact-names'
import type { ErasureAct, NewExchange, OrderChange } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import type { Actors } from './actors'
import type { Charges } from './charges'
import type { OrderViewRows } from './order-views'
import { notFound } from './row-ids'
import { fromJson } from './stored-json'

/** Other parts of an entry stay as they are. */
const named = z.looseObject({ name: z.string(), value: z.string().nullable().optional() })
type Named = Pick<z.infer<typeof named>, 'name' | 'value'>
const storedList = z.array(named)
const storedReading = z.looseObject({
  fields: storedList,
  comparison: z.array(z.looseObject({ name: z.string(), callback: z.string() })),
})

interface ErasureRow {
  readonly erasure_id: number
  readonly rule: ErasureEntry['rule']
  readonly kept_months: number | null
  readonly started_at_ms: number
  readonly actor: string | null
  readonly orders: number
  readonly cards: number
  readonly skipped: number
  readonly done_at_ms: number | null
}

/** An order or a card whose turn it is. */
export interface PlannedErasure {
  readonly id: number
  readonly erasureId: number
  readonly rule: ErasureEntry['rule']
  readonly actor: string | null
  readonly actorId: number | null
}

const longestLog = 200
/** Shorter texts are in too many others to name a person. */
const shortestName = 5

/**
 * Erases the personal data of orders and cards. Rows are planned first, so that an erasure goes on after a restart; each
 * row is then erased in one step. The schema lets protected rows lose values only in that step.
 */
export class Erasures {
  readonly #names
  readonly #charges
  readonly #orderViews
  readonly #actors
  readonly #isErased
  readonly #begin
  readonly #openOf
  readonly #plan
  readonly #planCard
  readonly #next
  readonly #nextCard
  readonly #setState
  readonly #setCardState
  readonly #unplan
  readonly #isInFlight
  readonly #count
  readonly #finish
  readonly #list
  readonly #drafts
  readonly #rows
  readonly #card

  constructor(
    db: Sqlite,
    names: FactNames,
    tables: { readonly charges: Charges; readonly orderViews: OrderViewRows; readonly actors: Actors },
  ) {
    this.#names = names
    this.#charges = tables.charges
    this.#orderViews = tables.orderViews
    this.#actors = tables.actors
    this.#isErased = db
      .prepare<[number], number>(`SELECT 1 FROM order_erasures WHERE order_id = ? AND state = 'done'`)
      .pluck()
    this.#begin = db.prepare<[string, number | null, number, string | null, number | null]>(
      'INSERT INTO erasures (rule, kept_months, started_at_ms, actor, actor_id) VALUES (?, ?, ?, ?, ?)',
    )
    this.#openOf = db
      .prepare<[string, number | null], number>(
        'SELECT erasure_id FROM erasures WHERE done_at_ms IS NULL AND rule = ? AND kept_months IS ?',
      )
      .pluck()
    // An order that was erased before may have new notes.
    const plan = (table: string, id: string) => `
      INSERT INTO ${table} (${id}, erasure_id, state) SELECT value, ?, 'planned' FROM json_each(?) WHERE TRUE
      ON CONFLICT (${id}) DO UPDATE SET erasure_id = excluded.erasure_id, state = 'planned'
    `
    this.#plan = db.prepare<[number, string]>(plan('order_erasures', 'order_id'))
    this.#planCard = db.prepare<[number, string]>(plan('card_erasures', 'card_id'))
    const next = (table: string, id: string) => `
      SELECT ${id} AS id, erasure_id AS erasureId, rule, actor, actor_id AS actorId FROM ${table} JOIN erasures USING (erasure_id)
      WHERE state = 'planned' LIMIT 1
    `
    this.#next = db.prepare<[], PlannedErasure>(next('order_erasures', 'order_id'))
    this.#nextCard = db.prepare<[], PlannedErasure>(next('card_erasures', 'card_id'))
    this.#setState = db.prepare<[string, number]>('UPDATE order_erasures SET state = ? WHERE order_id = ?')
    this.#setCardState = db.prepare<[string, number]>('UPDATE card_erasures SET state = ? WHERE card_id = ?')
    this.#unplan = db.prepare<[number]>('DELETE FROM order_erasures WHERE order_id = ?')
    this.#isInFlight = db
      .prepare<[number], number>('SELECT is_in_flight FROM order_flights WHERE order_id = ?')
      .pluck()
    this.#count = db.prepare<[number, number, number, number]>(
      'UPDATE erasures SET orders = orders + ?, cards = cards + ?, skipped = skipped + ? WHERE erasure_id = ?',
    )
    this.#finish = db.prepare<[number]>('UPDATE erasures SET done_at_ms = ? WHERE done_at_ms IS NULL')
    this.#list = db.prepare<[], ErasureRow>(
      `SELECT * FROM erasures ORDER BY erasure_id DESC LIMIT ${String(longestLog)}`,
    )
    this.#drafts = db.prepare<[string, string]>(`
      DELETE FROM charges WHERE state = 'draft' AND (
        card_id IN (SELECT value FROM json_each(?))
        OR lower(draft ->> '$.email') IN (SELECT value FROM json_each(?))
      )
    `)
    this.#rows = rowStatements(db)
    this.#card = cardStatements(db)
  }

  /** True when later responses about the order are stored without personal data. */
  isErased(orderId: number): boolean {
    return this.#isErased.get(orderId) !== undefined
  }

  /** Plans an erasure. An open one of the same retention rule takes the orders. */
  plan(act: ErasureAct, orderIds: readonly number[], cardIds: readonly number[]): void {
    const months = act.keptMonths
    const open = months === null ? undefined : this.#openOf.get('retention', months)
    const erasureId =
      open ??
      Number(
        this.#begin.run(
          ...[months === null ? 'person' : 'retention', months, act.atMs],
          ...[act.actor?.name ?? null, this.#actors.idOf(act.actor)],
        ).lastInsertRowid,
      )
    this.#plan.run(erasureId, JSON.stringify(orderIds))
    this.#planCard.run(erasureId, JSON.stringify(cardIds))
  }

  /** Removes forms that were never confirmed. */
  removeDrafts(cardIds: readonly number[], emails: readonly string[]): void {
    this.#drafts.run(JSON.stringify(cardIds), JSON.stringify(emails))
  }

  next(): PlannedErasure | undefined {
    return this.#next.get()
  }

  nextCard(): PlannedErasure | undefined {
    return this.#nextCard.get()
  }

  isInFlight(orderId: number): boolean {
    return this.#isInFlight.get(orderId) === 1
  }

  /** Takes an order out of the plan. */
  skip({ id, erasureId }: PlannedErasure): void {
    this.#unplan.run(id)
    this.#count.run(0, 0, 1, erasureId)
  }

  /** Erases an order. Its revision must have been raised in the same transaction. */
  erase({ id, erasureId }: PlannedErasure): void {
    this.#eraseOrder(id)
    this.#count.run(1, 0, 0, erasureId)
  }

  /** Erases the callbacks of an order that was erased before. */
  eraseCallbacks(orderId: number): void {
    if (!this.isErased(orderId)) return
    this.#setState.run('erasing', orderId)
    this.#eraseCallbacks(orderId, [])
    this.#setState.run('done', orderId)
  }

  eraseCard({ id, erasureId }: PlannedErasure): void {
    const { get, contents, erase, request } = this.#card
    this.#setCardState.run('erasing', id)
    const card = get.get(id)
    if (card !== undefined) {
      const names = namesOf([card.printed_name, card.nickname])
      const token = `"${card.card_ref_id}"`
      for (const content of contents.all(card.profile_key, token, token))
        request.run({
          ...content,
          request: this.#keptList(content.request, (field) => this.#isKeptParameter(field)),
          answer: this.#keptList(content.answer, (field) => this.#isKeptField(field, names)),
        })
      erase.run(id)
      this.#removeViews(names)
    }
    this.#setCardState.run('done', id)
    this.#count.run(0, 1, 0, erasureId)
  }

  /** Ends the erasures, of which nothing is planned any more. */
  finish(atMs: number): void {
    this.#finish.run(atMs)
  }

  /** The log, newest first. */
  list(): ErasureEntry[] {
    return this.#list.all().map((row) => ({
      erasureId: String(row.erasure_id),
      rule: row.rule,
      keptMonths: row.kept_months,
      startedAtMs: row.started_at_ms,
      actor: row.actor,
      orders: row.orders,
      cards: row.cards,
      skipped: row.skipped,
      doneAtMs: row.done_at_ms,
    }))
  }

  /** A change of an erased order without personal data. What an operator types from now on stays. */
  withoutPerson(change: OrderChange): OrderChange {
    const { cardholderName: _name, ...set } = change.set
    return {
      ...change,
      set,
      ...(change.facts === undefined
        ? {}
        : { facts: change.facts.filter((fact) => this.#isKeptField(fact, [])) }),
      entries: change.entries.map((entry) => ({
        ...entry,
        changes: entry.changes.filter(({ name }) => isKeptFact(factOfStatus(this.#names, name))),
      })),
      ...(change.exchange === undefined ? {} : { exchange: this.exchangeWithoutPerson(change.exchange) }),
    }
  }

  /** An exchange about an erased order without personal data. */
  exchangeWithoutPerson(exchange: NewExchange): NewExchange {
    return {
      ...exchange,
      request: exchange.request.filter((field) => this.#isKeptParameter(field)),
      answer: exchange.answer.filter((field) => this.#isKeptField(field, [])),
      unreadableBody: null,
    }
  }

  #eraseOrder(orderId: number): void {
    const rows = this.#rows
    this.#setState.run('erasing', orderId)
    const order = rows.order.get(orderId)
    if (order === undefined) throw notFound('order')
    const facts = parsed(rows.facts.get(orderId))
    const draft = this.#charges.ofOrder(orderId)?.draft ?? null
    const names = namesOf([
      order.cardholder_name,
      rows.email.get(orderId) ?? null,
      ...(draft === null ? [] : namesIn(draft)),
      ...facts.filter(({ name }) => this.#isNaming(name)).map(({ value }) => value ?? null),
    ])

    const error = namesPerson(order.error_message, names) ? null : order.error_message
    rows.eraseOrder.run(error, orderId)
    rows.eraseWords.run(
      [order.order_stage, order.error_code, error].filter((text) => text !== null).join('\u001f'),
      orderId,
    )
    rows.eraseIdentity.run(orderId)
    rows.eraseCells.run(orderId)
    rows.removeLabels.run(orderId)
    rows.putFacts.run(JSON.stringify(facts.filter((fact) => this.#isKeptField(fact, names))), orderId)
    if (draft !== null)
      rows.eraseCharge.run(
        JSON.stringify(withoutPerson(draft)),
        this.#keptList(rows.sent.get(orderId) ?? '[]', (field) => this.#isKeptParameter(field)),
        orderId,
      )
    for (const content of rows.contents.all(orderId)) {
      const request = this.#keptList(content.request, (field) => this.#isKeptParameter(field))
      const answer = this.#keptList(content.answer, (field) => this.#isKeptField(field, names))
      if (request !== content.request || answer !== content.answer || content.unreadable_body !== null)
        rows.eraseContent.run(request, answer, content.content_id)
    }
    for (const entry of rows.timeline.all(orderId)) {
      const changes = this.#keptList(entry.changes ?? '[]', ({ name }) =>
        isKeptFact(factOfStatus(this.#names, name)),
      )
      // What an operator typed may name anybody.
      const isKeptText = entry.actor === null && entry.actor_id === null && !namesPerson(entry.text, names)
      rows.eraseEntry.run(
        entry.changes === null || changes === '[]' ? null : changes,
        isKeptText ? entry.text : null,
        orderId,
        entry.seq,
      )
    }
    this.#eraseCallbacks(orderId, names)
    rows.eraseCases.run(orderId)
    this.#removeViews(names)
    this.#setState.run('done', orderId)
  }

  #eraseCallbacks(orderId: number, names: readonly string[]): void {
    for (const { callback_id, reading } of this.#rows.callbacks.all(orderId)) {
      const whole = fromJson(storedReading, reading)
      const kept = {
        ...whole,
        fields: whole.fields.filter((field) => this.#isKeptField(field, names)),
        comparison: whole.comparison.filter(({ name, callback: value }) =>
          this.#isKeptField({ name, value }, names),
        ),
      }
      this.#rows.eraseCallback.run(JSON.stringify(kept), callback_id)
    }
  }

  /** Saved views that search for the person. */
  #removeViews(names: readonly string[]): void {
    const { columns, views } = this.#orderViews.get()
    const kept = views.filter((view) => !namesPerson(JSON.stringify(view), names))
    if (kept.length < views.length) this.#orderViews.save({ columns, views: kept })
  }

  #keptList(json: string, isKept: (field: Named) => boolean): string {
    const list = parsed(json)
    const kept = list.filter(isKept)
    return kept.length === list.length ? json : JSON.stringify(kept)
  }

  #isNaming(name: string): boolean {
    const fact = factOfStatus(this.#names, name)
    return fact !== undefined && namingFacts.has(fact)
  }

  /** A free text of the gateway may repeat the name or address of the person. */
  #isKeptField({ name, value }: Named, names: readonly string[]): boolean {
    const fact = factOfCallback(this.#names, name)
    if (!isKeptFact(fact)) return isKeptParameter(sentNameOf(this.#names, name))
    return !(factTraits(fact).kind === 'text' && namesPerson(value ?? null, names))
  }

  #isKeptParameter({ name }: Named): boolean {
    const sent = sentNameOf(this.#names, name)
    return sent === undefined ? isKeptFact(factOfCallback(this.#names, name)) : isKeptParameter(sent)
  }
}

function rowStatements(db: Sqlite) {
  return {
    order: db.prepare<
      [number],
      {
        cardholder_name: string | null
        order_stage: string | null
        error_code: string | null
        error_message: string | null
      }
    >('SELECT cardholder_name, order_stage, error_code, error_message FROM orders WHERE order_id = ?'),
    facts: db.prepare<[number], string>('SELECT facts FROM order_facts WHERE order_id = ?').pluck(),
    email: db
      .prepare<[number], string | null>('SELECT email FROM order_identities WHERE order_id = ?')
      .pluck(),
    sent: db
      .prepare<[number], string | null>('SELECT sent_parameters FROM charges WHERE order_id = ?')
      .pluck(),
    contents: db.prepare<
      [number],
      { content_id: number; request: string; answer: string; unreadable_body: string | null }
    >('SELECT content_id, request, answer, unreadable_body FROM exchange_contents WHERE order_id = ?'),
    timeline: db.prepare<
      [number],
      {
        seq: number
        actor: string | null
        actor_id: number | null
        changes: string | null
        text: string | null
      }
    >(
      `SELECT seq, actor, actor_id, changes, text FROM timeline
       WHERE order_id = ? AND (changes IS NOT NULL OR text IS NOT NULL)`,
    ),
    callbacks: db.prepare<[number], { callback_id: number; reading: string }>(
      'SELECT callback_id, reading FROM callbacks WHERE order_id = ?',
    ),
    eraseOrder: db.prepare<[string | null, number]>(`
      UPDATE orders SET revision = revision + 1, cardholder_name = NULL, description = NULL, reference = NULL,
        error_message = ?
      WHERE order_id = ?
    `),
    eraseWords: db.prepare<[string, number]>(`
      UPDATE order_words
      SET email = '', fixed = '', cardholder_name = '', notes = '', outcome = ? WHERE order_id = ?
    `),
    eraseIdentity: db.prepare<[number]>(
      'UPDATE order_identities SET email = NULL WHERE order_id = ? AND email IS NOT NULL',
    ),
    // The cells of the file that the order came from.
    eraseCells: db.prepare<[number]>(`
      UPDATE imported_orders SET cells = json_remove(
        cells, ${personalColumns.map((column) => `'$.${column}'`).join(', ')}
      )
      WHERE order_id = ?
    `),
    removeLabels: db.prepare<[number]>('DELETE FROM order_labels WHERE order_id = ?'),
    putFacts: db.prepare<[string, number]>(`
      UPDATE order_facts SET facts = ?, revision = (SELECT revision FROM orders WHERE orders.order_id = order_facts.order_id)
      WHERE order_id = ?
    `),
    eraseCharge: db.prepare<[string, string, number]>(`
      UPDATE charges SET state_version = state_version + 1, preview_hash = 'erased', draft = ?,
        sent_parameters = iif(sent_parameters IS NULL, NULL, ?)
      WHERE order_id = ?
    `),
    eraseContent: db.prepare<[string, string, number]>(
      'UPDATE exchange_contents SET request = ?, answer = ?, unreadable_body = NULL WHERE content_id = ?',
    ),
    eraseEntry: db.prepare<[string | null, string | null, number, number]>(
      'UPDATE timeline SET changes = ?, text = ? WHERE order_id = ? AND seq = ?',
    ),
    eraseCallback: db.prepare<[string, number]>('UPDATE callbacks SET reading = ? WHERE callback_id = ?'),
    eraseCases: db.prepare<[number]>(`
      UPDATE refund_cases SET reason = 'erased', state_reason = iif(state_reason IS NULL, NULL, 'erased')
      WHERE order_id = ?
    `),
  }
}

function cardStatements(db: Sqlite) {
  return {
    get: db.prepare<
      [number],
      { profile_key: number; card_ref_id: string; printed_name: string | null; nickname: string }
    >('SELECT profile_key, card_ref_id, printed_name, nickname FROM cards WHERE card_id = ?'),
    contents: db.prepare<[number, string, string], { content_id: number; request: string; answer: string }>(`
      SELECT content_id, request, answer FROM exchange_contents
      WHERE order_id IS NULL AND profile_key = ? AND (instr(request, ?) > 0 OR instr(answer, ?) > 0)
    `),
    request: db.prepare<[{ content_id: number; request: string; answer: string }]>(`
      UPDATE exchange_contents SET request = @request, answer = @answer, unreadable_body = NULL
      WHERE content_id = @content_id
    `),
    erase: db.prepare<[number]>(
      `UPDATE cards SET printed_name = NULL, nickname = '', customer_reference = '' WHERE card_id = ?`,
    ),
  }
}

function parsed(json: string | undefined): Named[] {
  return json === undefined ? [] : fromJson(storedList, json)
}

function namesOf(texts: readonly (string | null)[]): string[] {
  return texts
    .flatMap((text) => text ?? [])
    .map((text) => text.trim().toLowerCase())
    .filter((text) => text.length >= shortestName)
}

function namesPerson(text: string | null, names: readonly string[]): boolean {
  const folded = text?.toLowerCase() ?? ''
  return names.some((name) => folded.includes(name))
}
