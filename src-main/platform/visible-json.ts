/** Characters that are not seen: controls beyond ASCII, line separators, direction marks, fillers, marks of variants. */
const unseen = /[\u007f-\u009f\u034f\u115f\u1160\u2028\u2029\u2800\u3164\uffa0\p{Cf}\p{Variation_Selector}]/gu

/**
 * A value as JSON without invisible characters: they are escapes. In a terminal or an editor no text from outside can move
 * the cursor, make a second line or turn the direction of a text. Reading the JSON gives the same value.
 * @param indent spaces of each level; without it the JSON is one line
 */
export function visibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(unseen, (char) =>
    Array.from({ length: char.length }, (_, at) => escaped(char.charCodeAt(at))).join(''),
  )
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
