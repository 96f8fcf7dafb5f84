import { searchForms } from '../../../src-shared/domain/pasted-text'
import { composed } from '../tables/order-words'

/** How a search text is matched: always literally, never as a pattern or a query. */
export type Search =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  /** Three or more characters: a phrase for the trigram index. */
  | { readonly kind: 'phrase'; readonly phrase: string }
  /** Fewer characters: LIKE patterns, of which one must match, with `\` as escape. */
  | { readonly kind: 'patterns'; readonly patterns: readonly string[] }

const shortestIndexed = 3
/** Separates the columns of a search row. NUL would end the text of a statement. */
const unsearchable = /[\u0000\u001f]/

/** Plans a search over indexed text. White space around the text is ignored. */
export function planSearch(text: string): Search {
  const forms = searchForms(text)
  if (forms.includes('')) return { kind: 'everything' }
  if (unsearchable.test(text.trim())) return { kind: 'nothing' }
  if (forms.some((form) => [...form].length < shortestIndexed))
    return { kind: 'patterns', patterns: forms.flatMap(likePatterns) }
  return { kind: 'phrase', phrase: forms.map((form) => `"${form.replaceAll('"', '""')}"`).join(' OR ') }
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
