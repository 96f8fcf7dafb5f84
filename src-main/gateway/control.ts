import { createHash } from 'node:crypto'

/** SHA-1 over the values in order and the control key, no separators, UTF-8: 40 lower-case hexadecimal digits (interface, Authentication). */
export function controlOf(values: readonly string[], controlKey: string): string {
  return createHash('sha1')
    .update([...values, controlKey].join(''), 'utf8')
    .digest('hex')
}
