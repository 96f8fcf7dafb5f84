import { strToU8, zipSync } from 'fflate'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { importLimits, type ImportChoices } from '../../../src-shared/domain/order-import'
import { previewOrders, readOrders } from '../../../src-main/order-files/read-orders'
import { numberText, sheetRows, type SheetRow } from '../../../src-main/order-files/workbook-rows'
import type { ImportedRow } from '../../../src-main/ports/order-import'
import { aCardNumber } from '../../support/builders'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbook-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const never = () => false
const hooks = { isCancelled: never, onIds: () => Promise.resolve(true) }
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Parts {
  /** Rows of the first sheet, as XML. */
  readonly rows?: string
  readonly texts?: string
  readonly styles?: string
  readonly properties?: string
  readonly sheet?: string
  readonly more?: Record<string, string>
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`

/** A workbook as spreadsheets write it, with an absolute and a relative target. */
function workbook({ rows = '', texts = '', styles = '', properties = '', sheet, more = {} }: Parts): string {
  const parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${office}">${properties}<sheets><sheet name="May" sheetId="1" r:id="a"/><sheet name="June" sheetId="2" r:id="b"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', 'worksheets/sheet1.xml')}${relation('b', 'worksheet', 'worksheets/sheet2.xml')}${relation('c', 'sharedStrings', 'sharedStrings.xml')}${relation('d', 'styles', 'styles.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml':
      sheet ?? `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml':
      '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>Order number</t></is></c></row><row r="2"><c t="inlineStr"><is><t>JUNE-1</t></is></c></row></sheetData></worksheet>',
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...more,
  }
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
  return fileOf(bytes)
}

function fileOf(bytes: Uint8Array): string {
  const file = join(folder, 'book.xlsx')
  writeFileSync(file, bytes)
  return file
}

async function rowsOf(file: string, sheet = 0) {
  const rows: SheetRow[] = []
  for await (const row of sheetRows(file, sheet, never)) rows.push(row)
  return rows
}

const cellsOf = async (parts: Parts) => (await rowsOf(workbook(parts))).map(({ cells }) => cells)
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

describe('the rows of a workbook', () => {
  it('have shared texts with all their runs, without reading aids, and the codes of XML decoded', async () => {
    const texts =
      '<si><t>one</t></si><si><r><t xml:space="preserve">two </t></r><r><t>halves</t></r><rPh><t>aid</t></rPh></si><si><t>a_x000D_b &lt;&#x1F600;</t></si><si><t><![CDATA[<c>]]></t></si>'
    const rows = `<row>${[0, 1, 2, 3].map((at) => `<c t="s"><v>${String(at)}</v></c>`).join('')}</row>`
    expect(await cellsOf({ rows, texts })).toEqual([['one', 'two halves', 'a\rb <😀', '<c>']])
  })

  it('have the last result of a formula, and never its text', async () => {
    const rows =
      '<row><c><f>SUM(A1:A9)</f><v>12.50</v></c><c t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c t="b"><v>1</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>NOW()</f></c></row>'
    expect(await cellsOf({ rows })).toEqual([['12.50', 'ab', 'TRUE', '#DIV/0!']])
  })

  it('have their numbers and columns where the file names them, and where it does not', async () => {
    const rows = `<row r="3"><c r="B3" t="inlineStr"><is><t>b</t></is></c><c r="AA3"><v>7</v></c></row><row/><row>${inline('next')}</row>`
    expect(await rowsOf(workbook({ rows }))).toMatchObject([
      { line: 3, cells: ['', 'b', ...Array<string>(24).fill(''), '7'] },
      { line: 5, cells: ['next'] },
    ])
  })

  it('are read with any prefix of names', async () => {
    const sheet = `<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`
    expect(await cellsOf({ sheet })).toEqual([['A']])
  })

  it('have days as ISO 8601 where the style shows a day, in both counts', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy hh:mm"/><numFmt numFmtId="171" formatCode="0.00 &quot;day&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="14"/></cellXfs>'
    const cells = (days: number) =>
      `<row>${[0, 1, 2].map((style) => `<c s="${String(style)}"><v>${String(days + 0.8518518518)}</v></c>`).join('')}<c s="3"><v>${String(days)}</v></c></row>`
    expect(await cellsOf({ rows: cells(46170), styles })).toEqual([
      ['46170.8518518518', '2026-05-28 20:26:40', '46170.8518518518', '2026-05-28'],
    ])
    const properties = '<workbookPr date1904="1"/>'
    expect((await cellsOf({ rows: cells(44708), styles, properties }))[0]?.[3]).toBe('2026-05-28')
  })

  it.each([
    ['1152735103331642317', '1152735103331642317', 'exact'],
    ['1.15273510333164E+18', '1.15273510333164E+18', 'rounded'],
    ['4.111111111111111E+15', '4111111111111111', 'rounded'],
    ['10.15', '10.15', 'exact'],
    ['10.10', '10.10', 'exact'],
    ['1.1000000000000001', '1.1', 'exact'],
    ['0.30000000000000004', '0.3', 'exact'],
    ['-9.9999999999999996E-3', '-0.01', 'exact'],
    ['1E+3', '1000', 'exact'],
    ['1E-2', '0.01', 'exact'],
    ['0', '0', 'exact'],
    ['007', '007', 'exact'],
    ['not a number', 'not a number', 'exact'],
  ])('have the number %s as %s, which is %s', (stored, text, kind) => {
    expect(numberText(stored)).toEqual({ text, kind })
  })
})

