/** At most the first six digits are kept, whatever an answer gave (C17). */
export function cutBin(bin: string | null): string | null {
  return bin === null ? null : bin.slice(0, 6)
}

/** At most the last four digits are kept. */
export function cutLastFour(lastFour: string | null): string | null {
  return lastFour === null ? null : lastFour.slice(-4)
}
