/** Digits that stand together, with where they stand in the text. */
interface DigitGroup {
  readonly digits: string
  readonly start: number
  readonly end: number
  /** What separates the group from the one before it, alike signs written alike; empty for invisible characters. */
  readonly gap: string
}

interface Span {
  readonly start: number
  readonly end: number
  readonly digits: string
}

const minDigits = 13
const maxDigits = 19
const maxGapLength = 3
const invisible = /[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/u
/** Ids in UUID layout can be all digits, hashes can hold long runs of them; a card number is never written so. */
const idOrHash =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{32,})(?![0-9a-z])/gi
const separator = /[\s\p{Pd}._/\\|,:;+*~'`•·]/u

/**
 * True when a text holds something that is a card number by length, issuer range and check digit (C15).
 * Looks through separators, invisible characters, digits of other scripts, percent encoding and JSON escapes.
 * A number has to begin and end where its digits do, so that longer ids (ARN, gateway ids) are no false alarm.
 */
export function containsCardNumber(text: string): boolean {
  if (findCardNumbers(text).length > 0) return true
  const unescaped = unescape(text)
  return unescaped !== text && findCardNumbers(unescaped).length > 0
}

/** Replaces every card number in a text by its first six and last four digits; used on what comes from outside. */
export function maskCardNumbers(text: string): string {
  const masked = maskSpans(text, findCardNumbers(text))
  const unescaped = unescape(masked)
  const hidden = unescaped === masked ? [] : findCardNumbers(unescaped)
  return hidden.length === 0 ? masked : maskSpans(unescaped, hidden)
}

function maskSpans(text: string, spans: readonly Span[]): string {
  let masked = ''
  let at = 0
  for (const { start, end, digits } of spans) {
    masked += `${text.slice(at, start)}${digits.slice(0, 6)}••••${digits.slice(-4)}`
    at = end
  }
  return masked + text.slice(at)
}

function findCardNumbers(text: string): Span[] {
  const spans: Span[] = []
  const searched = text.replace(idOrHash, (id) => '#'.repeat(id.length))
  for (const run of digitRuns(searched)) {
    let first = 0
    while (first < run.length) {
      const last = longestCardNumber(run, first)
      if (last === null) {
        first += 1
        continue
      }
      spans.push(spanOf(run.slice(first, last + 1)))
      first = last + 1
    }
  }
  return spans
}

/** Index of the last group of the longest card number that begins at a group, or null. */
function longestCardNumber(run: readonly DigitGroup[], first: number): number | null {
  let found: number | null = null
  let digits = ''
  for (let last = first; last < run.length; last++) {
    digits += run[last]?.digits ?? ''
    if (digits.length > maxDigits) break
    if (digits.length < minDigits || !isCardNumber(digits)) continue
    if (isWrittenAsOneNumber(run.slice(first, last + 1))) found = last
  }
  return found
}

/** Dates, times and sums in a row mix their separators and begin with groups of two digits; a card number does not do both. */
function isWrittenAsOneNumber(groups: readonly DigitGroup[]): boolean {
  const gaps = new Set(groups.slice(1).map((group) => group.gap))
  gaps.delete('')
  return gaps.size <= 1 || groups.slice(0, -1).every((group) => group.digits.length >= 3)
}

function spanOf(groups: readonly DigitGroup[]): Span {
  return {
    start: groups[0]?.start ?? 0,
    end: groups.at(-1)?.end ?? 0,
    digits: groups.map((group) => group.digits).join(''),
  }
}

/** Splits a text into runs of digit groups that only separators keep apart. */
function digitRuns(text: string): DigitGroup[][] {
  const runs: DigitGroup[][] = []
  let run: DigitGroup[] = []
  let digits = ''
  let start = 0
  let end = 0
  let gap = ''
  const closeGroup = () => {
    if (digits !== '') run.push({ digits, start, end, gap })
    if (digits !== '') gap = ''
    digits = ''
  }
  const closeRun = () => {
    closeGroup()
    if (run.length > 0) runs.push(run)
    run = []
    gap = ''
  }
  let at = 0
  for (const char of text) {
    const digit = asciiDigit(char)
    if (digit !== null) {
      if (digits === '') start = at
      digits += digit
      end = at + char.length
    } else if (invisible.test(char)) {
      closeGroup()
    } else if (separator.test(char)) {
      closeGroup()
      gap = widened(gap, char)
      if (gap.length > maxGapLength) closeRun()
    } else if (digits !== '' || run.length > 0) {
      closeRun()
    }
    at += char.length
  }
  closeRun()
  return runs
}

function widened(gap: string, char: string): string {
  const sign = /\s/.test(char) ? ' ' : /\p{Pd}/u.test(char) ? '-' : char
  return sign === ' ' && gap.endsWith(' ') ? gap : gap + sign
}

function asciiDigit(char: string): string | null {
  if (char >= '0' && char <= '9') return char
  if (char.charCodeAt(0) < 0x80) return null
  const compatible = char.normalize('NFKC')
  if (compatible >= '0' && compatible <= '9' && compatible.length === 1) return compatible
  if (!/^\p{Nd}$/u.test(char)) return null
  // Decimal digits of every script stand in runs of ten that start at their zero.
  const code = char.codePointAt(0) ?? 0
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** Undoes percent encoding (also twice over) and JSON's unicode escapes; what cannot be undone stays. */
function unescape(text: string): string {
  if (!/[%\\]/.test(text)) return text
  const json = text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return percentDecoded(percentDecoded(json))
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

/** True for what a person means as a card number: 12 to 19 digits with a right check digit, whatever network issued it. */
export function isTypedCardNumber(digits: string): boolean {
  return /^[0-9]{12,19}$/.test(digits) && passesLuhn(digits)
}

function isCardNumber(digits: string): boolean {
  return hasIssuerRange(digits) && passesLuhn(digits)
}

/** Ranges that networks issue from, by length; 13 to 19 digits. */
function hasIssuerRange(digits: string): boolean {
  const two = Number(digits.slice(0, 2))
  const four = Number(digits.slice(0, 4))
  const isMaestro = two === 50 || (two >= 56 && two <= 69)
  const isDiners = two === 36 || two === 38 || two === 39 || (four >= 3000 && four <= 3059) || four === 3095
  switch (digits.length) {
    case 13:
      return digits.startsWith('4') || isMaestro
    case 14:
      return isDiners || isMaestro
    case 15:
      return two === 34 || two === 37 || four === 2131 || four === 1800 || isMaestro
    default:
      return (
        digits.startsWith('4') ||
        isMaestro ||
        isDiners ||
        (two >= 51 && two <= 55) ||
        (four >= 2221 && four <= 2720) ||
        (four >= 2200 && four <= 2204) ||
        (four >= 3528 && four <= 3589) ||
        two === 81 ||
        four === 9792
      )
  }
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
