/**
 * Number of groups in a recovery code. Each group has four random characters and one check character: 140 random bits
 * in total.
 */
export const recoveryGroupCount = 7
const dataPerGroup = 4
const groupLength = dataPerGroup + 1

/** Crockford's alphabet: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The result of reading a typed recovery code. `mistypedGroups` counts from 0. */
export type RecoveryCodeReading =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'wrong-length' }
  | { readonly kind: 'mistyped'; readonly mistypedGroups: readonly number[] }

/** Number of random bytes that `recoveryCodeFrom` needs. It ignores the top three bits of each byte. */
export const recoveryCodeBytes = recoveryGroupCount * dataPerGroup

/** Makes a recovery code from random bytes, in groups: `7K2QX-...`. */
export function recoveryCodeFrom(random: Uint8Array): string {
  if (random.length !== recoveryCodeBytes) throw new Error('wrong number of random bytes')
  const groups = Array.from({ length: recoveryGroupCount }, (_, index) => {
    const data = [...random.slice(index * dataPerGroup, (index + 1) * dataPerGroup)].map((byte) => byte & 31)
    return [...data, checkOf(data, index)].map((value) => alphabet.charAt(value)).join('')
  })
  return groups.join('-')
}

/** Reads a typed code. Ignores case, spaces and dashes, and accepts O, I and L for 0 and 1. */
export function readRecoveryCode(text: string): RecoveryCodeReading {
  const plain = plainRecoveryText(text)
  if (plain.length !== recoveryGroupCount * groupLength) return { kind: 'wrong-length' }
  const groups = Array.from({ length: recoveryGroupCount }, (_, index) =>
    plain.slice(index * groupLength, (index + 1) * groupLength),
  )
  const mistypedGroups = groups.flatMap((group, index) => (isWellFormed(group, index) ? [] : [index]))
  return mistypedGroups.length === 0
    ? { kind: 'code', code: groups.join('-') }
    : { kind: 'mistyped', mistypedGroups }
}

/** True when two texts are the same group of a code, with the same tolerance as for a whole code. */
export function isSameRecoveryText(a: string, b: string): boolean {
  return plainRecoveryText(a) === plainRecoveryText(b)
}

function plainRecoveryText(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

function isWellFormed(group: string, index: number): boolean {
  const values = [...group].map((char) => alphabet.indexOf(char))
  return !values.includes(-1) && values[dataPerGroup] === checkOf(values.slice(0, dataPerGroup), index)
}

/**
 * Check character: a weighted sum in the field GF(32). Detects every wrong character and every swap of characters or
 * groups.
 */
function checkOf(data: readonly number[], groupIndex: number): number {
  let sum = groupIndex + 1
  for (const value of data) sum = doubled(sum) ^ doubled(value)
  return sum
}

/** Multiplies by x in GF(32), modulo x^5 + x^2 + 1. */
function doubled(value: number): number {
  const shifted = value << 1
  return shifted & 32 ? shifted ^ 37 : shifted
}
