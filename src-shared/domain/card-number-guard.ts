/** Digits that stand together, with where they stand in the text. */
interface DigitGroup {
  /** Where they stand in the digits of their run. */
  readonly offset: number
  readonly length: number
  readonly start: number
  readonly end: number
  /** What separates the group from the one before it, alike signs written alike; empty for invisible characters. */
  readonly gap: string
}

/** Groups of digits that only separators keep apart. */
interface DigitRun {
  readonly digits: string
  readonly groups: readonly DigitGroup[]
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
/** Not the signs behind which digits are an encoded character: `%20`, `&#160;`. */
const separator = /(?![%&#])[\s\p{P}\p{S}]/u
/** Stands for an id in what is searched; no digit, no separator. */
const idFiller = '\uffff'
/** Cards carry their digits in these groups, so that the same sign or letters between all of them separate too. */
const cardGroups = [
  /(?<![0-9])([0-9]{4})([^0-9\s]{1,8}?)([0-9]{4})\2([0-9]{4})\2([0-9]{1,7})(?![0-9])/g,
  /(?<![0-9])([0-9]{4})([^0-9\s]{1,8}?)([0-9]{6})\2([0-9]{4,5})(?![0-9])/g,
]

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

const longDigitRuns = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){12,}/gu

/** The text without the card number in it, or null when it holds none. */
export function refuseCardNumber(text: string): string | null {
  if (!containsCardNumber(text)) return null
  const rest = text.replace(longDigitRuns, '')
  return containsCardNumber(rest) ? '' : rest
}

/**
 * True when texts that a person filled in beside each other hold a card number together that none holds alone: the end
 * of one text and the beginning of a later one, or several in a row.
 */
export function isCardNumberSplitOver(texts: readonly string[]): boolean {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== '')
  const joined = (parts: readonly string[]) =>
    parts.map((part) => (part.length > 200 ? `${part.slice(0, 100)}x${part.slice(-100)}` : part)).join(' ')
  const pairs = filled.flatMap((first, i) => filled.slice(i + 1).map((second) => [first, second]))
  return [filled, ...pairs].some((parts) => containsCardNumber(joined(parts)))
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
  const searched = text.replace(idOrHash, (id) => idFiller.repeat(id.length))
  for (const run of digitRuns(searched)) {
    let first = 0
    while (first < run.groups.length) {
      const found = longestCardNumber(run, first)
      if (found !== null) spans.push(found.span)
      first = found?.next ?? first + 1
    }
  }
  return spans.length > 0 ? spans : groupedCardNumbers(searched)
}

/** Numbers such as `4111x1111x1111x1111`. */
function groupedCardNumbers(text: string): Span[] {
  return cardGroups.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        digits: match[0].replace(/[^0-9]/g, ''),
      }))
      .filter(({ digits }) => isCardNumber(digits)),
  )
}

/** The longest card number that begins at a group, with the group behind it; null when none does. */
function longestCardNumber(run: DigitRun, first: number): { span: Span; next: number } | null {
  let found: { span: Span; next: number } | null = null
  const { offset = 0, start = 0 } = run.groups[first] ?? {}
  // Keeps long lists of small numbers cheap.
  if (!mayBeginCardNumber(run.digits.slice(offset, offset + 4))) return null
  for (let last = first; last < run.groups.length; last++) {
    const group = run.groups[last]
    if (group === undefined) break
    const length = group.offset + group.length - offset
    if (length > maxDigits) break
    if (length < minDigits) continue
    const digits = run.digits.slice(offset, offset + length)
    if (!isCardNumber(digits) || !isWrittenAsOneNumber(run.groups.slice(first, last + 1))) continue
    found = { span: { start, end: group.end, digits }, next: last + 1 }
  }
  return found
}

