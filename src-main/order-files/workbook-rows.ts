import { importLimits } from '../../src-shared/domain/order-import'
import { UnusableFile } from './file-text'
import { WorkbookParts, type PartReader } from './workbook-parts'

/** `rounded`: the spreadsheet has kept only the first 15 digits of a longer number. */
export type NumberCell = 'exact' | 'rounded'

/** A row of a sheet, with a text in each cell. */
export interface SheetRow {
  /** Number of the row, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** The columns that hold a number. */
  readonly numbers: ReadonlyMap<number, NumberCell>
}

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string }[]
  readonly part: string
  /** Days are counted from 1904. */
  readonly is1904: boolean
}

const longestSheetName = 31
const blockBytes = 4 * importLimits.recordLength
const lengthBytes = 4

/** The names of the sheets of a workbook, in their order. Errors: `UnusableFile`. */
export async function sheetNames(file: string, isCancelled: () => boolean): Promise<string[]> {
  const parts = await WorkbookParts.open(file, isCancelled)
  try {
    return (await workbookOf(parts)).sheets.map(({ name }) => name)
  } finally {
    parts.close()
  }
}

/** The rows of a sheet that have a text. Formulas are not computed: their last result is read. Errors: `UnusableFile`. */
export async function* sheetRows(
  file: string,
  sheet: number,
  isCancelled: () => boolean,
): AsyncGenerator<SheetRow> {
  const parts = await WorkbookParts.open(file, isCancelled)
  try {
    const workbook = await workbookOf(parts)
    const part = workbook.sheets[sheet]?.part
    if (part === undefined) throw new UnusableFile('empty')
    const others = [...(await parts.relationsOf(workbook.part)).values()]
    const partOf = (type: string) => others.find((each) => each.type === type)?.part ?? ''
    const texts = await textsOf(parts, partOf('sharedStrings'))
    const dates = await dateStylesOf(parts, partOf('styles'))
    const reader = new RowReader(texts, dates, workbook.is1904)
    for await (const piece of parts.read(part, reader)) {
      void piece
      yield* reader.take()
    }
    yield* reader.take()
  } finally {
    parts.close()
  }
}

async function workbookOf(parts: WorkbookParts): Promise<Workbook> {
  const start = [...(await parts.relationsOf()).values()].find(({ type }) => type === 'officeDocument')
  if (start === undefined) throw new UnusableFile('not-workbook')
  const relations = await parts.relationsOf(start.part)
  const sheets: { name: string; part: string }[] = []
  let is1904 = false
  await parts.readWhole(start.part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const relation = relations.get(id)
      // Sheets of charts and macros have no cells.
      if (relation?.type !== 'worksheet') return
      sheets.push({ name: (attributes.name ?? '').slice(0, longestSheetName), part: relation.part })
      if (sheets.length > importLimits.sheets) throw new UnusableFile('not-workbook')
    },
  })
  if (sheets.length === 0) throw new UnusableFile('not-workbook')
  return { sheets, part: start.part, is1904 }
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** Texts that cells share. They are kept as bytes, because a file may have millions of them. */
class SharedTexts {
  readonly #blocks: Buffer[] = []
  /** Where each text starts, after its length. */
  #starts = new Uint32Array(1024)
  #count = 0
  /** Place in the newest block. */
  #at = blockBytes

