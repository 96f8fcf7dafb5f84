/** Adjacent digits, with their position in the text. */
interface DigitGroup {
  /** Position in the digits of the run. */
  readonly offset: number
  readonly length: number
  readonly start: number
  readonly end: number
  /** Separator between this group and the one before it, in a normal form; empty for invisible characters. */
  readonly gap: string
}

/** Groups of digits with only separators between them. */
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
/** UUIDs and hashes may contain many digits. A card number is never written in these forms. */
const idOrHash =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{32,})(?![0-9a-z])/gi
/** Excludes `%`, `&` and `#`, because digits after them are encoded characters: `%20`, `&#160;`. */
const separator = /(?![%&#])[\s\p{P}\p{S}]/u
/** Replaces ids in the searched text; neither a digit nor a separator. */
const idFiller = '\uffff'
/**
 * The groups of digits that are printed on cards. Between them, the same characters count as separators, also letters.
 */
const cardGroups = [
  /(?<![0-9])([0-9]{4})([^0-9\s]{1,8}?)([0-9]{4})\2([0-9]{4})\2([0-9]{1,7})(?![0-9])/g,
  /(?<![0-9])([0-9]{4})([^0-9\s]{1,8}?)([0-9]{6})\2([0-9]{4,5})(?![0-9])/g,
]

/**
 * True when a text contains a card number: right length, issuer range and check digit. Card numbers must not be stored.
 * Also finds numbers with separators, invisible characters, digits of other scripts, percent encoding or JSON escapes.
 * A number must use all digits of its run, so that longer ids (ARN, gateway ids) are not reported.
 */
export function containsCardNumber(text: string): boolean {
  if (findCardNumbers(text).length > 0) return true
  const unescaped = unescape(text)
  return unescaped !== text && findCardNumbers(unescaped).length > 0
}

const longDigitRuns = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){12,}/gu

/** The text without its card number; null when it contains none. */
export function refuseCardNumber(text: string): string | null {
  if (!containsCardNumber(text)) return null
  const rest = text.replace(longDigitRuns, '')
  return containsCardNumber(rest) ? '' : rest
}

/**
 * True when a card number is split over several form fields: the end of one text and the start of a later one, or
 * several texts in a row.
 */
export function isCardNumberSplitOver(texts: readonly string[]): boolean {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== '')
  const joined = (parts: readonly string[]) =>
    parts.map((part) => (part.length > 200 ? `${part.slice(0, 100)}x${part.slice(-100)}` : part)).join(' ')
  const pairs = filled.flatMap((first, i) => filled.slice(i + 1).map((second) => [first, second]))
  return [filled, ...pairs].some((parts) => containsCardNumber(joined(parts)))
}

/** Replaces every card number in a text by its first six and last four digits. Used on text from outside the app. */
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

/** The longest card number that begins at a group, and the index of the next group; null when none begins there. */
function longestCardNumber(run: DigitRun, first: number): { span: Span; next: number } | null {
  let found: { span: Span; next: number } | null = null
  const { offset = 0, start = 0 } = run.groups[first] ?? {}
  // A quick check first, for long lists of short numbers.
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

/**
 * False for a row of dates, times or amounts: they mix separators and begin with a group of two digits. A card number
 * does not.
 */
function isWrittenAsOneNumber(groups: readonly DigitGroup[]): boolean {
  const gaps = new Set(groups.slice(1).map((group) => group.gap))
  gaps.delete('')
  return gaps.size <= 1 || groups.slice(0, -1).every((group) => group.length >= 3)
}

/** Splits a text into runs of digit groups. Reads each character once, because a gateway answer may be long. */
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
/** Cache of character kinds, because the patterns are slow. Characters beyond its end are never digits. */
const kinds = new Uint8Array(0x20000).fill(unknownKind)

/** The kind of a character: the value of a digit (0 to 9), or one of the kinds above. */
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
  // In Unicode the ten digits of each script follow each other, starting with zero.
  const code = char.codePointAt(0) ?? 0
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

/** Decodes percent encoding (also double encoding) and the escapes of JSON and HTML; leaves invalid ones unchanged. */
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
    // Every named HTML character counts as white space here.
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

/** True for 12 to 19 digits with a correct check digit, from any card network. */
export function isTypedCardNumber(digits: string): boolean {
  return /^[0-9]{12,19}$/.test(digits) && passesLuhn(digits)
}

function isCardNumber(digits: string): boolean {
  return hasIssuerRange(digits) && passesLuhn(digits)
}

/** True when some network issues numbers with these first digits. */
function mayBeginCardNumber(firstFour: string): boolean {
  return /^[2-689]/.test(firstFour) || firstFour === '1800'
}

/** True when a network issues numbers of this range and length (13 to 19 digits). */
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
