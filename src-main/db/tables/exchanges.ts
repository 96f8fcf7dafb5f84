import type {
  AnswerField,
  ExchangeOutcome,
  ExchangeSummary,
  ExchangeView,
  GatewayOperation,
} from '../../../src-shared/domain/exchange'
import type { NewExchange } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { pack, unpack } from './packing'
import { rowNumber } from './row-ids'

interface ExchangeRow {
  readonly exchange_id: number
  readonly profile_id: string
  readonly order_id: number | null
  readonly at_ms: number
  readonly duration_ms: number
  readonly operation: GatewayOperation
  readonly host: string
  readonly path: string
  readonly outcome: ExchangeOutcome
  readonly http_status: number | null
  readonly answer_type: string | null
  readonly serial_number: string | null
  readonly client_order_id: string | null
  readonly failure: string | null
}

interface ExchangeBodyRow extends ExchangeRow {
  readonly body: Buffer
  /** The exchange whose request and answer these are; null for one that was stored in full. */
  readonly same_as: number | null
}

/** The third part marks an answer's value that is bytes, not text. */
type PackedValue = readonly [name: string, value: string, isUnreadable?: 1]

interface PackedBody {
  readonly request: readonly PackedValue[]
  readonly body: string | null
  readonly answer: readonly PackedValue[]
}

/** The field of an answer that is its own in every answer. */
const serialNumberField = 'serial-number'

const summaryColumns = `
  exchange_id, profile_id, order_id, at_ms, duration_ms, operation, host, path, outcome, http_status, answer_type,
  serial_number, client_order_id, failure
`
// Joined with nothing: only then is a page of the view read without sorting all of it.
const from = 'FROM exchange_log'

/** SQL that reads `ExchangeSummary` rows; see `toExchangeSummary`. */
export const exchangeSummarySelect = `SELECT ${summaryColumns} ${from}`

/** Requests with their answers, as masked by the gateway client. */
export class Exchanges {
  readonly #nextId
  readonly #insert
  readonly #insertRepeat
  readonly #get
  readonly #ofOrder

