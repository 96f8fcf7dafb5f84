/** One name=value pair of an answer; the order is the order on the wire. */
export type WireField = readonly [name: string, value: string]

/** The content type of every answer, also of failures. */
export const answerContentType = 'text/html;charset=utf-8'

/** Writes an answer the way the gateway does: form encoded, a line feed after every value, the last one too. */
export function encodeAnswer(fields: readonly WireField[]): string {
  return fields.map((field) => `${encodePair(field)}\n`).join('&')
}

/** One pair, form encoded. */
export function encodePair([name, value]: WireField): string {
  return `${encode(name)}=${encode(value)}`
}

/**
 * Reads every pair of a form body exactly as it was sent, repeated names and outer spaces included.
 * Undefined when a percent sign or the UTF-8 under it is broken.
 */
export function decodePairs(body: string): WireField[] | undefined {
  const pairs: WireField[] = []
  for (const pair of body.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1))
    if (name === undefined || value === undefined) return undefined
    pairs.push([name, value])
  }
  return pairs
}

/**
 * The parameters of a form body. Values lose surrounding white space, as the interface promises. Of a repeated name
 * the first value counts.
 */
export function parametersIn(pairs: readonly WireField[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of pairs) if (!fields.has(name.trim())) fields.set(name.trim(), value.trim())
  return fields
}

function encode(text: string): string {
  // encodeURIComponent leaves these marks alone; a Java form encoder, which the gateway uses, does not.
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+')
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return undefined
  }
}
