import { containsCardNumber } from '../../src-shared/domain/card-number-guard'
import { fields } from '../../src-shared/domain/fields'
import { fileColumns, isPlainNumber, type FileColumnName } from '../../src-shared/domain/order-file'
import {
  leftOut,
  type DecimalSign,
  type ImportChoices,
  type RowProblem,
} from '../../src-shared/domain/order-import'
import type { ImportedCells, ImportedRow } from '../ports/order-import'
import type { NumberCell } from './workbook-rows'

/** What is wrong with a row. `column` null = the whole row. */
export interface RowRefusal {
  readonly problem: RowProblem
  readonly column: number | null
}

const noNumbers: ReadonlyMap<number, NumberCell> = new Map()

type ReadRow = Omit<ImportedRow, 'line' | 'index'>

/** At most the first six and the last four digits of a card. */
const maskedCard = /^[0-9]{0,6}[^0-9]*[0-9]{0,4}$/
const mostCardLength = 40
const shortestCardNumber = 13
const kinds = new Map(fileColumns.map(({ name, kind }) => [name, kind]))

/**
 * Reads the cells of a row, without their guards. Every cell is checked, also of columns that are left out. `numbers`: the
 * columns in which a workbook has a number, whose decimal sign is a point.
 */
export function importedRow(
  cells: readonly string[],
  { columns, decimal }: Pick<ImportChoices, 'columns' | 'decimal'>,
  numbers: ReadonlyMap<number, NumberCell> = noNumbers,
): ReadRow | RowRefusal {
  if (cells.length > columns.length) return { problem: 'too-many-cells', column: null }
  const numberAt = cells.findIndex((cell) => cell.length >= shortestCardNumber && containsCardNumber(cell))
  if (numberAt >= 0) return { problem: 'card-number', column: numberAt }
  const read: ImportedCells = {}
  for (const [at, name] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (name === leftOut || cell === '') continue
    const number = numbers.get(at)
    if (number === 'rounded') return { problem: 'rounded', column: at }
    const isAmount = kinds.get(name) === 'money' && number === undefined
    read[name] = isAmount ? (plainAmount(cell, decimal) ?? cell) : cell
  }
  const refuse = (problem: RowProblem, name: FileColumnName): RowRefusal => ({
    problem,
    column: columns.indexOf(name) < 0 ? null : columns.indexOf(name),
  })
  const client = fields.clientOrderId.safeParse(read.clientOrderId ?? '')
  if (!client.success) return refuse('client-order-id', 'clientOrderId')
  const gateway =
    read.gatewayOrderId === undefined ? null : fields.gatewayOrderId.safeParse(read.gatewayOrderId)
  if (gateway?.success === false) return refuse('gateway-order-id', 'gatewayOrderId')
  const { amount = '', card = '' } = read
  if (amount !== '' && (amount.startsWith('-') || !isPlainNumber(amount))) return refuse('amount', 'amount')
  if (card.length > mostCardLength || !maskedCard.test(card)) return refuse('card', 'card')
  const time = read.createdUtc === undefined ? 'createdLocal' : 'createdUtc'
  const createdAtMs = read[time] === undefined ? null : timeOf(read[time], time === 'createdUtc')
  if (createdAtMs === undefined) return refuse('time', time)
  return {
    clientOrderId: client.data,
    gatewayOrderId: gateway === null || gateway.data === '' ? null : gateway.data,
    createdAtMs,
    cells: read,
  }
}

const grouped: Record<DecimalSign, RegExp> = {
  '.': /^-?(?:[0-9]{1,3}(?:[,\s'’][0-9]{3})+|[0-9]{1,15})(?:\.[0-9]{1,4})?$/,
  ',': /^-?(?:[0-9]{1,3}(?:[.\s'’][0-9]{3})+|[0-9]{1,15})(?:,[0-9]{1,4})?$/,
}
const longestAmount = 40

/** A decimal text with a point and without groups of thousands; null = not an amount with this decimal sign. */
export function plainAmount(cell: string, decimal: DecimalSign): string | null {
  const text = cell.trim()
  if (text.length > longestAmount || !grouped[decimal].test(text)) return null
  const plain = text.replace(decimal === ',' ? /[.\s'’]/g : /[,\s'’]/g, '').replace(',', '.')
  return isPlainNumber(plain) ? plain : null
}

/** The decimal sign of most amounts. A sign with three digits after it may separate thousands and decides nothing. */
export function decimalOf(cells: readonly string[]): DecimalSign {
  const count = (pattern: RegExp) =>
    cells.filter((cell) => cell.length <= longestAmount && pattern.test(cell.trim())).length
  return count(/,(?:[0-9]{1,2}|[0-9]{4})$/) > count(/\.(?:[0-9]{1,2}|[0-9]{4})$/) ? ',' : '.'
}

const isoTime =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,3})[0-9]{0,6})?)?)?(?: ?(Z|[+-][0-9]{2}:?[0-9]{2}))?$/
const dottedTime = /^([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})(?:,? ([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?$/
const longestTime = 40

/**
 * A time in ms; undefined = none that is understood without doubt. Only with `isUtc` the zone may be missing. Forms with slashes
 * are refused, because day and month have no fixed order there.
 */
function timeOf(cell: string, isUtc: boolean): number | undefined {
  const text = cell.trim()
  if (text.length > longestTime) return undefined
  const [, ...iso] = isoTime.exec(text) ?? []
  const [, day, month, year, ...clock] = dottedTime.exec(text) ?? []
  const parts = iso.length > 0 ? iso : [year, month, day, ...clock]
  const [years, months, days, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(0, 6)
    .map((part) => (part === undefined ? undefined : Number(part)))
  const zone = iso[7]
  if (years === undefined || months === undefined || days === undefined) return undefined
  if (zone === undefined && !isUtc) return undefined
  const thousandths = Number((iso[6] ?? '').padEnd(3, '0'))
  const local = Date.UTC(years, months - 1, days, hours, minutes, seconds, thousandths)
  const written = new Date(local)
  // Date.UTC turns the 31st of June into the 1st of July.
  const isReal = written.getUTCMonth() === months - 1 && written.getUTCDate() === days
  if (!isReal || hours > 23 || minutes > 59 || seconds > 59) return undefined
  const atMs = local - offsetMs(zone ?? 'Z')
  return atMs >= 0 ? atMs : undefined
}

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
