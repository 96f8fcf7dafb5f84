import { z } from 'zod'
import type {
  AnswerField,
  ExchangeOutcome,
  ExchangeSummary,
  ExchangeView,
  GatewayOperation,
} from '../../../src-shared/domain/exchange'
import { factOfStatus, type FactNames } from '../../ports/fact-names'
import type { NewExchange } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { rowNumber } from './row-ids'
import { fromJsonOr } from './stored-json'

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

/** JSON texts and an unreadable answer, as stored. */
interface StoredBody {
  readonly request: string
  readonly answer: string
  readonly unreadable_body: string | null
}

type ExchangeBodyRow = ExchangeRow & StoredBody

const storedRequest = z.array(z.object({ name: z.string(), value: z.string() }))

const storedAnswer = z.array(
  z.object({
    name: z.string(),
    /** Null replaces the serial number of the exchange, so that otherwise equal answers are the same text. */
    value: z.string().nullable(),
    isUnreadable: z.literal(true).optional(),
  }),
)

const summaryColumns = `
  exchange_id, profile_id, order_id, at_ms, duration_ms, operation, host, path, outcome, http_status, answer_type,
  serial_number, client_order_id, failure
`

/** SQL that reads `ExchangeSummary` rows; see `toExchangeSummary`. */
export const exchangeSummarySelect = `SELECT ${summaryColumns} FROM exchange_log`

/** Requests with their answers, masked by the gateway client. */
export class Exchanges {
  readonly #findContent
  readonly #insertContent
  readonly #insert
  readonly #get
  readonly #ofOrder
  readonly #names

  constructor(db: Sqlite, names: FactNames) {
    this.#names = names
    this.#findContent = db
      .prepare<[Record<string, string | number | null>], number>(
        `
        SELECT content_id FROM exchange_contents
        WHERE order_id = @order_id AND profile_key = @profile_key AND operation = @operation AND host = @host
          AND path = @path AND outcome = @outcome AND http_status IS @http_status AND answer_type IS @answer_type
          AND client_order_id IS @client_order_id AND failure IS @failure AND request = @request
          AND answer = @answer AND unreadable_body IS @unreadable_body
        `,
      )
      .pluck()
    this.#insertContent = db.prepare<[Record<string, string | number | null>]>(`
      INSERT INTO exchange_contents (
        profile_key, order_id, operation, host, path, outcome, http_status, answer_type, client_order_id, failure,
        request, answer, unreadable_body
      )
      VALUES (
        @profile_key, @order_id, @operation, @host, @path, @outcome, @http_status, @answer_type, @client_order_id,
        @failure, @request, @answer, @unreadable_body
      )
    `)
    this.#insert = db.prepare<[number, number, number, string | null]>(
      'INSERT INTO exchanges (content_id, at_ms, duration_ms, serial_number) VALUES (?, ?, ?, ?)',
    )
    const select = `SELECT ${summaryColumns}, request, answer, unreadable_body FROM exchange_log`
    this.#get = db.prepare<[number], ExchangeBodyRow>(`${select} WHERE exchange_id = ?`)
    this.#ofOrder = db.prepare<[number, number], ExchangeBodyRow>(
      `${select} WHERE order_id = ? AND exchange_id > ? ORDER BY exchange_id`,
    )
  }

  /**
   * Stores an exchange and returns its row number. A request or answer that the order already has is not stored
   * again: the new exchange refers to it and keeps its own time, duration and serial number.
   */
  insert(exchange: NewExchange, profileKey: number, orderId: number | null): number {
    const content = {
      profile_key: profileKey,
      order_id: orderId,
      operation: exchange.operation,
      host: exchange.host,
      path: exchange.path,
      outcome: exchange.outcome,
      http_status: exchange.httpStatus,
      answer_type: exchange.answerType,
      client_order_id: exchange.clientOrderId,
      failure: exchange.failure,
      ...toStoredBody(exchange, this.#names),
    }
    const contentId =
      this.#findContent.get(content) ?? Number(this.#insertContent.run(content).lastInsertRowid)
    const { atMs, durationMs, serialNumber } = exchange
    return Number(this.#insert.run(contentId, atMs, durationMs, serialNumber).lastInsertRowid)
  }

  get(exchangeId: string): ExchangeView | null {
    const number = rowNumber(exchangeId)
    const row = number === null ? undefined : this.#get.get(number)
    return row === undefined ? null : toView(row)
  }

  /** Exchanges of an order, oldest first; with `after`, only those newer than that exchange. */
  ofOrder(orderId: string, after?: string): ExchangeView[] {
    const number = rowNumber(orderId)
    const afterNumber = after === undefined ? 0 : rowNumber(after)
    return number === null || afterNumber === null ? [] : this.#ofOrder.all(number, afterNumber).map(toView)
  }
}

/** A row of the API log. */
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

/** A row with unreadable JSON stays visible and says so. It does not hide other rows. */
function toView(row: ExchangeBodyRow): ExchangeView {
  const summary = toExchangeSummary(row)
  const request = fromJsonOr(storedRequest, row.request, null)
  const answer = fromJsonOr(storedAnswer, row.answer, null)
  if (request === null || answer === null)
    return { ...summary, failure: 'unreadable-row', request: [], answer: [], unreadableBody: null }
  return {
    ...summary,
    request,
    answer: answer.map(({ value, ...field }) => ({ ...field, value: value ?? row.serial_number ?? '' })),
    unreadableBody: row.unreadable_body,
  }
}

function toStoredBody(
  { request, answer, unreadableBody, serialNumber }: NewExchange,
  names: FactNames,
): StoredBody {
  // The serial number is different in every answer.
  const storedValue = ({ name, value }: AnswerField) =>
    factOfStatus(names, name) === 'serialNumber' && value === serialNumber ? null : value
  return {
    request: JSON.stringify(request.map(({ name, value }) => ({ name, value }))),
    answer: JSON.stringify(
      answer.map((field) => ({
        name: field.name,
        value: storedValue(field),
        ...(field.isUnreadable ? { isUnreadable: true } : {}),
      })),
    ),
    unreadable_body: unreadableBody,
  }
}
