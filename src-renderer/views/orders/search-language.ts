import { orderFilter, type FilterField, type OrderFilter } from '../../../src-shared/domain/order-query'
import { timeBounds } from '../../../src-shared/domain/insights'
import { environment } from '../../../src-shared/domain/gateway-address'
import { disputeKind, refundState } from '../../../src-shared/domain/later-transactions'
import { currencyExponent } from '../../../src-shared/domain/money'
import { orderKind } from '../../../src-shared/domain/order'
import { addDays, dayOf, isDay, isPeriod, startOfDay, type Period } from '../../../src-shared/util/day-range'
import { amountOfStrictLimit, strictLimit } from '../../../src-shared/util/strict-limit'
import { messages } from '../../messages'

/** What a typed condition asks for: a filter, or a period that moves with the calendar. */
export type Condition = { readonly filter: OrderFilter } | { readonly period: Period }

/** Why a typed condition cannot be used. */
export interface ConditionProblem {
  readonly prefix: Prefix
  readonly value: string
  readonly why: 'missing' | 'wrong' | 'no-not'
}

type Reading = { readonly condition: Condition } | { readonly problem: ConditionProblem }

/** The time and the zone in which days are read. */
export interface Place {
  readonly nowMs: number
  readonly timeZone: string
}

/** Words in front of a value, with the field that they name. */
const fieldOfPrefix = {
  status: 'status',
  kind: 'kind',
  env: 'environment',
  currency: 'currency',
  card: 'last-four',
  bin: 'bin',
  name: 'cardholder',
  reference: 'reference',
  description: 'description',
  stage: 'stage',
  error: 'error',
  bank: 'bank-code',
  country: 'card-country',
  refund: 'refund',
  label: 'label',
} as const satisfies Record<string, FilterField>
type FieldPrefix = keyof typeof fieldOfPrefix
const prefixOfField = Object.fromEntries(
  Object.entries(fieldOfPrefix).map(([prefix, field]) => [field, prefix]),
) as Record<FilterField, FieldPrefix>

/** All words that may stand in front of a colon. */
export const prefixes = [
  ...(Object.keys(fieldOfPrefix) as FieldPrefix[]),
  'amount',
  'since',
  'until',
  'hour',
  'took',
] as const
export type Prefix = (typeof prefixes)[number]

/** Words that only the window shows; no stored order has them. */
const shownOnly = new Set(['awaits cardholder', 'answer not sent'])

/** All values of the fields with few values. Any other value must be quoted. */
export const closedSets: Partial<Record<Prefix, readonly string[]>> = {
  status: Object.keys(messages.status.shown).filter((word) => !shownOnly.has(word)),
  kind: orderKind.options,
  env: environment.options,
  refund: [...refundState.options.filter((state) => state !== 'none'), ...disputeKind.options],
}
/** Forms of the values that are typed without quotes. */
const forms: Partial<Record<Prefix, RegExp>> = { card: /^[0-9]{4}$/, bin: /^[0-9]{6}$/ }
/** A space after these values can only mean that the value is complete. */
const endsWithSpace = new Set<Prefix>([
  ...(Object.keys(closedSets) as Prefix[]),
  'currency',
  'card',
  'bin',
  'error',
  'bank',
  'country',
  'amount',
  'since',
  'until',
  'hour',
  'took',
])
/** The band above all bounds. */
const longer = 'longer'
/** A longer text was not typed. */
const maxLength = 4000

interface Token {
  readonly start: number
  readonly end: number
  readonly not: boolean
  readonly prefix: Prefix
  readonly value: string
  readonly quote: 'none' | 'open' | 'closed'
}

/** What is in the search box. */
export interface SearchReading {
  /** Complete conditions, to be taken out of the text. */
  readonly conditions: readonly Condition[]
  /** The text without the complete conditions. */
  readonly rest: string
  /** The text to search for: `rest` without the conditions that are still being typed. */
  readonly plain: string
  readonly problem: ConditionProblem | null
}

/** Reads the search box. `isEntered`: Enter was pressed, so every condition is complete. Never throws. */
export function readSearch(text: string, place: Place, isEntered = false): SearchReading {
  const conditions: Condition[] = []
  const done: Token[] = []
  let problem: ConditionProblem | null = null
  const tokens = tokensOf(text)
  for (const token of tokens) {
    if (!isEntered && !isComplete(token, text)) continue
    const reading = readCondition(token, place)
    if ('problem' in reading) problem ??= reading.problem
    else {
      conditions.push(reading.condition)
      done.push(token)
    }
  }
  if (done.length === 0) return { conditions: [], rest: text, plain: without(text, tokens).trim(), problem }
  // What stood directly behind a closing quote is a word of its own now.
  const more = readSearch(without(text, done), place, isEntered)
  return {
    ...more,
    conditions: joined([...conditions, ...more.conditions]),
    problem: problem ?? more.problem,
  }
}

