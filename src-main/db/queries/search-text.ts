import { searchForms } from '../../../src-shared/domain/pasted-text'
import { composed } from '../tables/order-words'
import { formsOf } from './letter-case'
import type { Condition } from './order-filters'

/** How a search text is matched: always literally, never as a pattern or a query. */
export type Search =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  /** Three or more characters: a phrase for the trigram index, of which one form must match. */
  | { readonly kind: 'phrase'; readonly phrase: string; readonly forms: readonly string[] }
  /** Fewer characters: LIKE patterns, of which one must match, with `\` as escape. */
  | { readonly kind: 'patterns'; readonly patterns: readonly string[] }

const shortestIndexed = 3
const endLength = 6
const asciiEnd = '\u007f'
/** SQL of deeper nesting may be refused. */
const mostReplaced = 50
/** Separates the columns of a search row. NUL would end the text of a statement. */
const unsearchable = /[\u0000\u001f]/

/** Plans a search over indexed text. White space around the text is ignored. */
export function planSearch(text: string): Search {
  const forms = searchForms(text)
  if (forms.includes('')) return { kind: 'everything' }
  if (unsearchable.test(text.trim())) return { kind: 'nothing' }
  if (forms.some((form) => [...form].length < shortestIndexed))
    return { kind: 'patterns', patterns: forms.flatMap(likePatterns) }
  return { kind: 'phrase', phrase: phraseOf(forms), forms }
}

/**
 * A shorter phrase that finds at least the same orders; null = none is needed. Long ids share their first digits with all
 * others, for which the index takes long; their last ones are rare.
 */
export function endOf(forms: readonly string[]): string | null {
  const ends = forms.map((form) => [...form].slice(-endLength).join(''))
  return forms.some((form) => form.length > endLength) && textTest(forms) !== null ? phraseOf(ends) : null
}

function phraseOf(forms: readonly string[]): string {
  return forms.map((form) => `"${form.replaceAll('"', '""')}"`).join(' OR ')
}

/** All searched texts of an order's row. A unit separator keeps a match within one of them. */
const rowText = `concat_ws(char(31), ${[
  'client_order_id',
  'gateway_order_id',
  'reference',
  'last_four',
  'cardholder_name',
  'description',
]
  .map((column) => `orders.${column}`)
  .join(', ')})`

const wordsText = 'concat_ws(char(31), email, fixed, cardholder_name, codes, outcome, labels, notes)'

/** Tests one order without reading the index as a whole. Finds exactly what the index finds. */
export function rowTest(search: Search): Condition[] {
  switch (search.kind) {
    case 'everything':
      return []
    case 'nothing':
      return [{ sql: 'FALSE', values: [] }]
    case 'patterns': {
      const like = (text: string) =>
        search.patterns.map(() => String.raw`${text} LIKE ? ESCAPE '\'`).join(' OR ')
      return [{ sql: inRowOrWords(like), values: [...search.patterns, ...search.patterns] }]
    }
    case 'phrase':
      return [textTest(search.forms) ?? indexTest(search.phrase)]
  }
}

/** SQLite folds only a-z, so the other letters of the text are replaced by their small form. Null = cannot be done. */
function textTest(forms: readonly string[]): Condition | null {
  const letters = [...new Set(forms.join(''))].map(formsOf)
  if (!letters.every((letter) => letter !== null)) return null
  const pairs = letters.flatMap(([small, ...others]) =>
    others.filter((other) => other > asciiEnd).map((other) => ({ small, other })),
  )
  if (pairs.length > mostReplaced) return null
  const folded = (text: string) =>
    pairs.reduce((sql, { small, other }) => `replace(${sql}, '${other}', '${small}')`, `lower(${text})`)
  const has = (text: string) => forms.map(() => `instr(${folded(text)}, ?) > 0`).join(' OR ')
  const needles = forms.map((form) => [...form].map((char) => formsOf(char)?.[0] ?? char).join(''))
  return { sql: inRowOrWords(has), values: [...needles, ...needles] }
}

/** SQL that tests the text of an order's row, and its search words. */
function inRowOrWords(has: (text: string) => string): string {
  return `${has(rowText)} OR EXISTS (
    SELECT 1 FROM order_words WHERE order_words.order_id = orders.order_id AND (${has(wordsText)})
  )`
}

/** Slow, because the index is searched for each order. */
function indexTest(phrase: string): Condition {
  return {
    sql: `EXISTS (SELECT 1 FROM order_search WHERE order_search MATCH ? AND rowid = orders.order_id)
      OR EXISTS (SELECT 1 FROM order_search_words WHERE order_search_words MATCH ? AND rowid = orders.order_id)`,
    values: [phrase, phrase],
  }
}

/**
 * Patterns that find a text literally in any case. LIKE folds only a-z, so a text with other letters gets a pattern
 * for each spelling. Longer texts get only the usual spellings.
 */
export function likePatterns(needle: string): string[] {
  const chars = [...needle]
  const ways =
    chars.length < shortestIndexed
      ? chars.reduce<string[]>((done, char) => done.flatMap((way) => casesOf(char).map((c) => way + c)), [''])
      : casesOf(needle)
  // LIKE compares with the stored form, composed or decomposed.
  return [...new Set(ways.flatMap((way) => [composed(way), way.normalize('NFD')]))].map(
    (way) => `%${way.replace(/[\\%_]/g, '\\$&')}%`,
  )
}

function casesOf(text: string): string[] {
  const folded = (way: string) => way.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()].map(folded))]
}
