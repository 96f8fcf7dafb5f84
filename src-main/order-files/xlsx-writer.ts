// The build of the library for Node brings a `require` of its own, which a bundled module cannot have twice.
import { Zip, ZipDeflate, strToU8 } from 'fflate/browser'
import { fileColumns, isPlainNumber } from '../../src-shared/domain/order-file'
import type { SheetWriter } from './csv-writer'

/** Limits of a sheet in Excel: rows, with the header, and characters in a cell. */
const maxRows = 1_048_576
const maxCellLength = 32_767
const cutMark = '…'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Styles by number: text, header, and numbers with up to four decimals. The format `@` (49) keeps a cell a text. */
const styles = { text: 0, header: 1, number: 2 } as const
const decimalFormats = ['0', '0.0', '0.00', '0.000', '0.0000']

/**
 * An XLSX file, written row by row. Every cell is an inline string or a number: the file has no formula and no shared
 * strings, so nothing must be kept in memory. `about` is a second sheet with what is known about the export; it is asked for
 * at the end.
 */
export function xlsxWriter(
  write: (chunk: Uint8Array) => void,
  about: () => readonly (readonly [string, string])[],
): SheetWriter {
  // The types of the library do not tell that there may be no error.
  const zip = new Zip((error: Error | null, chunk) => {
    if (error !== null) throw error
    write(chunk)
  })
  const names: string[] = []
  let sheet: ZipDeflate | null = null
  let rowsOfSheet = 0
  let cutCells = 0

  function part(name: string): ZipDeflate {
    // The lowest level is twice as fast as the default and makes a file that is a few percent larger.
    const file = new ZipDeflate(name, { level: 1 })
    zip.add(file)
    return file
  }

  function whole(name: string, xml: string): void {
    part(name).push(strToU8(head + xml), true)
  }

  function startSheet(name: string, columns: string): ZipDeflate {
    names.push(name)
    const started = part(`xl/worksheets/sheet${String(names.length)}.xml`)
    started.push(strToU8(`${head}<worksheet xmlns="${main}">${columns}<sheetData>`))
    return started
  }

  function endSheet(ended: ZipDeflate): void {
    ended.push(strToU8('</sheetData></worksheet>'), true)
  }

  function orderSheet(): ZipDeflate {
    if (sheet !== null && rowsOfSheet < maxRows) return sheet
    if (sheet !== null) endSheet(sheet)
    const number = names.length + 1
    sheet = startSheet(number === 1 ? 'Orders' : `Orders ${String(number)}`, frozenHeader + columnWidths)
    rowsOfSheet = 1
    sheet.push(
      strToU8(`<row>${fileColumns.map(({ title }) => textCell(title, styles.header)).join('')}</row>`),
    )
    return sheet
  }

  function cellXml(cell: string, column: number): string {
    if (cell === '') return '<c/>'
    if (fileColumns[column]?.kind === 'money' && isPlainNumber(cell)) {
      const decimals = cell.includes('.') ? cell.length - cell.indexOf('.') - 1 : 0
      return `<c s="${String(styles.number + decimals)}"><v>${cell}</v></c>`
    }
    if (cell.length <= maxCellLength) return textCell(cell)
    cutCells += 1
    return textCell(cell.slice(0, maxCellLength - cutMark.length) + cutMark)
  }

  function add(rows: readonly (readonly string[])[]): void {
    let at = 0
    while (at < rows.length) {
      const target = orderSheet()
      const fitting = rows.slice(at, at + maxRows - rowsOfSheet)
      target.push(strToU8(fitting.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('')))
      rowsOfSheet += fitting.length
      at += fitting.length
    }
  }

  function end(): void {
    endSheet(orderSheet())
    const last = startSheet(
      'About this export',
      '<cols><col min="1" max="2" width="34" customWidth="1"/></cols>',
    )
    const rows = about().map(
      ([label, value]) => `<row>${textCell(label, styles.header)}${textCell(value)}</row>`,
    )
    last.push(strToU8(rows.join('')))
    endSheet(last)
    writeFrame()
    zip.end()
  }

  function writeFrame(): void {
    const numbers = names.map((_, index) => String(index + 1))
    const type = (path: string, what: string) =>
      `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${what}+xml"/>`
    whole(
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('xl/workbook.xml', 'sheet.main')}${type('xl/styles.xml', 'styles')}${numbers.map((number) => type(`xl/worksheets/sheet${number}.xml`, 'worksheet')).join('')}</Types>`,
    )
    const relation = (id: string, what: string, target: string) =>
      `<Relationship Id="${id}" Type="${relations}/${what}" Target="${target}"/>`
    const relationList = (list: readonly string[]) =>
      `<Relationships xmlns="${packages}/relationships">${list.join('')}</Relationships>`
    whole('_rels/.rels', relationList([relation('rId1', 'officeDocument', 'xl/workbook.xml')]))
    whole(
      'xl/_rels/workbook.xml.rels',
      relationList([
        relation('styles', 'styles', 'styles.xml'),
        ...numbers.map((number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)),
      ]),
    )
    const sheets = names.map(
      (name, index) =>
        `<sheet name="${name}" sheetId="${String(index + 1)}" r:id="rId${String(index + 1)}"/>`,
    )
    whole(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
    )
    whole('xl/styles.xml', styleSheet)
  }

  orderSheet()
  return {
    get cutCells() {
      return cutCells
    },
    add,
    end,
  }
}

const frozenHeader =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
const widths = { id: 26, text: 22, time: 26, money: 14 } as const
const columnWidths = `<cols>${fileColumns
  .map(({ kind }, index) => {
    const place = String(index + 1)
    return `<col min="${place}" max="${place}" width="${String(widths[kind])}" style="0" customWidth="1"/>`
  })
  .join('')}</cols>`

const firstFormat = 164
const styleSheet = `<styleSheet xmlns="${main}"><numFmts count="${String(decimalFormats.length)}">${decimalFormats
  .map((code, index) => `<numFmt numFmtId="${String(firstFormat + index)}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${String(styles.number + decimalFormats.length)}"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>${decimalFormats
  .map(
    (_, index) =>
      `<xf numFmtId="${String(firstFormat + index)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  .join('')}</cellXfs></styleSheet>`

function textCell(text: string, style: number = styles.text): string {
  return `<c s="${String(style)}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

const needsEscape = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/
const eachEscape = new RegExp(needsEscape, 'g')

/**
 * A text in XML. Characters that XML cannot hold, and a carriage return, which a parser would change, are written as
 * `_x000D_` (ECMA-376, ST_Xstring); so is an underscore that would be read as such a code.
 */
function xmlText(text: string): string {
  if (!needsEscape.test(text)) return text
  return text.replace(eachEscape, (character) => {
    switch (character) {
      case '&':
        return '&amp;'
      case '<':
        return '&lt;'
      case '>':
        return '&gt;'
      default:
        return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
    }
  })
}
