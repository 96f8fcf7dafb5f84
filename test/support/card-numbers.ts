/** Random numbers from a seed, so that a failed run can be repeated. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const issuers: readonly (readonly [prefix: string, lengths: readonly number[]])[] = [
  ['4', [13, 16, 19]],
  ['51', [16]],
  ['55', [16]],
  ['2221', [16]],
  ['2720', [16]],
  ['34', [15]],
  ['37', [15]],
  ['36', [14, 19]],
  ['3005', [14]],
  ['38', [14]],
  ['3528', [16]],
  ['3589', [16, 19]],
  ['6011', [16]],
  ['644', [16]],
  ['65', [16, 19]],
  ['62', [16, 17, 18, 19]],
  ['50', [13, 16, 19]],
  ['5612', [14, 16]],
  ['6304', [15, 16, 18]],
  ['6759', [16, 19]],
  ['2200', [16]],
  ['2204', [16]],
  ['81', [16]],
  ['82', [16]],
  ['8600', [16]],
  ['9860', [16]],
]

/** A card number with a random issuer and a valid check digit. */
export function randomCardNumber(random: (below: number) => number): string {
  const [prefix, lengths] = issuers[random(issuers.length)] ?? ['4', [16]]
  const length = lengths[random(lengths.length)] ?? 16
  let digits = prefix
  while (digits.length < length - 1) digits += String(random(10))
  for (let check = 0; check < 10; check++) if (isLuhnRight(`${digits}${check}`)) return `${digits}${check}`
  throw new Error('no check digit')
}

function isLuhnRight(digits: string): boolean {
  const values = [...digits].reverse().map((digit, i) => Number(digit) * (i % 2 === 1 ? 2 : 1))
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0
}

const grouped = (separator: string) => (digits: string) => (digits.match(/.{1,4}/g) ?? []).join(separator)
const inScript = (zero: number) => (digits: string) =>
  [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')
const split = (mark: string) => (digits: string, random: (below: number) => number) => {
  const at = 1 + random(digits.length - 1)
  return digits.slice(0, at) + mark + digits.slice(at)
}

/** Notations of a card number. */
export const cardNumberShapes: Readonly<
  Record<string, (digits: string, random: (below: number) => number) => string>
> = {
  plain: (digits) => digits,
  'with spaces': grouped(' '),
  'with dashes': grouped('-'),
  'with dots': grouped('.'),
  'with slashes': grouped('/'),
  'with spaced dashes': grouped(' - '),
  'with no-break spaces': grouped('\u00a0'),
  'with narrow spaces': grouped('\u202f'),
  'with figure dashes': grouped('\u2012'),
  'over several lines': grouped('\r\n'),
  'with dashes and spaces': (digits) => digits.replace(/^(....)(....)(....)/, '$1-$2 $3-'),
  'as American Express prints it': (digits) => digits.replace(/^(.{4})(.{6})/, '$1 $2 '),
  'digit by digit': (digits) => [...digits].join(' '),
  'full-width': inScript(0xff10),
  'Arabic-Indic': inScript(0x0660),
  Persian: inScript(0x06f0),
  Devanagari: inScript(0x0966),
  'mathematical bold': inScript(0x1d7ce),
  monospace: inScript(0x1d7f6),
  'with equals signs': grouped('='),
  'with brackets': (digits) => (digits.match(/.{1,4}/g) ?? []).map((part) => `(${part})`).join(''),
  'with square brackets': grouped(']['),
  'with braces and spaces': (digits) => (digits.match(/.{1,4}/g) ?? []).map((part) => `{${part}}`).join(' '),
  'with entities of HTML': grouped('&nbsp;'),
  'with numbered entities of HTML': grouped('&#160;'),
  'digits as entities of HTML': (digits) => [...digits].map((digit) => `&#x3${digit};`).join(''),
  'with a written line feed': grouped('\\n'),
  'with a written byte': grouped('\\x20'),
  'split by a zero-width space': split('\u200b'),
  'split by a soft hyphen': split('\u00ad'),
  'split by a byte order mark': split('\ufeff'),
  'split by a word joiner': split('\u2060'),
  'split by a right-to-left mark': split('\u200f'),
  'with a zero-width space everywhere': (digits) => [...digits].join('\u200b'),
  'in a sentence': (digits) => `card:${digits}, please`,
  'with expiry and code': (digits) => `${digits} 12/27 737`,
  'behind a name': (digits) => `IVA TESTOVA ${grouped(' ')(digits)}`,
  'in a query': (digits) => `https://shop.example/pay?card=${digits}&t=1767225600000`,
  'in a path': (digits) => `https://shop.example/cards/${digits}/edit`,
  'percent-encoded': (digits) => `https://shop.example/?c=${encodeURIComponent(grouped(' ')(digits))}`,
  'percent-encoded twice': (digits) => `c=${encodeURIComponent(encodeURIComponent(grouped(' ')(digits)))}`,
  'as a form': (digits) => `a=1&credit_card_number=${grouped('+')(digits)}&cvv2=737`,
  'in JSON': (digits) => JSON.stringify({ card: digits, amount: 5 }),
  'as a number in JSON': (digits) => `{"card":${digits}}`,
  'escaped in JSON': (digits) => `{"card":"${grouped('\\u00a0')(digits)}"}`,
  'as a track': (digits) => `;${digits}=27121011000012345678?`,
}
