/**
 * Invisible characters, such as zero-width spaces, soft hyphens and direction marks. Text from web pages and chats has
 * them.
 */
const invisible = /[\p{Cf}\u2065]/gu
/** Characters that look like the ASCII hyphen: hyphens, dashes and the minus sign. */
const lookAlikeHyphens = /[\u2010-\u2013\u2212]/g

/** Removes invisible characters and replaces look-alike hyphens by the ASCII hyphen. */
function asTyped(text: string): string {
  return text.replace(invisible, '').replace(lookAlikeHyphens, '-')
}

/** Message key when a pasted id has an invisible character or a look-alike hyphen; else null. */
export function hiddenProblem(text: string): 'invisible-character' | 'look-alike-hyphen' | null {
  if (text.search(invisible) >= 0) return 'invisible-character'
  return text.search(lookAlikeHyphens) >= 0 ? 'look-alike-hyphen' : null
}

/**
 * The texts to search for; a row must contain one of them. Both are trimmed and in NFC. The first one is normalised by
 * `asTyped`. The second one, if it differs, is the original text, because names may contain such characters on purpose.
 */
export function searchForms(text: string): readonly string[] {
  const composed = text.normalize('NFC')
  return [...new Set([asTyped(composed).trim(), composed.trim()])]
}

/**
 * True when one of the texts contains the wanted text. Ignores case and the difference between composed and decomposed
 * letters.
 */
export function isFoundIn(wanted: string, texts: readonly (string | null)[]): boolean {
  const needle = folded(wanted).trim()
  return texts.some((text) => text !== null && folded(text).includes(needle))
}

function folded(text: string): string {
  return asTyped(text.normalize('NFC')).toLocaleLowerCase()
}

/** The non-empty lines of a pasted text, trimmed. */
export function filledLines(text: string): readonly string[] {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
