import { factFileColumns } from '../../src-shared/domain/order-file'
import { toDecimal } from '../../src-shared/domain/money'
import { LocalOffsets } from '../../src-shared/util/local-offset'
import type { ExportRow } from '../db/tables/order-rows'
import { asInFile } from '../db/tables/imported-orders'
import { factOfStatus, type FactNames } from '../ports/fact-names'

const minuteMs = 60_000

/** Stands in a cell whose stored value cannot be read. It is never guessed. */
export const unreadableCell = '(unreadable)'

/** The masked card of a file: at most the first six and the last four digits. */
export function maskedCard(bin: string | null, lastFour: string | null): string {
  return bin === null && lastFour === null ? '' : `${bin ?? ''}••••${lastFour ?? ''}`
}

/** Local times in ISO 8601 with their offset. */
export class LocalTimes {
  readonly #offsets

  constructor(timeZone: string) {
    this.#offsets = new LocalOffsets(timeZone)
  }

  at(ms: number): string {
    const offsetMs = this.#offsets.at(ms)
    const minutes = Math.abs(offsetMs) / minuteMs
    const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
    const zone = `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
    return new Date(ms + offsetMs).toISOString().slice(0, -1) + zone
  }
}

/** The cells of an order, in the order of `fileColumns`. An empty text is a value that is not known. */
export class OrderCells {
  readonly #times: LocalTimes
  readonly #timeZone: string
  readonly #columnOfField = new Map<string, number>()

  constructor(timeZone: string, names: FactNames) {
    this.#timeZone = timeZone
    this.#times = new LocalTimes(timeZone)
    const places = new Map<string, number>(factFileColumns.map((name, index) => [name, index]))
    for (const field of Object.keys(names.ofStatus)) {
      const place = places.get(factOfStatus(names, field) ?? '')
      if (place !== undefined) this.#columnOfField.set(field, place)
    }
  }

  /** An order of a file is as it was in the file until the gateway has reported its status. */
  of(row: ExportRow): string[] {
    const own = this.#own(row)
    return row.status !== null || row.imported_cells === null || row.imported_columns === null
      ? own
      : asInFile(own, row.imported_cells, row.imported_columns)
  }

  #own(row: ExportRow): string[] {
    const money = (minor: number | null) =>
      minor === null ? '' : toDecimal({ amountMinor: minor, currency: row.currency ?? '' })
    return [
      row.client_order_id,
      row.gateway_order_id ?? '',
      new Date(row.created_at_ms).toISOString(),
      this.#times.at(row.created_at_ms),
      this.#timeZone,
      row.environment,
      row.profile_name,
      `${row.route_kind} ${row.route_id}`,
      row.kind,
      row.word,
      row.status ?? '',
      row.order_stage ?? '',
      money(row.amount_minor),
      row.currency ?? '',
      money(row.charged_minor),
      row.refund_state === 'none' ? '' : `${row.refund_kind} ${row.refund_state}`,
      row.refund_state === 'none' ? '' : money(row.refunded_minor),
      disputesOf(row.disputes),
      maskedCard(row.bin, row.last_four),
      row.cardholder_name ?? '',
      row.description ?? '',
      row.reference ?? '',
      row.error_code ?? '',
      row.error_message ?? '',
      row.transaction_type ?? '',
      row.answered_at_ms === null ? '' : new Date(row.answered_at_ms).toISOString(),
      ...this.#facts(row.facts),
    ]
  }

  #facts(json: string | null): string[] {
    const cells = factFileColumns.map(() => '')
    if (json === null) return cells
    const stored = parsed(json)
    if (!Array.isArray(stored)) return factFileColumns.map(() => unreadableCell)
    for (const fact of stored as readonly unknown[]) {
      const { name, value } = (fact ?? {}) as { readonly name?: unknown; readonly value?: unknown }
      const column = typeof name === 'string' ? this.#columnOfField.get(name) : undefined
      if (column !== undefined) cells[column] = typeof value === 'string' ? value : unreadableCell
    }
    return cells
  }
}

function disputesOf(json: string): string {
  if (json === '[]') return ''
  const stored = parsed(json)
  if (!Array.isArray(stored) || !stored.every((each) => typeof each === 'string')) return unreadableCell
  return stored.join(', ')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