/** Dates, times and sums in a row mix their separators and begin with groups of two digits; a card number does not do both. */
function isWrittenAsOneNumber(groups: readonly DigitGroup[]): boolean {
  const gaps = new Set(groups.slice(1).map((group) => group.gap))
  gaps.delete('')
  return gaps.size <= 1 || groups.slice(0, -1).every((group) => group.length >= 3)
}

/** Splits a text into runs of digit groups. Reads each character once: a text may be as long as an answer. */
function digitRuns(text: string): DigitRun[] {
  const runs: DigitRun[] = []
  let groups: DigitGroup[] = []
  let digits = ''
  let length = 0
  let start = 0
  let end = 0
  let gap = ''
  const closeGroup = () => {
    if (length === 0) return
    groups.push({ offset: digits.length - length, length, start, end, gap })
    gap = ''
    length = 0
  }
  const closeRun = () => {
    closeGroup()
    if (digits.length >= minDigits) runs.push({ digits, groups })
    groups = []
    digits = ''
    gap = ''
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    const kind = kindOf(code)
    if (kind < 10) {
      if (length === 0) start = at
      digits += String(kind)
      length += 1
      end = at + (code > 0xffff ? 2 : 1)
    } else if (kind === invisibleKind) {
      closeGroup()
    } else if (digits !== '') {
      if (kind === otherKind) closeRun()
      else {
        closeGroup()
        gap = widened(gap, String.fromCodePoint(code))
        if (gap.length > maxGapLength) closeRun()
      }
    }
    if (code > 0xffff) at += 1
  }
  closeRun()
  return runs
}

function widened(gap: string, char: string): string {
  const sign = /\s/.test(char) ? ' ' : /\p{Pd}/u.test(char) ? '-' : char
  return sign === ' ' && gap.endsWith(' ') ? gap : gap + sign
}

const invisibleKind = 10
const separatorKind = 11
const otherKind = 12
const unknownKind = 255
/** Kinds of the characters met so far, since the patterns that tell them are slow. Behind it stand no digits. */
const kinds = new Uint8Array(0x20000).fill(unknownKind)

/** What a character is to a card number: the value of a digit (0 to 9), or one of the kinds above. */
function kindOf(code: number): number {
  const known = kinds[code] ?? unknownKind
  if (known !== unknownKind) return known
  const char = String.fromCodePoint(code)
  const kind =
    asciiDigit(char) ??
    (invisible.test(char) ? invisibleKind : separator.test(char) ? separatorKind : otherKind)
  if (code < kinds.length) kinds[code] = kind
  return kind
}

function asciiDigit(char: string): number | null {
  if (char >= '0' && char <= '9') return Number(char)
  if (char.charCodeAt(0) < 0x80) return null
  const compatible = char.normalize('NFKC')
  if (compatible >= '0' && compatible <= '9' && compatible.length === 1) return Number(compatible)
  if (!/^\p{Nd}$/u.test(char)) return null
  // Decimal digits of every script stand in runs of ten that start at their zero.
  const code = char.codePointAt(0) ?? 0
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

/** Undoes percent encoding (also twice over), and the escapes of JSON and HTML; what cannot be undone stays. */
function unescape(text: string): string {
  if (!/[%\\&]/.test(text)) return text
  const json = text
    .replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (_, long?: string, short?: string) =>
      String.fromCharCode(parseInt(long ?? short ?? '', 16)),
    )
    .replace(/\\[nrtbfv0]/g, ' ')
  const html = json
    .replace(/&#(?:x0{0,8}([0-9a-f]{1,4})|0{0,8}([0-9]{1,5}));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : parseInt(hex, 16)),
    )
    // Every named character is a sign or white space here.
    .replace(/&[a-z]{2,8};/gi, ' ')
  return percentDecoded(percentDecoded(html))
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

/** No network issues numbers that begin otherwise, whatever their length. */
function mayBeginCardNumber(firstFour: string): boolean {
  return /^[2-689]/.test(firstFour) || firstFour === '1800'
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
        two === 82 ||
        four === 8600 ||
        four === 9792 ||
        four === 9860
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
