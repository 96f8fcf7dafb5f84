/** Groups digits as on a card: by four, or 4-6-5 for American Express. Other characters are removed. */
export function groupedCardNumber(text: string): string {
  const digits = text.replace(/[^0-9]/g, '').slice(0, 19)
  const groups = /^3[47]/.test(digits) ? [4, 6, 5, 4] : [4, 4, 4, 4, 3]
  const parts: string[] = []
  let from = 0
  for (const size of groups) {
    if (from >= digits.length) break
    parts.push(digits.slice(from, from + size))
    from += size
  }
  return parts.join(' ')
}
