/** Characters that show nothing, such as a zero-width space, a soft hyphen or a direction mark. Web pages and chats add them. */
const invisible = /[\p{Cf}\u2065]/gu
/** Signs that look like the hyphen of the keyboard: hyphens, dashes and the minus sign. */
const lookAlikeHyphens = /[\u2010-\u2013\u2212]/g

/** The text as a person would type it: without invisible characters and with the hyphen of the keyboard. */
function asTyped(text: string): string {
  return text.replace(invisible, '').replace(lookAlikeHyphens, '-')
}

/** What a copied id has that nobody sees, as the key of a field problem; null = nothing. */
export function hiddenProblem(text: string): 'invisible-character' | 'look-alike-hyphen' | null {
  if (text.search(invisible) >= 0) return 'invisible-character'
  return text.search(lookAlikeHyphens) >= 0 ? 'look-alike-hyphen' : null
}

/**
 * The trimmed texts to look for, of which one must fit. The first is as it would be typed. The second is the very text,
 * if it differs, because names and descriptions may hold such characters rightly.
 */
export function searchForms(text: string): readonly string[] {
  return [...new Set([asTyped(text).trim(), text.trim()])]
}

/** True when one of the texts has what is searched for in it, however either is composed, in whatever case. */
export function isFoundIn(wanted: string, texts: readonly (string | null)[]): boolean {
  const needle = folded(wanted).trim()
  return texts.some((text) => text !== null && folded(text).includes(needle))
}

function folded(text: string): string {
  return asTyped(text.normalize('NFC')).toLocaleLowerCase()
}

/** The lines of a pasted text that have something in them, trimmed. */
export function filledLines(text: string): readonly string[] {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
