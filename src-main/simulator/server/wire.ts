/** One name=value pair. A list of pairs has the order of the wire. */
export type WireField = readonly [name: string, value: string]

/** The content type of every answer, also of error pages. */
export const answerContentType = 'text/html;charset=utf-8'

/**
 * Writes an answer in the gateway's format: form encoded, with a line feed after every value, also after the last one.
 */
export function encodeAnswer(fields: readonly WireField[]): string {
  return fields.map((field) => `${encodePair(field)}\n`).join('&')
}

/** Form-encodes one pair. */
export function encodePair([name, value]: WireField): string {
  return `${encode(name)}=${encode(value)}`
}

/**
 * Decodes every pair of a form body, with repeated names and outer spaces.
 * Undefined when percent encoding or UTF-8 is invalid.
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
 * The parameters of a form body. Values are trimmed, as the interface says. When a name is repeated, the first value
 * is used.
 */
export function parametersIn(pairs: readonly WireField[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of pairs) if (!fields.has(name.trim())) fields.set(name.trim(), value.trim())
  return fields
}

function encode(text: string): string {
  // encodeURIComponent does not encode these characters, but the Java form encoder of the gateway does.
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
