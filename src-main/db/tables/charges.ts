import { z } from 'zod'
import type { ChargeDraft } from '../../../src-shared/domain/charge-draft'
import type { ChargeKind, ChargeState } from '../../../src-shared/domain/charge'
import type { SentParameter } from '../../../src-shared/domain/facts'
import { sentNameOf, type FactNames } from '../../ports/fact-names'
import type {
  ChargeRecord,
  NewConfirmation,
  OrderChange,
  StorageReader,
  StorageWriter,
} from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import type { Actors } from './actors'
import { notAllowed, notFound, rowNumber } from './row-ids'
import { fromJson } from './stored-json'

type NamedValues = readonly { readonly name: string; readonly value: string }[]
/** A draft from the form. */
export type NewDraft = Parameters<StorageWriter['saveDraft']>[0]
type ChargeMove = NonNullable<OrderChange['charge']>

/** The charges of an index, in the words of its own condition: SQLite uses it only for a query that says the same. */
export const isOpenCharge =
  "state IN ('recorded', 'sending', 'outcome-unknown', 'rejected-unverified', 'needs-review')"

interface ChargeRow {
  readonly charge_id: string
  readonly profile_id: string
  readonly order_id: number | null
  readonly state: ChargeState
  readonly state_version: number
  readonly transmissions: number
  readonly kind: ChargeKind
  readonly client_order_id: string
  readonly card_id: number | null
  readonly card_ref_id: string | null
  readonly amount_minor: number
  readonly currency: string
  readonly preview_hash: string | null
  readonly draft: string
  readonly created_at_ms: number
  readonly confirmed_at_ms: number | null
  readonly most_minor: number | null
}

const text = z.string()
const ofEveryDraft = {
  routeId: text,
  amount: text,
  currency: text,
  description: text,
  ipAddress: text,
  reference: text,
}

/** The shape of a stored form. The rules of the form are not checked again, because they may have changed. */
const storedDraft = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['rebill-sale', 'rebill-auth']),
    ...ofEveryDraft,
    cardId: text,
    enumerateAmounts: text,
    purpose: text,
    merchantData: text,
    redirectUrl: text,
    redirectSuccessUrl: text,
    redirectFailUrl: text,
    serverCallbackUrl: text,
    recurrentScenario: z.enum(['', 'REGULAR', 'IRREGULAR']),
    recurrentInitiator: z.enum(['', 'CARDHOLDER', 'MERCHANT']),
  }),
  z.object({
    kind: z.literal('sale'),
    ...ofEveryDraft,
    bin: text,
    lastFour: text,
    expireMonth: z.number(),
    expireYear: z.number(),
    printedName: text,
    firstName: text,
    lastName: text,
    email: text,
    phone: text,
    country: text,
    city: text,
    zipCode: text,
    address1: text,
    presence: z.enum(['present', 'remote']),
  }),
]) satisfies z.ZodType<ChargeDraft>

const storedParameters = z.array(z.object({ name: text, value: text }))

/**
 * Charges. Each change names the state and version that it starts from. Triggers of the schema refuse a forbidden
 * change.
 */
export class Charges {
  readonly #saveDraft
  readonly #discard
  readonly #discardDrafts
  readonly #record
  readonly #move
  readonly #get
  readonly #ofOrder
  readonly #sending
  readonly #unsent
  readonly #sentParameters
  readonly #sumByOperator
  readonly #names
  readonly #actors

