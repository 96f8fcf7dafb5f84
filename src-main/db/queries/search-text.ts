import { searchForms } from '../../../src-shared/domain/pasted-text'
import { composed } from '../tables/order-words'

/**
 * How a typed text is looked for: always as the very characters, never as a pattern or a query.
 */
export type Search =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  /** Three characters and more: a phrase for the index over characters. */
  | { readonly kind: 'phrase'; readonly phrase: string }
  /** Shorter than the index reaches: LIKE patterns of which one must fit, with `\` as escape. */
  | { readonly kind: 'patterns'; readonly patterns: readonly string[] }

const shortestIndexed = 3
/** Between the columns of a search row; NUL would end a statement's text. */
const unsearchable = /[\u0000\u001f]/

/** Plans a search over indexed text; white space around what was typed or pasted is no part of it. */
export function planSearch(text: string): Search {
  const forms = searchForms(text)
  if (forms.includes('')) return { kind: 'everything' }
  if (unsearchable.test(text.trim())) return { kind: 'nothing' }
  if (forms.some((form) => [...form].length < shortestIndexed))
    return { kind: 'patterns', patterns: forms.flatMap(likePatterns) }
  return { kind: 'phrase', phrase: forms.map((form) => `"${form.replaceAll('"', '""')}"`).join(' OR ') }
}

/**
 * Patterns that find a text literally, whatever the case of its letters. LIKE itself folds only a-z, so a
 * text with other letters gets a pattern for each way to write it; longer texts than a few characters get
 * just the usual ways.
 */
export function likePatterns(needle: string): string[] {
  const chars = [...needle]
  const ways =
    chars.length < shortestIndexed
      ? chars.reduce<string[]>((done, char) => done.flatMap((way) => casesOf(char).map((c) => way + c)), [''])
      : casesOf(needle)
  // LIKE takes the text as it is stored, composed or not.
  return [...new Set(ways.flatMap((way) => [composed(way), way.normalize('NFD')]))].map(
    (way) => `%${way.replace(/[\\%_]/g, '\\$&')}%`,
  )
}

function casesOf(text: string): string[] {
  const folded = (way: string) => way.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()].map(folded))]
}
