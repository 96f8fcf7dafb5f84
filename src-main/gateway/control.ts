import { createHash } from 'node:crypto'

/**
 * SHA-1 over the values in order and the control key, no separators, UTF-8: 40 lower-case hexadecimal digits
 * (interface, Authentication).
 */
export function controlOf(values: readonly string[], controlKey: string): string {
  const hash = createHash('sha1')
  for (const value of [...values, controlKey]) hash.update(value, 'utf8')
  return hash.digest('hex')
}
