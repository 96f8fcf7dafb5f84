/** Controls beyond ASCII, line separators and signs without a shape, such as those that reverse the order of letters. */
const unseen = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu

/**
 * A value as JSON in which every sign has a shape. In a terminal or an editor no text from outside can move the cursor, make
 * a second line or change the order of letters. Reading the JSON gives the same value.
 * @param indent spaces of each level; without it the JSON is one line
 */
export function visibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(unseen, (sign) =>
    Array.from({ length: sign.length }, (_, at) => escaped(sign.charCodeAt(at))).join(''),
  )
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}
