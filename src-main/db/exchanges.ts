import type {
  AnswerField,
  ExchangeOutcome,
  ExchangeSummary,
  ExchangeView,
  GatewayOperation,
} from '../../src-shared/domain/exchange'
import type { NewExchange } from '../ports/storage'
import type { Sqlite } from './connection'
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
}

/** The third part marks an answer's value that is bytes, not text. */
type PackedValue = readonly [name: string, value: string, isUnreadable?: 1]

interface PackedBody {
  readonly request: readonly PackedValue[]
  readonly body: string | null
  readonly answer: readonly PackedValue[]
}

const summaryColumns = `
  exchange_id, profiles.profile_id, exchanges.order_id, at_ms, duration_ms, operation, host, path, outcome,
  http_status, answer_type, serial_number, client_order_id, failure
`
const from = 'FROM exchanges JOIN profiles USING (profile_key)'

/** SQL that reads `ExchangeSummary` rows; see `toExchangeSummary`. */
export const exchangeSummarySelect = `SELECT ${summaryColumns} ${from}`

/** Requests with their answers, as masked by the gateway client. */
export class Exchanges {
  readonly #insert
  readonly #get
  readonly #ofOrder

  constructor(db: Sqlite) {
    this.#insert = db.prepare<[Record<string, string | number | null | Buffer>]>(`
      INSERT INTO exchanges (
        profile_key, order_id, at_ms, duration_ms, operation, host, path, outcome, http_status, answer_type,
        serial_number, client_order_id, failure, body
      )
      VALUES (
        @profile_key, @order_id, @at_ms, @duration_ms, @operation, @host, @path, @outcome, @http_status,
        @answer_type, @serial_number, @client_order_id, @failure, @body
      )
    `)
    const select = `SELECT ${summaryColumns}, body ${from}`
    this.#get = db.prepare<[number], ExchangeBodyRow>(`${select} WHERE exchange_id = ?`)
    this.#ofOrder = db.prepare<[number], ExchangeBodyRow>(
      `${select} WHERE exchanges.order_id = ? ORDER BY exchange_id`,
    )
  }

  /** Stores an exchange and returns its row number. */
  insert(exchange: NewExchange, profileKey: number, orderId: number | null): number {
    const { lastInsertRowid } = this.#insert.run({
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
    return Number(lastInsertRowid)
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
  return {
    ...toExchangeSummary(row),
    request: request.map(toNamedValue),
    answer: answer.map(toAnswerField),
    unreadableBody: body,
  }
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