describe('the preview of a workbook', () => {
  const titles = `<row>${['Order number', 'Sum', 'Date', 'Remark'].map(inline).join('')}</row>`

  it('names its sheets, and reads the one that the person chooses', async () => {
    const file = workbook({ rows: `${titles}<row>${inline('MAY-1')}<c><v>10.15</v></c></row>` })
    const first = await previewOrders(file, null, hooks)
    expect(first).toMatchObject({
      preview: {
        ...{ sheets: ['May', 'June'], usable: 1 },
        choices: {
          place: { format: 'xlsx', sheet: 0 },
          columns: ['clientOrderId', 'amount', 'createdUtc', 'left-out'],
        },
      },
    })
    const june: ImportChoices = { place: { format: 'xlsx', sheet: 1 }, decimal: '.', columns: [] }
    expect(await previewOrders(file, june, hooks)).toMatchObject({
      preview: {
        titles: ['Order number'],
        rows: [{ cells: ['JUNE-1'] }],
        choices: { columns: ['clientOrderId'] },
      },
    })
    const none: ImportChoices = { place: { format: 'xlsx', sheet: 9 }, decimal: '.', columns: [] }
    expect(await previewOrders(file, none, hooks)).toMatchObject({ kind: 'refused', problem: 'empty' })
  })

  it('takes the point of a number for its decimal sign, also where texts have a comma', async () => {
    const rows = `${titles}<row>${inline('A')}${inline('1.010,15')}</row><row>${inline('B')}<c><v>1.015</v></c></row>`
    const file = workbook({ rows })
    const found = await previewOrders(file, null, hooks)
    if (found.kind !== 'preview') throw new Error(found.kind)
    expect(found.preview).toMatchObject({ usable: 2, refused: 0, choices: { decimal: ',' } })
    const amounts: unknown[] = []
    const onRows = (read: readonly ImportedRow[]) => {
      amounts.push(...read.map(({ cells }) => cells.amount))
      return Promise.resolve(true)
    }
    await readOrders(file, found.preview.choices, found.mark, { isCancelled: never, onRows })
    expect(amounts).toEqual(['1010.15', '1.015'])
  })

  it('leaves out a row whose id the spreadsheet has rounded, and one with a card number, which it never shows', async () => {
    const rows = `${titles}<row><c><v>1.15273510333164E+18</v></c></row><row>${inline('B')}<c/><c/><c><v>${aCardNumber}</v></c></row><row>${inline('C')}<c/><c/><c><v>4.111111111111111E+15</v></c></row>`
    const found = await previewOrders(workbook({ rows }), null, hooks)
    expect(found).toMatchObject({
      preview: {
        usable: 0,
        problems: [
          { line: 2, column: 0, problem: 'rounded' },
          { line: 3, column: 3, problem: 'card-number' },
          { line: 4, column: 3, problem: 'card-number' },
        ],
      },
    })
    expect(JSON.stringify(found)).not.toMatch(/41111111|4\.1111/)
  })
})