  constructor(db: Sqlite) {
    this.#insert = db.prepare<[Record<string, string | number | null | Buffer>]>(`
      INSERT INTO exchanges (
        exchange_id, profile_key, order_id, at_ms, duration_ms, operation, host, path, outcome, http_status, answer_type,
        serial_number, client_order_id, failure, body
      )
      VALUES (
        @exchange_id, @profile_key, @order_id, @at_ms, @duration_ms, @operation, @host, @path, @outcome,
        @http_status, @answer_type, @serial_number, @client_order_id, @failure, @body
      )
    `)
    this.#nextId = db
      .prepare<[], number>(
        `
        SELECT 1 + max(
          coalesce((SELECT max(exchange_id) FROM exchanges), 0),
          coalesce((SELECT max(exchange_id) FROM exchange_repeats), 0)
        )
        `,
      )
      .pluck()
    this.#insertRepeat = db.prepare<[Record<string, string | number | null>]>(`
      INSERT INTO exchange_repeats (exchange_id, same_as, at_ms, duration_ms, serial_number)
      VALUES (@exchange_id, @same_as, @at_ms, @duration_ms, @serial_number)
    `)
    const select = `SELECT ${summaryColumns}, body, same_as ${from}`
    this.#get = db.prepare<[number], ExchangeBodyRow>(`${select} WHERE exchange_id = ?`)
    this.#ofOrder = db.prepare<[number], ExchangeBodyRow>(`${select} WHERE order_id = ? ORDER BY exchange_id`)
  }

  /** Stores an exchange and returns its row number. */
  insert(exchange: NewExchange, profileKey: number, orderId: number | null): number {
    const exchangeId = this.#nextId.get() ?? 1
    this.#insert.run({
      exchange_id: exchangeId,
      profile_key: profileKey,
      order_id: orderId,
      at_ms: exchange.atMs,
      duration_ms: exchange.durationMs,
      operation: exchange.operation,
      host: exchange.host,
      path: exchange.path,
      outcome: exchange.outcome,
      http_status: exchange.httpStatus,
      answer_type: exchange.answerType,
      serial_number: exchange.serialNumber,
      client_order_id: exchange.clientOrderId,
      failure: exchange.failure,
      body: packBody(exchange),
    })
    return exchangeId
  }

  /** Stores an exchange as a repetition of an earlier one. Null, and nothing stored, when it says anything else. */
  insertRepeat(exchange: NewExchange, sameAs: number): number | null {
    const row = this.#get.get(sameAs)
    if (row === undefined || contentOf(exchange) !== contentOf(toView(row))) return null
    const exchangeId = this.#nextId.get() ?? 1
    this.#insertRepeat.run({
      exchange_id: exchangeId,
      same_as: sameAs,
      at_ms: exchange.atMs,
      duration_ms: exchange.durationMs,
      serial_number: exchange.serialNumber,
    })
    return exchangeId
  }

  get(exchangeId: string): ExchangeView | null {
    const number = rowNumber(exchangeId)
    const row = number === null ? undefined : this.#get.get(number)
    return row === undefined ? null : toView(row)
  }

  /** Exchanges of an order, oldest first. */
  ofOrder(orderId: string): ExchangeView[] {
    const number = rowNumber(orderId)
    return number === null ? [] : this.#ofOrder.all(number).map(toView)
  }
}

/** What the API log lists of a row. */
export function toExchangeSummary(row: ExchangeRow): ExchangeSummary {
  return {
    exchangeId: String(row.exchange_id),
    atMs: row.at_ms,
    durationMs: row.duration_ms,
    profileId: row.profile_id,
    operation: row.operation,
    host: row.host,
    path: row.path,
    outcome: row.outcome,
    httpStatus: row.http_status,
    answerType: row.answer_type,
    serialNumber: row.serial_number,
    orderId: row.order_id === null ? null : String(row.order_id),
    clientOrderId: row.client_order_id,
    failure: row.failure,
  }
}

function toView(row: ExchangeBodyRow): ExchangeView {
  const { request, body, answer } = unpack<PackedBody>(row.body)
  const { serial_number: serialNumber, same_as: sameAs } = row
  return {
    ...toExchangeSummary(row),
    request: request.map(toNamedValue),
    answer: answer
      .map(toAnswerField)
      .map((field) =>
        sameAs !== null && field.name === serialNumberField
          ? { ...field, value: serialNumber ?? field.value }
          : field,
      ),
    unreadableBody: body,
  }
}

/** Everything that an exchange says, but for its own time and serial number. */
function contentOf(exchange: NewExchange | ExchangeView): string {
  const { serialNumber } = exchange
  return JSON.stringify([
    ...[exchange.profileId, exchange.operation, exchange.host, exchange.path, exchange.outcome],
    ...[exchange.httpStatus, exchange.answerType, exchange.clientOrderId, exchange.failure],
    ...[exchange.unreadableBody, serialNumber === null],
    exchange.request.map(toPackedValue),
    exchange.answer.map(({ name, value }) =>
      name === serialNumberField && value === serialNumber ? [name] : [name, value],
    ),
  ])
}

function packBody(exchange: NewExchange): Buffer {
  const body: PackedBody = {
    request: exchange.request.map(toPackedValue),
    body: exchange.unreadableBody,
    answer: exchange.answer.map(toPackedValue),
  }
  return pack(body)
}

function toPackedValue({ name, value, isUnreadable }: AnswerField): PackedValue {
  return isUnreadable ? [name, value, 1] : [name, value]
}

function toNamedValue([name, value]: PackedValue): { name: string; value: string } {
  return { name, value }
}

function toAnswerField(packed: PackedValue): AnswerField {
  return packed[2] === 1 ? { ...toNamedValue(packed), isUnreadable: true } : toNamedValue(packed)
}