  constructor(db: Sqlite, names: FactNames, actors: Actors) {
    this.#names = names
    this.#actors = actors
    this.#saveDraft = db.prepare<[Record<string, string | number | null>]>(`
      INSERT INTO charges (
        charge_id, profile_key, state, state_version, transmissions, kind, client_order_id, card_id, card_ref_id,
        amount_minor, currency, preview_hash, draft, created_at_ms
      )
      VALUES (
        @charge_id, @profile_key, 'draft', 1, 0, @kind, @client_order_id, @card_id, @card_ref_id,
        @amount_minor, @currency, @preview_hash, @draft, @created_at_ms
      )
      ON CONFLICT (charge_id) DO UPDATE SET
        state_version = state_version + 1, kind = excluded.kind, client_order_id = excluded.client_order_id,
        card_id = excluded.card_id, card_ref_id = excluded.card_ref_id, amount_minor = excluded.amount_minor,
        currency = excluded.currency, preview_hash = excluded.preview_hash, draft = excluded.draft
      WHERE state = 'draft' AND profile_key = excluded.profile_key
    `)
    this.#discard = db.prepare<[string]>('DELETE FROM charges WHERE charge_id = ?')
    this.#discardDrafts = db.prepare<[]>("DELETE FROM charges WHERE state = 'draft'")
    this.#record = db.prepare<[Record<string, string | number | null>]>(`
      UPDATE charges SET
        state = 'recorded', state_version = state_version + 1, order_id = @order_id,
        preview_hash = @preview_hash, sent_parameters = @sent_parameters,
        actor_id = @actor_id, confirmed_at_ms = @confirmed_at_ms, most_minor = @most_minor
      WHERE charge_id = @charge_id AND state = 'draft' AND state_version = @expected_version
    `)
    this.#move = db.prepare<[Record<string, string | number | null>]>(`
      UPDATE charges SET
        state = @to, state_version = state_version + 1, transmissions = coalesce(@transmissions, transmissions),
        preview_hash = coalesce(@preview_hash, preview_hash),
        sent_parameters = coalesce(@sent_parameters, sent_parameters),
        actor_id = iif(@confirmed_at_ms IS NULL, actor_id, @actor_id),
        confirmed_at_ms = coalesce(@confirmed_at_ms, confirmed_at_ms),
        most_minor = coalesce(@most_minor, most_minor)
      WHERE charge_id = @charge_id AND state = @from AND state_version = @expected_version
    `)
    const select = 'SELECT charges.*, profiles.profile_id FROM charges JOIN profiles USING (profile_key)'
    this.#get = db.prepare<[string], ChargeRow>(`${select} WHERE charge_id = ?`)
    this.#ofOrder = db.prepare<[number], ChargeRow>(`${select} WHERE order_id = ?`)
    this.#sending = db
      .prepare<[], number>(
        `SELECT order_id FROM charges WHERE ${isOpenCharge} AND state = 'sending' ORDER BY order_id`,
      )
      .pluck()
    this.#unsent = db
      .prepare<[], number>(
        `SELECT order_id FROM charges WHERE state IN ('not-sent', 'recorded') ORDER BY state, order_id`,
      )
      .pluck()
    // The states of `countedMinor` in src-main/services/charge/charge-limits.ts.
    this.#sumByOperator = db
      .prepare<[Record<string, string | number | null>], number>(
        `
        SELECT coalesce(sum(coalesce(orders.charged_minor, charges.most_minor)), 0)
        FROM charges
        JOIN profiles ON profiles.profile_key = charges.profile_key
        JOIN actors ON actors.actor_id = charges.actor_id
        LEFT JOIN operators ON operators.operator_key = actors.operator_key
        JOIN orders ON orders.order_id = charges.order_id
        WHERE profiles.profile_id = @profileId AND charges.confirmed_at_ms >= @sinceMs
          AND charges.currency = @currency AND operators.operator_id IS @operatorId
          AND charges.charge_id <> @exceptChargeId
          AND charges.state NOT IN ('draft', 'recorded', 'not-sent', 'rejected', 'resolved-absent', 'cancelled')
          AND (charges.state <> 'final' OR orders.status IS 'approved')
        `,
      )
      .pluck()
    this.#sentParameters = db
      .prepare<[number], string | null>('SELECT sent_parameters FROM charges WHERE order_id = ?')
      .pluck()
  }

  /** Stores or updates a draft. Throws `not-allowed-now` when the charge is no longer a draft. */
  saveDraft(draft: NewDraft, profileKey: number): ChargeRecord {
    const saved = this.#saveDraft.run({
      charge_id: draft.chargeId,
      profile_key: profileKey,
      kind: draft.kind,
      client_order_id: draft.clientOrderId,
      card_id: draft.cardId === null ? null : rowNumber(draft.cardId),
      card_ref_id: draft.cardRefId,
      amount_minor: draft.amountMinor,
      currency: draft.currency,
      preview_hash: draft.previewHash,
      draft: JSON.stringify(draft.draft),
      created_at_ms: draft.createdAtMs,
    })
    if (saved.changes === 0) throw notAllowed('charge-state')
    return this.#require(draft.chargeId)
  }

  discardDrafts(): void {
    this.#discardDrafts.run()
  }

  discard(chargeId: string): void {
    if (this.#discard.run(chargeId).changes === 0) throw notFound('charge')
  }

  /** Links a draft to its order. From here on it can be sent, once. */
  record(input: {
    readonly chargeId: string
    readonly expectedVersion: number
    readonly orderId: number
    readonly previewHash: string
    readonly sentParameters: NamedValues
    readonly confirmation: NewConfirmation
  }): void {
    const recorded = this.#record.run({
      charge_id: input.chargeId,
      expected_version: input.expectedVersion,
      order_id: input.orderId,
      preview_hash: input.previewHash,
      sent_parameters: JSON.stringify(input.sentParameters),
      ...this.#confirmed(input.confirmation),
    })
    if (recorded.changes === 0) throw notAllowed('charge-state')
  }

  /** Compare-and-set of a charge's state. */
  move(chargeId: string, move: ChargeMove): void {
    const moved = this.#move.run({
      charge_id: chargeId,
      from: move.from,
      expected_version: move.expectedVersion,
      to: move.to,
      transmissions: move.transmissions ?? null,
      preview_hash: move.previewHash ?? null,
      sent_parameters: move.sentParameters === undefined ? null : JSON.stringify(move.sentParameters),
      ...this.#confirmed(move.confirmation ?? null),
    })
    if (moved.changes === 0) throw notAllowed('charge-state')
  }

  get(chargeId: string): ChargeRecord | null {
    const row = this.#get.get(chargeId)
    return row === undefined ? null : toRecord(row)
  }

  ofOrder(orderId: number): ChargeRecord | null {
    const row = this.#ofOrder.get(orderId)
    return row === undefined ? null : toRecord(row)
  }

  /** Orders whose charge is being sent, oldest first. */
  sendingOrderIds(): number[] {
    return this.#sending.all()
  }

  /** Orders whose charge is stored and not sent. Reads all charges. */
  unsentOrderIds(): number[] {
    return this.#unsent.all()
  }

  /** The sent parameters, masked. Their names on the wire are stored; what they are is looked up here. */
  sentParametersOf(orderId: number): SentParameter[] {
    const stored = this.#sentParameters.get(orderId) ?? null
    const parameters = stored === null ? [] : fromJson(storedParameters, stored)
    return parameters.map((parameter) => ({ ...parameter, sent: sentNameOf(this.#names, parameter.name) }))
  }

  #confirmed(confirmation: NewConfirmation | null) {
    return {
      actor_id: this.#actors.idOf(confirmation?.actor ?? null),
      confirmed_at_ms: confirmation?.atMs ?? null,
      most_minor: confirmation?.mostMinor ?? null,
    }
  }

  /** What an operator charged in a profile since a time, in minor units. */
  sumByOperator(request: Parameters<StorageReader['chargedByOperator']>[0]): number {
    return this.#sumByOperator.get({ ...request }) ?? 0
  }

  #require(chargeId: string): ChargeRecord {
    const charge = this.get(chargeId)
    if (charge === null) throw notFound('charge')
    return charge
  }
}

function toRecord(row: ChargeRow): ChargeRecord {
  return {
    chargeId: row.charge_id,
    profileId: row.profile_id,
    state: row.state,
    stateVersion: row.state_version,
    transmissions: row.transmissions,
    kind: row.kind,
    clientOrderId: row.client_order_id,
    cardId: row.card_id === null ? null : String(row.card_id),
    cardRefId: row.card_ref_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    draft: fromJson(storedDraft, row.draft),
    previewHash: row.preview_hash,
    orderId: row.order_id === null ? null : String(row.order_id),
    createdAtMs: row.created_at_ms,
    confirmedAtMs: row.confirmed_at_ms,
    mostMinor: row.most_minor,
  }
}
