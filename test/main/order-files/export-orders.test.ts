import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { factNames } from '../../../src-main/gateway/fact-names'
import {
  exportFromDatabase,
  exportOrders,
  type ExportHooks,
} from '../../../src-main/order-files/export-orders'
import type { ExportJob, ExportResult } from '../../../src-main/ports/order-export'
import type { NewOrder, OrderRecord } from '../../../src-main/ports/storage'
import type { OrderColumns } from '../../../src-main/ports/records'
import { recordOf } from '../../support/builders'
import {
  entry,
  exchange,
  memoryDatabase,
  newOrder,
  profile,
  startMs,
  TestDatabase,
  TestFolder,
} from '../db/builders'

let database: TestDatabase & { readonly open: ReturnType<typeof memoryDatabase> }
let folder: string
const byteOrderMark = '\ufeff'

beforeEach(() => {
  database = new TestDatabase(memoryDatabase()) as typeof database
  folder = mkdtempSync(join(tmpdir(), 'export-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function add(
  set: Partial<NewOrder> = {},
  state: Partial<OrderColumns> = {},
  facts: readonly { name: string; value: string }[] = [],
): OrderRecord {
  const order = recordOf(database.open.writer.adoptOrder(newOrder({ gatewayOrderId: null, ...set }), []))
  return database.change(order, state, { facts })
}

function job(set: Partial<ExportJob> = {}): ExportJob {
  const format = set.format ?? 'csv'
  return {
    file: join(folder, `orders.${format}`),
    format,
    separator: ',',
    byteOrderMark: true,
    timeZone: 'Europe/Berlin',
    filter: 'Status: approved',
    appVersion: '1.2.3',
    query: { profileId: null, search: '', families: [], filters: [], sortBy: 'created', direction: 'asc' },
    ...set,
  }
}

const quietly: ExportHooks = { onProgress: () => undefined, isCancelled: () => false, nowMs: () => startMs }

function run(set: Partial<ExportJob> = {}, hooks: Partial<ExportHooks> = {}): ExportResult {
  return exportOrders(database.open.db, { factNames }, job(set), { ...quietly, ...hooks })
}

function csv(): Record<string, string>[] {
  return parse(readFileSync(join(folder, 'orders.csv')), { bom: true, columns: true })
}

/** The parts of the XLSX file by their path. */
function xlsx(): Record<string, string> {
  const parts = unzipSync(readFileSync(join(folder, 'orders.xlsx')))
  return Object.fromEntries(Object.entries(parts).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

function cells(sheet: string): string[] {
  return [...sheet.matchAll(/<c(?: [^>]*)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, content = '']) =>
    content.replace(/<[^>]*>/g, ''),
  )
}

describe('an exported CSV file', () => {
  it('has one record for each order, with amounts as decimals and times with their zone', () => {
    add(
      {
        clientOrderId: '0012345',
        gatewayOrderId: '1152735103331642317',
        description: 'Two lines,\r\n"quoted"',
        cardholderName: 'Žofie Dvořáková',
        bin: '411111',
        lastFour: '1111',
      },
      { amountMinor: 1015, currency: 'EUR', status: 'approved', answeredAtMs: startMs },
      [
        { name: 'processor-rrn', value: '000512345678' },
        { name: 'seller-commission', value: '-1.25' },
      ],
    )
    expect(run()).toMatchObject({ kind: 'done', written: 1, total: 1, cutCells: 0 })
    expect(csv()).toEqual([
      expect.objectContaining({
        'Client order ID': '0012345',
        'Gateway order ID': '1152735103331642317',
        'Created (UTC)': '2026-05-28T20:26:40.000Z',
        'Created (local)': '2026-05-28T22:26:40.000+02:00',
        'Time zone': 'Europe/Berlin',
        Environment: 'simulator',
        Endpoint: 'endpoint 4411',
        Origin: 'adopted',
        Status: 'approved',
        'Gateway status': 'approved',
        Amount: '10.15',
        Currency: 'EUR',
        Card: '411111••••1111',
        Cardholder: 'Žofie Dvořáková',
        Description: 'Two lines,\r\n"quoted"',
        RRN: '000512345678',
        'Seller commission': '-1.25',
      }),
    ])
  })

  it('writes an amount without decimals, and with three', () => {
    add({ clientOrderId: 'A' }, { amountMinor: 10000, currency: 'JPY' })
    add({ clientOrderId: 'B' }, { amountMinor: 5, currency: 'KWD' })
    run()
    expect(csv().map(({ Amount }) => Amount)).toEqual(['10000', '0.005'])
  })

  it('has no cell that a spreadsheet runs as a formula, and leaves numbers alone (S22)', () => {
    const dangerous = [
      '=HYPERLINK("https://x.example.test","open")',
      '@SUM(1+1)',
      '+1+1',
      '-2+3',
      '\t=1+1',
      "'=1+1",
      '＝1+1',
    ]
    for (const [index, description] of dangerous.entries())
      add({ clientOrderId: `C-${String(index)}`, description })
    run()
    expect(csv().map(({ Description }) => Description)).toEqual(dangerous.map((text) => `'${text}`))
  })

  it('starts with a byte order mark only when it was asked for', () => {
    run()
    expect(
      readFileSync(join(folder, 'orders.csv'), 'utf8').startsWith(`${byteOrderMark}Client order ID,`),
    ).toBe(true)
    run({ byteOrderMark: false, separator: ';' })
    expect(readFileSync(join(folder, 'orders.csv'), 'utf8').startsWith('Client order ID;')).toBe(true)
  })

  it('has exactly the orders of the filter, in its order, over all pages of the list', () => {
    const amounts = [9932, 99901, 732, 87332, 932, 8333]
    for (const amountMinor of amounts)
      add({ clientOrderId: `A-${String(amountMinor)}` }, { amountMinor, currency: 'EUR', status: 'approved' })
    add({ clientOrderId: 'A-declined' }, { amountMinor: 1, currency: 'EUR', status: 'declined' })
    const query = { ...job().query, families: ['approved' as const], filters: [], sortBy: 'amount' as const }
    expect(run({ query: { ...query, direction: 'desc' } })).toMatchObject({ written: 6, total: 6 })
    const down = csv().map(({ Amount }) => Amount)
    expect(down).toEqual(['999.01', '873.32', '99.32', '83.33', '9.32', '7.32'])
    run({ query: { ...query, direction: 'asc' } })
    expect(csv().map(({ Amount }) => Amount)).toEqual([...down].reverse())
  })

  it('has only chosen orders, also those that the filters hide, in the order of the list', () => {
    const [first, , third] = ['A', 'B', 'C'].map((clientOrderId) => add({ clientOrderId }))
    const orderIds = [third, first].map((order) => order?.summary.orderId ?? '')
    const query = { ...job().query, search: 'B', families: ['declined' as const] }
    expect(run({ query, orderIds })).toMatchObject({ written: 2, total: 2 })
    expect(csv().map((row) => row['Client order ID'])).toEqual(['A', 'C'])
  })

  it('finds the orders of a search as the list does: wildcard characters are plain text', () => {
    for (const clientOrderId of ['INV_1001', 'INV-1001', 'INVX1001']) add({ clientOrderId })
    run({ query: { ...job().query, search: 'INV_1' } })
    expect(csv().map((row) => row['Client order ID'])).toEqual(['INV_1001'])
  })

  it('shows stored facts that cannot be read as unreadable', () => {
    add({ clientOrderId: 'A' }, {}, [{ name: 'processor-rrn', value: '1' }])
    database.open.db.exec(`UPDATE orders SET revision = revision + 1;
      UPDATE order_facts SET revision = revision + 1, facts = '{"x":1}'`)
    run()
    expect(csv()[0]).toMatchObject({ 'Client order ID': 'A', RRN: '(unreadable)' })
  })
})

describe('an exported XLSX file', () => {
  it('has no formula, keeps ids as texts and amounts as numbers', () => {
    add(
      { clientOrderId: '0012345', gatewayOrderId: '1152735103331642317', description: '=1+1' },
      { amountMinor: 101500, currency: 'EUR' },
      [{ name: 'seller-commission', value: '-1.25' }],
    )
    expect(run({ format: 'xlsx' })).toMatchObject({ kind: 'done', written: 1 })
    const parts = xlsx()
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
    expect(Object.entries(parts).filter(([, xml]) => /<f[ >/]/.test(xml))).toEqual([])
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">0012345</t>')
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">1152735103331642317</t>')
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t>')
    expect(sheet).toContain('<v>1015.00</v>')
    expect(sheet).toContain('<v>-1.25</v>')
    expect(sheet.match(/<v>/g)).toHaveLength(2)
  })

  it('says on a second sheet how many orders it has, of which filter and of which moment', () => {
    add()
    run({ format: 'xlsx' })
    const parts = xlsx()
    expect(parts['xl/workbook.xml']).toContain('<sheet name="About this export" sheetId="2"')
    expect(cells(parts['xl/worksheets/sheet2.xml'] ?? '')).toEqual([
      'Orders in this file',
      '1',
      'Filter',
      'Status: approved',
      'Snapshot taken at (UTC)',
      '2026-05-28T20:26:40.000Z',
      'Time zone of local times',
      'Europe/Berlin',
      'Texts cut to fit a cell',
      '0',
      'Made by',
      'Rebill Desk 1.2.3',
    ])
  })

  it('writes what XML cannot hold as codes, so that a text is never changed in silence', () => {
    add({ description: 'a<b>&"c"\r\n\u0001_x000D_' })
    run({ format: 'xlsx' })
    expect(cells(xlsx()['xl/worksheets/sheet1.xml'] ?? '')).toContain(
      'a&lt;b&gt;&amp;"c"_x000D_\n_x0001__x005F_x000D_',
    )
  })

  it('cuts a text that no cell of Excel can hold, and says how many', () => {
    add({ description: 'x'.repeat(40_000) })
    expect(run({ format: 'xlsx' })).toMatchObject({ kind: 'done', cutCells: 1 })
    expect(cells(xlsx()['xl/worksheets/sheet1.xml'] ?? '').map(({ length }) => length)).toContain(32_767)
  })
})

describe('an export', () => {
  it('reports how far it is', () => {
    for (let number = 0; number < 1200; number++) add({ clientOrderId: `INV-${String(number)}` })
    const seen: [number, number][] = []
    run({}, { onProgress: ({ written, total }) => seen.push([written, total]) })
    expect(seen).toEqual([
      [0, 1200],
      [500, 1200],
      [1000, 1200],
      [1200, 1200],
    ])
  })

  it('leaves no file when it is cancelled, and keeps the file that was there', () => {
    for (let number = 0; number < 700; number++) add({ clientOrderId: `INV-${String(number)}` })
    writeFileSync(join(folder, 'orders.csv'), 'older')
    expect(run({}, { isCancelled: () => true })).toEqual({ kind: 'cancelled' })
    expect(readdirSync(folder)).toEqual(['orders.csv'])
    expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toBe('older')
  })

  it('replaces a file of the same name, and other users cannot read the new one', () => {
    writeFileSync(join(folder, 'orders.csv'), 'older', { mode: 0o644 })
    add()
    run()
    expect(csv()).toHaveLength(1)
    expect(statSync(join(folder, 'orders.csv')).mode & 0o077).toBe(0)
  })

  it.each([
    ['a folder that is gone', () => join(folder, 'gone', 'orders.csv'), 'folder-missing'],
    ['a file where a folder should be', () => join(folder, 'plain', 'orders.csv'), 'folder-missing'],
  ])('names the problem of %s', (_, file, problem) => {
    writeFileSync(join(folder, 'plain'), '')
    expect(run({ file: file() })).toMatchObject({ kind: 'failed', problem })
  })

  it('leaves nothing when the name belongs to a folder', () => {
    rmSync(folder, { recursive: true })
    folder = mkdtempSync(join(tmpdir(), 'export-'))
    const inner = mkdtempSync(join(folder, 'orders.csv-'))
    expect(run({ file: inner }).kind).toBe('failed')
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('shows the moment at which it began, also while orders are added', () => {
    const disk = new TestFolder()
    onTestFinished(() => disk.remove())
    const { writer } = disk.create()
    writer.saveProfile(profile())
    const adopt = (number: number) =>
      writer.adoptOrder(newOrder({ clientOrderId: `INV-${String(number)}` }), [])
    for (let number = 0; number < 1100; number++) adopt(number)
    let added = 0
    const onProgress = () => void adopt(5000 + added++)
    const result = exportFromDatabase({ file: disk.file, factNames }, Uint8Array.from(disk.key), job(), {
      ...quietly,
      onProgress,
    })
    expect(added).toBeGreaterThan(2)
    expect(result).toMatchObject({ kind: 'done', written: 1100, total: 1100 })
    expect(csv().some((row) => row['Client order ID']?.startsWith('INV-5000'))).toBe(false)
  })

  it.each(['csv', 'xlsx'] as const)(
    'to %s holds no secret and no card number, whatever is stored',
    (format) => {
      const planted = 'planted-7E1F0C52'
      const charge = database.chargeIn('accepted')
      database.change(
        charge,
        { status: 'approved', bin: '411111', lastFour: '1111' },
        {
          facts: ['control', 'html', 'redirect-to'].map((name) => ({ name, value: planted })),
          exchange: exchange({ request: [{ name: 'control', value: planted }], unreadableBody: planted }),
          entries: [entry('note', { text: planted })],
        },
      )
      expect(run({ format })).toMatchObject({ kind: 'done', written: 1 })
      const text =
        format === 'csv' ? readFileSync(join(folder, 'orders.csv'), 'utf8') : Object.values(xlsx()).join()
      expect(text).toContain('411111••••1111')
      expect(text).not.toContain(planted)
      expect(text).not.toContain('880017')
    },
  )
})