describe('the limits of a workbook (S23)', () => {
  const title = `<row>${inline('Order number')}</row>`
  const problemOf = async (file: string) => {
    const result = await previewOrders(file, null, hooks)
    return result.kind === 'refused' ? result.problem : result.kind
  }

  it.each<[string, Parts, string]>([
    ['a declaration of entities', { sheet: '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }, 'not-workbook'],
    [
      'a document type of another file',
      { sheet: '<!DOCTYPE worksheet SYSTEM "file:///etc/passwd"><worksheet/>' },
      'not-workbook',
    ],
    ['an entity that is not of XML', { rows: `<row>${inline('&secret;')}</row>` }, 'not-workbook'],
    ['tags that do not match', { sheet: '<worksheet><sheetData></worksheet>' }, 'not-workbook'],
    ['a sheet that breaks off', { sheet: '<worksheet><sheetData><row>' }, 'not-workbook'],
    ['tags within tags without end', { sheet: '<a>'.repeat(100_000) }, 'not-workbook'],
    ['a tag of endless attributes', { sheet: `<a ${'b="c" '.repeat(700_000)}` }, 'not-workbook'],
    ['a shared text that is not there', { rows: '<row><c t="s"><v>7</v></c></row>' }, 'not-workbook'],
    ['a cell at no place', { rows: '<row><c r="$"><v>7</v></c></row>' }, 'not-workbook'],
    [
      'a cell of two million characters',
      { rows: title + `<row>${inline('x'.repeat(2_000_000))}</row>` },
      'record-too-long',
    ],
    [
      'a row that repeats a long shared text',
      {
        texts: `<si><t>${'x'.repeat(30_000)}</t></si>`,
        rows: `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`,
      },
      'record-too-long',
    ],
    ['a cell far to the right', { rows: '<row><c r="XFD1"><v>1</v></c></row>' }, 'too-many-columns'],
    ['no row', { rows: '<row/>' }, 'empty'],
    [
      'a sheet outside of the file',
      {
        more: {
          'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', '../../../../etc/passwd')}<Relationship Id="b" Type="${office}/worksheet" Target="https://x.example.test/" TargetMode="External"/></Relationships>`,
        },
      },
      'empty',
    ],
    ['no workbook', { more: { '_rels/.rels': '<Relationships/>' } }, 'not-workbook'],
  ])('refuse %s', async (_, parts, problem) => {
    expect(await problemOf(workbook(parts))).toBe(problem)
  })

  it('refuse a zip bomb by what its directory says, and one whose directory lies, before the memory fills', async () => {
    const file = workbook({ rows: `${title}<row>${inline('A')}</row>`, texts: ' '.repeat(100_000) })
    const { readFileSync } = await import('node:fs')
    const bytes = readFileSync(file)
    const changed = (size: number) => {
      // The last entry of that name is the one of the directory; its size is 22 bytes before its name.
      const name = bytes.lastIndexOf('xl/sharedStrings.xml')
      const copy = Buffer.from(bytes)
      copy.writeUInt32LE(size, name - 22)
      return fileOf(copy)
    }
    expect(await problemOf(changed(importLimits.partBytes + 1))).toBe('workbook-too-large')
    expect(await problemOf(changed(100))).toBe('not-workbook')
  })

  it('refuse rows that say much more than the file is long, because they repeat a shared text', async () => {
    const { bytes } = importLimits
    onTestFinished(() => void Object.assign(importLimits, { bytes }))
    // A gigabyte takes long.
    Object.assign(importLimits, { bytes: 100_000_000 })
    const texts = `<si><t>${'x'.repeat(900_000)}</t></si>`
    const file = workbook({ texts, rows: '<row><c t="s"><v>0</v></c></row>'.repeat(300) })
    await expect(rowsOf(file)).rejects.toMatchObject({ problem: 'workbook-too-large' })
  })

  it('end a read that the person cancels', async () => {
    const file = workbook({ rows: title + `<row>${inline('A')}</row>`.repeat(50_000) })
    let asked = 0
    const found = await previewOrders(file, null, { ...hooks, isCancelled: () => ++asked > 20 })
    expect(found).toEqual({ kind: 'cancelled' })
  })
})