  /** Errors: `UnusableFile` when there are too many. */
  add(text: string): void {
    const length = Buffer.byteLength(text)
    if (this.#at + lengthBytes + length > blockBytes) this.#addBlock()
    if (this.#count >= importLimits.sharedTexts) throw new UnusableFile('workbook-too-large')
    if (this.#count === this.#starts.length) {
      const longer = new Uint32Array(this.#starts.length * 2)
      longer.set(this.#starts)
      this.#starts = longer
    }
    const [number, block] = [this.#blocks.length - 1, this.#blocks.at(-1)]
    this.#starts[this.#count++] = number * blockBytes + this.#at
    block?.writeUInt32LE(length, this.#at)
    block?.write(text, this.#at + lengthBytes)
    this.#at += lengthBytes + length
  }

  /** Errors: `UnusableFile` for a text that is not there. */
  at(index: number): string {
    const start = index < this.#count ? this.#starts[index] : undefined
    const block = start === undefined ? undefined : this.#blocks[Math.floor(start / blockBytes)]
    if (start === undefined || block === undefined) throw new UnusableFile('not-workbook')
    const from = (start % blockBytes) + lengthBytes
    return block.toString('utf8', from, from + block.readUInt32LE(from - lengthBytes))
  }

  #addBlock(): void {
    if ((this.#blocks.length + 1) * blockBytes > importLimits.sharedBytes)
      throw new UnusableFile('workbook-too-large')
    this.#blocks.push(Buffer.alloc(blockBytes))
    this.#at = 0
  }
}

/** Collects the text of elements, without the reading aids of Japanese texts. */
class TextCollector {
  text = ''
  #isWanted = false
  #isAid = false

  open(name: string): void {
    if (name === 'rPh') this.#isAid = true
    if (name === 't' || name === 'v') this.#isWanted = !this.#isAid
  }

  add(piece: string): void {
    if (!this.#isWanted) return
    this.text += piece
    if (this.text.length > importLimits.recordLength) throw new UnusableFile('record-too-long')
  }

  close(name: string): void {
    if (name === 'rPh') this.#isAid = false
    if (name === 't' || name === 'v') this.#isWanted = false
  }
}

async function textsOf(parts: WorkbookParts, part: string): Promise<SharedTexts> {
  const texts = new SharedTexts()
  const collector = new TextCollector()
  await parts.readWhole(part, {
    open: (name) => {
      if (name === 'si') collector.text = ''
      collector.open(name)
    },
    text: (piece) => {
      collector.add(piece)
    },
    close: (name) => {
      collector.close(name)
      if (name === 'si') texts.add(decoded(collector.text))
    },
  })
  return texts
}

/** Formats of days that have no code in the file, by their numbers in ECMA-376. */
const builtInDates = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]
const longestFormat = 300
/** What a format shows as it is: texts, colours, conditions, and the characters after these signs. */
const shownAsItIs = /"[^"]*"|\[[^\]]*\]|[\\_*]./g

/** The numbers of the styles that show a number as a day. */
async function dateStylesOf(parts: WorkbookParts, part: string): Promise<ReadonlySet<number>> {
  const formats = new Set(builtInDates)
  const styles = new Set<number>()
  let isStyle = false
  let count = 0
  await parts.readWhole(part, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt' && /[dy]/i.test(formatCode.slice(0, longestFormat).replace(shownAsItIs, '')))
        formats.add(Number(numFmtId))
      if (name === 'cellXfs') isStyle = true
      if (name !== 'xf' || !isStyle) return
      if (formats.has(Number(numFmtId))) styles.add(count)
      count += 1
    },
    close: (name) => {
      if (name === 'cellXfs') isStyle = false
    },
  })
  return styles
}

/** A shared text is looked up when its row is taken, so that many rows with one long text do not fill the memory. */
type WaitingCell = string | { readonly shared: number }

interface WaitingRow {
  readonly line: number
  readonly cells: WaitingCell[]
  readonly numbers: Map<number, NumberCell>
}

class RowReader {
  readonly #texts: SharedTexts
  readonly #dates: ReadonlySet<number>
  readonly #is1904: boolean
  readonly #collector = new TextCollector()
  #waiting: WaitingRow[] = []
  #row: WaitingRow | null = null
  #line = 0
  #column = -1
  #type = ''
  #isDate = false
  #isInCells = false
  #length = 0

  constructor(texts: SharedTexts, dates: ReadonlySet<number>, is1904: boolean) {
    this.#texts = texts
    this.#dates = dates
    this.#is1904 = is1904
  }

  readonly open: NonNullable<PartReader['open']> = (name, { r = '', t = 'n', s = '' }) => {
    if (name === 'sheetData') this.#isInCells = true
    if (!this.#isInCells) return
    if (name === 'row') {
      this.#line = /^[1-9][0-9]{0,6}$/.test(r) ? Number(r) : this.#line + 1
      this.#column = -1
      this.#row = { line: this.#line, cells: [], numbers: new Map() }
    }
    if (name === 'c') {
      this.#column = r === '' ? this.#column + 1 : columnOf(r)
      this.#type = t
      this.#isDate = s !== '' && this.#dates.has(Number(s))
      this.#collector.text = ''
    }
    this.#collector.open(name)
  }

  readonly text = (piece: string): void => {
    this.#collector.add(piece)
  }

  readonly close = (name: string): void => {
    this.#collector.close(name)
    if (name === 'c') this.#endCell()
    if (name === 'row' && this.#row !== null) {
      if (this.#row.cells.length > 0) this.#waiting.push(this.#row)
      this.#row = null
    }
    if (name === 'sheetData') this.#isInCells = false
  };

  /** The rows that have been read since the last time. */
  *take(): Generator<SheetRow> {
    const rows = this.#waiting
    this.#waiting = []
    for (const row of rows) {
      const cells = row.cells.map((cell) => (typeof cell === 'string' ? cell : this.#texts.at(cell.shared)))
      const length = cells.reduce((all, cell) => all + cell.length, 0)
      this.#length += length
      if (length > importLimits.recordLength) throw new UnusableFile('record-too-long')
      // Rows that share a long text may say much more than the file is long.
      if (this.#length > importLimits.bytes) throw new UnusableFile('workbook-too-large')
      if (cells.some((cell) => cell !== '')) yield { ...row, cells }
    }
  }

  #endCell(): void {
    const { text } = this.#collector
    if (this.#row === null || text === '') return
    if (this.#column >= importLimits.columns) throw new UnusableFile('too-many-columns')
    while (this.#row.cells.length < this.#column) this.#row.cells.push('')
    this.#row.cells[this.#column] = this.#cell(this.#row, text)
  }

  #cell({ numbers }: WaitingRow, text: string): WaitingCell {
    switch (this.#type) {
      case 's':
        return { shared: Number(text) }
      case 'inlineStr':
      case 'str':
        return decoded(text)
      case 'b':
        return text === '1' ? 'TRUE' : 'FALSE'
      case 'n': {
        const day = this.#isDate ? dayText(Number(text), this.#is1904) : null
        if (day !== null) return day
        const number = numberText(text)
        numbers.set(this.#column, number.kind)
        return number.text
      }
      // Days in ISO 8601, and errors such as #N/A.
      default:
        return text
    }
  }
}

/** Counted from 0. Errors: `UnusableFile`. */
function columnOf(place: string): number {
  const letters = /^([A-Z]{1,3})[1-9][0-9]{0,6}$/.exec(place)?.[1]
  if (letters === undefined) throw new UnusableFile('not-workbook')
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Characters that XML cannot hold are written as `_x000D_` (ECMA-376, ST_Xstring). */
function decoded(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text
}

const storedNumber = /^(-?)0*([0-9]{1,30})(?:\.([0-9]{1,30}))?(?:[eE]([+-]?[0-9]{1,2}))?$/
/** A spreadsheet computes with binary fractions and shows this many digits. */
const shownDigits = 15

/** A number as it is stored, or as a spreadsheet shows it where it stores the noise of a binary fraction or an exponent. */
export function numberText(stored: string): { readonly text: string; readonly kind: NumberCell } {
  const [, sign = '', whole = '', fraction = '', exponent] = storedNumber.exec(stored) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const isShort = digits.length <= shownDigits
  if (whole === '' || (exponent === undefined && (fraction === '' || isShort)))
    return { text: stored, kind: 'exact' }
  const power = Number(exponent ?? 0) - fraction.length
  if (digits.length + power > shownDigits)
    // All digits of a long number are shown to the check for card numbers.
    return { text: isShort ? stored : sign + digits + '0'.repeat(Math.max(power, 0)), kind: 'rounded' }
  const cut = Math.max(digits.length - shownDigits, 0)
  const unit = 10n ** BigInt(cut)
  const rounded = (BigInt(digits === '' ? '0' : digits) + unit / 2n) / unit
  return { text: sign + plainText(String(rounded), power + cut), kind: 'exact' }
}

/** A whole number times a power of ten, without an exponent. */
function plainText(digits: string, power: number): string {
  if (power >= 0) return digits === '0' ? '0' : digits + '0'.repeat(power)
  const long = digits.padStart(1 - power, '0')
  return `${long.slice(0, power)}.${long.slice(power)}`.replace(/\.?0+$/, '')
}

const dayMs = 86_400_000
/** Days from the start of the count to 1970. */
const daysTo1970 = { 1900: 25_569, 1904: 24_107 }
/** Before it the count has a day that never was. */
const firstSureDay = 61
const lastDay = 2_958_465

/** The day and time that a number stands for, without a zone; null = none. */
function dayText(days: number, is1904: boolean): string | null {
  if (!(days >= firstSureDay && days < lastDay)) return null
  const ms = Math.round((days - daysTo1970[is1904 ? 1904 : 1900]) * dayMs)
  return new Date(ms)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, '')
    .replace(' 00:00:00', '')
}