/** The condition at the end of the text that is being typed; null when there is none. */
export function unfinishedToken(text: string): { readonly start: number; readonly typed: string } | null {
  const last = tokensOf(text).at(-1)
  if (last?.end === text.length && last.quote !== 'closed')
    return { start: last.start, typed: text.slice(last.start) }
  const start = /(?<![^\s])[^\s"]*$/.exec(text.slice(0, maxLength))?.index
  return start === undefined ? null : { start, typed: text.slice(start) }
}

/** Reads conditions that were written by `printFilters`; the period of a text is left out. */
export function parseFilters(text: string, place: Place): OrderFilter[] {
  return readSearch(text, place, true).conditions.flatMap((each) => ('filter' in each ? [each.filter] : []))
}

/** Writes filters in the language of the search box. */
export function printFilters(filters: readonly OrderFilter[], timeZone: string): string {
  return filters.map((filter) => printFilter(filter, timeZone)).join(' ')
}

function printFilter(filter: OrderFilter, timeZone: string): string {
  switch (filter.by) {
    case 'is': {
      const prefix = prefixOfField[filter.field]
      return `${filter.not ? '-' : ''}${prefix}:${printValue(prefix, filter.value)}`
    }
    case 'amount':
      return `amount:${printAmounts(filter.from, filter.to)}`
    case 'created': {
      const { fromMs, untilMs } = filter
      const from = fromMs === null ? [] : [`since:${printSince(fromMs, timeZone)}`]
      const until = untilMs === null ? [] : [`until:${printUntil(untilMs, timeZone)}`]
      return [...from, ...until].join(' ')
    }
    case 'hour':
      return `hour:${String(filter.hour)}`
    case 'took':
      return `took:${filter.upToSeconds === null ? longer : String(filter.upToSeconds)}`
  }
}

/** A value as it is typed: in quotes unless it is one of the known values. */
export function printValue(prefix: Prefix, value: string): string {
  const isPlain = unquoted(prefix, value) === value && /^[^\s"\\]+$/.test(value)
  return isPlain ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function printAmounts(from: string | null, to: string | null): string {
  if (from === null && to === null) return 'any'
  if (from !== null && to !== null) return from === to ? from : `${from}..${to}`
  if (from !== null) {
    const above = amountOfStrictLimit(from, 'above')
    return above === null ? `>=${from}` : `>${above}`
  }
  const below = amountOfStrictLimit(to ?? '', 'below')
  return below === null ? `<=${to ?? ''}` : `<${below}`
}

function printSince(fromMs: number, timeZone: string): string {
  const day = dayOf(fromMs, timeZone)
  return isDay(day) && startOfDay(day, timeZone) === fromMs ? day : new Date(fromMs).toISOString()
}

function printUntil(untilMs: number, timeZone: string): string {
  const day = dayOf(untilMs, timeZone)
  const isWhole = isDay(day) && startOfDay(day, timeZone) === untilMs
  return isWhole ? addDays(day, -1) : new Date(untilMs).toISOString()
}

function readCondition({ prefix, value, not, quote }: Token, place: Place): Reading {
  const problem = (why: ConditionProblem['why']): Reading => ({ problem: { prefix, value, why } })
  if (value === '' && quote === 'none') return problem('missing')
  if (isField(prefix)) {
    const known = quote === 'none' ? unquoted(prefix, value) : value
    if (known === null) return problem('wrong')
    return checked({ by: 'is', field: fieldOfPrefix[prefix], value: known, not }) ?? problem('wrong')
  }
  if (not) return problem('no-not')
  if (prefix === 'amount') return checked(readAmounts(value)) ?? problem('wrong')
  if (prefix === 'hour') return checked(readHour(value, place)) ?? problem('wrong')
  if (prefix === 'took') return checked(readBand(value)) ?? problem('wrong')
  const period = value.toLowerCase()
  if (prefix === 'since' && isPeriod(period)) return { condition: { period } }
  return checked(readLimit(prefix, value, place)) ?? problem('wrong')
}

function checked(filter: OrderFilter | null): Reading | null {
  const result = orderFilter.safeParse(filter)
  return result.success ? { condition: { filter: result.data } } : null
}

/** The value of a word that was typed without quotes; null when the field cannot have it. */
function unquoted(prefix: Prefix, value: string): string | null {
  if (prefix === 'currency')
    return currencyExponent(value.toUpperCase()) === null ? null : value.toUpperCase()
  const form = forms[prefix]
  if (form !== undefined) return form.test(value) ? value : null
  const set = closedSets[prefix]
  return set === undefined ? value : (set.find((each) => each === value.toLowerCase()) ?? null)
}

function readAmounts(value: string): OrderFilter | null {
  if (value === 'any') return { by: 'amount', from: null, to: null }
  const compared = /^(>=|>|<=|<)([0-9.]{1,17})$/.exec(value)
  if (compared !== null) {
    const [, sign = '', limit = ''] = compared
    if (sign === '>=') return { by: 'amount', from: limit, to: null }
    if (sign === '<=') return { by: 'amount', from: null, to: limit }
    const strict = strictLimit(limit, sign === '>' ? 'above' : 'below')
    if (strict === null) return null
    return { by: 'amount', from: sign === '>' ? strict : null, to: sign === '<' ? strict : null }
  }
  const range = /^([0-9]+(?:\.[0-9]+)?)?\.\.([0-9]+(?:\.[0-9]+)?)?$/.exec(value)
  if (range === null) return { by: 'amount', from: value, to: value }
  const [, from = null, to = null] = range
  return from === null && to === null ? null : { by: 'amount', from, to }
}

function readHour(value: string, { timeZone }: Place): OrderFilter | null {
  return /^[0-9]{1,2}$/.test(value) ? { by: 'hour', hour: Number(value), timeZone } : null
}

function readBand(value: string): OrderFilter | null {
  if (value === longer) return { by: 'took', upToSeconds: null }
  const upToSeconds = timeBounds.find((bound) => String(bound) === value)
  return upToSeconds === undefined ? null : { by: 'took', upToSeconds }
}

function readLimit(prefix: Prefix, value: string, { timeZone }: Place): OrderFilter | null {
  const isSince = prefix === 'since'
  const atMs = isDay(value)
    ? startOfDay(isSince ? value : addDays(value, 1), timeZone)
    : /^[+-]?[0-9]{4,6}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/.test(value)
      ? Date.parse(value)
      : Number.NaN
  if (Number.isNaN(atMs)) return null
  return { by: 'created', fromMs: isSince ? atMs : null, untilMs: isSince ? null : atMs }
}

/** `since` and `until` are the two limits of one filter. */
function joined(conditions: readonly Condition[]): Condition[] {
  const all: Condition[] = []
  for (const each of conditions) {
    const before = all.at(-1)
    const [first, second] = [before, each].map((one) =>
      one !== undefined && 'filter' in one ? one.filter : null,
    )
    if (
      first?.by === 'created' &&
      second?.by === 'created' &&
      first.untilMs === null &&
      second.fromMs === null
    )
      all.splice(-1, 1, { filter: { ...first, untilMs: second.untilMs } })
    else all.push(each)
  }
  return all
}

function isField(prefix: Prefix): prefix is FieldPrefix {
  return Object.hasOwn(fieldOfPrefix, prefix)
}

/** True when more text follows, and the value cannot go on after it. */
function isComplete({ prefix, end, quote, value }: Token, text: string): boolean {
  if (value === '' && quote === 'none') return false
  return end < text.length && (quote === 'closed' || (quote === 'none' && endsWithSpace.has(prefix)))
}

function without(text: string, tokens: readonly Token[]): string {
  const kept = tokens.toReversed().reduce((all, { start, end }) => {
    const after = all.slice(end)
    return all.slice(0, start) + (start === 0 || /\s$/.test(all.slice(0, start)) ? after.trimStart() : after)
  }, text)
  return tokens.length === 0 ? text : kept
}

/** The conditions of a text. Words with another or no colon are plain text, also in quotes. */
function tokensOf(text: string): Token[] {
  if (text.length > maxLength) return []
  const tokens: Token[] = []
  for (const match of text.matchAll(/(?<![^\s])(-?)([a-z]+):("(?:[^"\\]|\\.)*("?)|[^\s"]*)/gisu)) {
    const [whole, minus = '', word = '', written = '', closing] = match
    const prefix = prefixes.find((each) => each === word.toLowerCase())
    if (prefix === undefined) continue
    const isQuoted = written.startsWith('"')
    const inner = isQuoted ? written.slice(1, closing === '"' ? -1 : undefined) : written
    tokens.push({
      start: match.index,
      end: match.index + whole.length,
      not: minus !== '',
      prefix,
      value: isQuoted ? inner.replaceAll(/\\(.)/gs, '$1') : inner,
      quote: isQuoted ? (closing === '"' ? 'closed' : 'open') : 'none',
    })
  }
  return tokens
}
