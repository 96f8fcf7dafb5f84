/** A version that is released: three numbers, no other part. */
export const releasedVersion = /^(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})$/

/**
 * Compares two versions: below 0 when the first is older, 0 when they are equal, above 0 when it is newer. A version with
 * a further part, such as `1.2.0-beta.1`, is older than its release. Two versions that differ in that part only are equal.
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  const place = a.findIndex((part, index) => part !== b[index])
  return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0)
}

/** The three numbers, and 0 for a version before its release, else 1. */
function partsOf(version: string): number[] {
  const [numbers = '', ...before] = version.split('-')
  return [...numbers.split('.').map(Number), before.length > 0 ? 0 : 1]
}
