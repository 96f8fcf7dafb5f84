/** Letters that the search index takes for another one beside its capital. */
const moreForms: Readonly<Record<string, string>> = {
  ...{ k: '\u212a', s: '\u017f', '\u00e5': '\u212b', '\u00df': '\u1e9e' },
  ...{ '\u03b2': '\u03d0', '\u03b5': '\u03f5', '\u03b8': '\u03d1\u03f4', '\u03b9': '\u0345\u1fbe' },
  ...{ '\u03ba': '\u03f0', '\u03bc': '\u00b5', '\u03c0': '\u03d6', '\u03c1': '\u03f1' },
  ...{ '\u03c3': '\u03c2', '\u03c6': '\u03d5', '\u03c9': '\u2126' },
}
const smallForm = new Map(
  Object.entries(moreForms).flatMap(([small, others]) => [...others].map((other) => [other, small] as const)),
)
/** ASCII, Latin with marks, Greek, Cyrillic and Armenian. Of other letters the index knows fewer capitals than JavaScript. */
const known = /^[\u0000-\u017f\u0386-\u03ce\u0400-\u0527\u0531-\u0556\u0561-\u0587]$/

/** What the index reads as damaged text. */
const unreadable = /^[\ufffd-\uffff]$/

/** A letter in every form that the search index takes for the same, the small one first; null = not known. */
export function formsOf(char: string): readonly [string, ...string[]] | null {
  const small = smallForm.get(char) ?? single(char.toLowerCase()) ?? char
  const capital = small.toUpperCase()
  if (!known.test(small)) return small === capital && small === char && !unreadable.test(char) ? [char] : null
  const isPair = capital !== small && capital.toLowerCase() === small && single(capital) !== null
  return [small, ...(isPair ? [capital] : []), ...(moreForms[small] ?? '')]
}

function single(text: string): string | null {
  return [...text].length === 1 ? text : null
}
