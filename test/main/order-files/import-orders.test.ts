import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { everyOrder } from '../../../src-shared/domain/order-query'
import { withGuard } from '../../../src-shared/domain/order-file'
import { importLimits, usedColumns, type ImportChoices } from '../../../src-shared/domain/order-import'
import { factNames } from '../../../src-main/gateway/fact-names'
import { exportOrders } from '../../../src-main/order-files/export-orders'
import { previewOrders, readOrders } from '../../../src-main/order-files/read-orders'
import type { ExportJob } from '../../../src-main/ports/order-export'
import type { ImportedRow } from '../../../src-main/ports/order-import'
import type { NewOrder, OrderColumns } from '../../../src-main/ports/records'
import { anActor, aCardNumber, recordOf } from '../../support/builders'
import { memoryDatabase, newOrder, profile, refusalOf, startMs, TestDatabase } from '../db/builders'

type Open = ReturnType<typeof memoryDatabase>
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const place = {
  profileId: 'prof-1',
  environment: profile().environment,
  route: { kind: 'endpoint' as const, id: '4411' },
}
const never = () => false
const previewHooks = { isCancelled: never, onIds: () => Promise.resolve(true) }

function fileOf(content: string | Uint8Array, name = 'orders.csv'): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

function emptyHistory(): Open {
  const open = memoryDatabase()
  open.writer.saveProfile(profile())
  return open
}

/** A history with orders as the gateway reported them. */
function historyWith(
  orders: readonly (readonly [Partial<NewOrder>, Partial<OrderColumns>?, Record<string, string>?])[],
): Open {
  const open = memoryDatabase()
  const database = new TestDatabase(open)
  for (const [set, state = {}, facts = {}] of orders) {
    const order = recordOf(open.writer.adoptOrder(newOrder({ gatewayOrderId: null, ...set }), []))
    database.change(order, state, {
      facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
    })
  }
  return open
}

function exported(open: Open, set: Partial<ExportJob> = {}): Buffer {
  const file = join(folder, 'out.csv')
  const job: ExportJob = {
    ...{ file, format: 'csv', separator: ',', byteOrderMark: true, timeZone: 'Europe/Berlin' },
    ...{ filter: '', appVersion: '1', query: everyOrder },
    ...set,
  }
  const hooks = { onProgress: () => undefined, isCancelled: never, nowMs: () => startMs }
  expect(exportOrders(open.db, { factNames }, job, hooks).kind).toBe('done')
  return readFileSync(file)
}

async function previewOf(file: string, choices: ImportChoices | null = null) {
  const result = await previewOrders(file, choices, previewHooks)
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result))
  return result
}

async function imported(file: string, open = emptyHistory(), choices: ImportChoices | null = null) {
  const { preview, mark, isNewestFirst } = await previewOf(file, choices)
  const importId = open.writer.startImport({
    ...{
      profileId: 'prof-1',
      fileName: 'orders.csv',
      atMs: startMs + 5,
      actor: anActor('Iva'),
      isNewestFirst,
    },
    ...{ columns: usedColumns(preview.choices.columns), total: preview.usable },
  })
  const known: string[] = []
  let added = 0
  const onRows = (rows: readonly ImportedRow[]) => {
    const batch = open.writer.importOrders(importId, place, rows)
    added += batch.added
    known.push(...batch.known.map(({ clientOrderId }) => clientOrderId))
    return Promise.resolve(true)
  }
  const hooks = { isCancelled: never, onRows }
  expect(await readOrders(file, preview.choices, mark, hooks)).toEqual({ kind: 'done' })
  return { open, preview, added, known }
}

const listOf = (open: Open) => open.reader.listOrders(everyOrder, null, 50).rows

function viewOf(open: Open, clientOrderId: string) {
  const found = open.reader.findOrder('prof-1', clientOrderId, null)
  const view = found === null ? null : open.reader.getOrderView(found.summary.orderId)
  if (view === null) throw new Error('no such order')
  return view
}

const cellsOf = (open: Open, clientOrderId: string) =>
  Object.fromEntries(
    (viewOf(open, clientOrderId).imported?.cells ?? []).map(({ title, value }) => [title, value]),
  )

describe('a file that this app exported', () => {
  it('comes back with long ids and leading zeros as they were (C08)', async () => {
    const first = exported(
      historyWith([
        [{ clientOrderId: '0012345', gatewayOrderId: '1152735103331642317' }],
        [
          { clientOrderId: 'INV-2041', gatewayOrderId: '254401001128200040' },
          {},
          { 'approval-code': '000042' },
        ],
      ]),
    )
    const { open } = await imported(fileOf(first))
    expect(listOf(open).map((row) => [row.clientOrderId, row.gatewayOrderId])).toEqual([
      ['INV-2041', '254401001128200040'],
      ['0012345', '1152735103331642317'],
    ])
    expect(cellsOf(open, 'INV-2041')['Approval code']).toBe('000042')
    expect(open.reader.listOrders({ ...everyOrder, search: '1152735103331642317' }, null, 5).total).toBe(1)
  })

  it.each([
    ['', 'as it is'],
    ['"', 'with the first title quoted'],
  ])('saved again by Excel with a byte order mark, every column is found (C13): %s', async (quote) => {
    const first = exported(
      historyWith([
        [{ clientOrderId: 'A', cardholderName: 'Žofie Dvořáková' }],
        [{ clientOrderId: 'B' }],
        [{ clientOrderId: 'C' }],
      ]),
      { byteOrderMark: false },
    ).toString('utf8')
    const saved = `\ufeff${quote}Client order ID${quote}${first.slice('Client order ID'.length)}`
    const { open, preview, added } = await imported(fileOf(saved))
    expect(added).toBe(3)
    expect(preview.choices.columns).not.toContain('left-out')
    expect(viewOf(open, 'A').summary.cardholderName).toBe('Žofie Dvořáková')
  })

  it('comes back without its guards, and the second export is byte-identical to the first (C14)', async () => {
    const dangerous = [
      ...['=HYPERLINK("https://x.example.test","open")', '@SUM(1+1)', '+1+1', '-2+3', '\t=1+1', `'=1+1`],
      ...[`''@x`, '\r\n=1', 'plain, with "quotes"\nand lines', '\uff1d1+1', '\uff0b1', '\uff0d1', '\uff20x'],
    ]
    const first = exported(
      historyWith(
        dangerous.map((description, at) => [
          // Equal times, so that the order of the rows depends on nothing else.
          { clientOrderId: `R-${String(at)}`, description, createdAtMs: startMs },
          { status: 'approved', amountMinor: 1015, currency: 'EUR' },
          { 'seller-commission': '-1.25', 'processor-rrn': '000630' },
        ]),
      ),
    )
    const { open } = await imported(fileOf(first))
    for (const [at, description] of dangerous.entries())
      expect(viewOf(open, `R-${String(at)}`).summary.description).toBe(description)
    expect(cellsOf(open, 'R-0')['Seller commission']).toBe('-1.25')
    expect(exported(open).equals(first)).toBe(true)
  })

  it('comes back with any text of a cell, for each separator', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((each) => !each.includes('\0'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t'),
        async (texts, separator) => {
          const first = exported(
            historyWith(
              texts.map((cardholderName, at) => [{ clientOrderId: `R-${String(at)}`, cardholderName }]),
            ),
            { separator: separator as ',' },
          )
          const { open } = await imported(fileOf(first))
          expect(exported(open, { separator: separator as ',' }).equals(first)).toBe(true)
        },
      ),
      { numRuns: 25, seed: 11 },
    )
  })
})

describe('a workbook that this app exported', () => {
  const backFrom = async (orders: Parameters<typeof historyWith>[0]) => {
    const history = historyWith(orders)
    const first = exported(history)
    const workbook = exported(history, { format: 'xlsx' })
    return { first, ...(await imported(fileOf(workbook, 'orders.xlsx'))) }
  }

  it('comes back with long ids, leading zeros, quotes and line breaks as they were, and exports the same bytes', async () => {
    const descriptions = [
      ...['=HYPERLINK("https://x.example.test","open")', '@SUM(1+1)', '-2+3', '\t=1+1', `'=1+1`, `''@x`],
      ...[
        'two\nlines',
        'three\r\nof\rthem',
        'a "quote"',
        ' spaces ',
        '_x000D_',
        '<t>&amp;',
        '\uff1d1+1',
        '00',
      ],
    ]
    const { first, open, added } = await backFrom(
      descriptions.map((description, at) => [
        {
          ...{ clientOrderId: `00${String(at)}`, gatewayOrderId: `11527351033316423${String(10 + at)}` },
          ...{ description, createdAtMs: startMs },
        },
        { status: 'approved', amountMinor: 1010, currency: 'EUR' },
        { 'seller-commission': '-1.25', 'processor-rrn': '000630' },
      ]),
    )
    expect(added).toBe(descriptions.length)
    for (const [at, description] of descriptions.entries())
      expect(viewOf(open, `00${String(at)}`).summary).toMatchObject({
        ...{ description, gatewayOrderId: `11527351033316423${String(10 + at)}` },
      })
    expect(exported(open).equals(first)).toBe(true)
  })

  it('comes back with any text of a cell', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
        const { first, open } = await backFrom(
          texts.map((cardholderName, at) => [{ clientOrderId: `R-${String(at)}`, cardholderName }]),
        )
        expect(exported(open).equals(first)).toBe(true)
      }),
      { numRuns: 25, seed: 23 },
    )
  })
})

describe('an imported order', () => {
  const aFile = () =>
    fileOf(
      exported(
        historyWith([
          [
            { clientOrderId: 'INV-1', createdAtMs: startMs - 86_400_000 },
            { status: 'approved', amountMinor: 1015, currency: 'EUR', bin: '411111', lastFour: '1111' },
          ],
        ]),
      ),
    )

  it('is marked as imported, and what the file says is not the gateway’s answer', async () => {
    const { open } = await imported(aFile())
    const { summary, timeline, imported: origin, facts } = viewOf(open, 'INV-1')
    expect(summary).toMatchObject({
      ...{
        word: 'imported',
        family: 'unknown',
        status: null,
        answeredAtMs: null,
        amountMinor: null,
        bin: null,
      },
      imported: {
        status: 'approved',
        amount: '10.15',
        currency: 'EUR',
        card: '411111••••1111',
        hasTime: true,
      },
      createdAtMs: startMs - 86_400_000,
    })
    expect(facts).toEqual([])
    expect(origin).toMatchObject({ fileName: 'orders.csv', line: 2, atMs: startMs + 5, actor: 'Iva' })
    expect(timeline).toMatchObject([{ kind: 'imported', actor: 'Iva', text: 'orders.csv' }])
  })

  it('is followed by nobody, is on no list of Home, and counts in no sum of Insights', async () => {
    const { open } = await imported(aFile())
    expect(open.reader.listFollowed()).toEqual([])
    expect(open.db.prepare('SELECT home_section FROM orders').pluck().all()).toEqual([null])
    expect(open.db.prepare('SELECT count(*) FROM insight_sums').pluck().get()).toBe(0)
    expect(open.reader.listOrders(everyOrder, null, 5)).toMatchObject({
      total: 1,
      counts: { unknown: 1, approved: 0 },
    })
  })

  it('is found by what the file says: its amount, its last four digits, its status', async () => {
    const { open } = await imported(aFile())
    const found = (set: Partial<typeof everyOrder>) =>
      open.reader.listOrders({ ...everyOrder, ...set }, null, 5).total
    expect(found({ search: '1111' })).toBe(1)
    expect(found({ filters: [{ by: 'amount', from: '10.15', to: '10.15' }] })).toBe(1)
    expect(found({ filters: [{ by: 'is', field: 'status', value: 'imported', not: false }] })).toBe(1)
  })

  it('becomes an order like any other with the first answer of the gateway, in its export and in Insights, too', async () => {
    const { open } = await imported(aFile())
    const { orderId, revision } = viewOf(open, 'INV-1').summary
    open.writer.changeOrder({
      ...{ orderId, expectedRevision: revision, atMs: startMs + 9, entries: [] },
      set: { status: 'declined', amountMinor: 2000, currency: 'USD', answeredAtMs: startMs + 9 },
    })
    const { summary } = viewOf(open, 'INV-1')
    expect(summary).toMatchObject({ word: 'declined', family: 'declined', amountMinor: 2000 })
    expect(exported(open).toString('utf8')).toContain('declined,declined,,20.00,USD')
    expect(open.db.prepare(`SELECT DISTINCT is_adopted, outcome FROM insight_sums`).all()).toEqual([
      { is_adopted: 1, outcome: 'declined' },
    ])
  })

  it('blocks its client order id for a new charge', async () => {
    const { open } = await imported(aFile())
    const again = () => open.writer.adoptOrder(newOrder({ kind: 'sale', clientOrderId: 'INV-1' }), [])
    expect(refusalOf(again)).toEqual({ code: 'not-allowed-now', reason: 'already-in-log' })
  })

  it('is passed over and named when the history has it, and nothing of it changes', async () => {
    const file = aFile()
    const { open } = await imported(file)
    const before = viewOf(open, 'INV-1')
    expect(await imported(file, open)).toMatchObject({ added: 0, known: ['INV-1'] })
    expect(viewOf(open, 'INV-1')).toEqual(before)
    const ids = (clientOrderId: string, gatewayOrderId: string | null = null) => ({
      clientOrderId,
      gatewayOrderId,
    })
    const known = (...given: ReturnType<typeof ids>[]) => open.reader.countKnownOrders('prof-1', given)
    expect(known(ids('INV-1'), ids('INV-1', '77'), ids('INV-2'), ids(`INV-1' OR 1`))).toBe(2)
    expect(open.reader.countKnownOrders('another', [ids('INV-1')])).toBe(0)
  })
})

describe('a file of another program', () => {
  const text =
    'Order number;Date;Sum;Currency;Colour\nINV-1;28.05.2026 20:26;1.010,15;EUR;grün\nINV-2;29.05.2026;7,5;EUR;blau\n'

  it.each([
    ['utf-8', () => Buffer.from(text)],
    ['windows-1252', () => Buffer.from(text, 'latin1')],
    ['utf-16le', () => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16be', () => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('is read in its encoding, with its separator and its decimal comma: %s', async (encoding, bytes) => {
    const file = fileOf(bytes())
    const { preview } = await previewOf(file)
    expect(preview.choices).toEqual({
      place: { format: 'csv', encoding, separator: ';' },
      decimal: ',',
      columns: ['clientOrderId', 'createdUtc', 'amount', 'currency', 'left-out'],
    })
    expect(preview.rows[0]?.cells).toEqual(['INV-1', '28.05.2026 20:26', '1.010,15', 'EUR', 'grün'])
    const { open } = await imported(file)
    expect(cellsOf(open, 'INV-1')).toMatchObject({ Amount: '1010.15', Currency: 'EUR' })
    expect(viewOf(open, 'INV-1').summary.createdAtMs).toBe(Date.UTC(2026, 4, 28, 20, 26))
    expect(listOf(open).map(({ clientOrderId }) => clientOrderId)).toEqual(['INV-2', 'INV-1'])
  })

  it('shows its unknown titles by name, and a person chooses what they become', async () => {
    const file = fileOf(text)
    const { preview } = await previewOf(file)
    expect(preview.titles.filter((_, at) => preview.choices.columns[at] === 'left-out')).toEqual(['Colour'])
    const chosen = preview.choices.columns.with(4, 'reference')
    const { open } = await imported(file, emptyHistory(), { ...preview.choices, columns: chosen })
    expect(viewOf(open, 'INV-1').summary.reference).toBe('grün')
  })

  it('names each row that cannot be used, never repeats a card number, and imports the others', async () => {
    const rows = [
      'Order ID,Amount,Created at,Card,Transaction ID,Remark',
      'A,10.15,2026-05-28T20:26:40+02:00,411111******1111,,',
      `B,1,,,,${aCardNumber}`,
      ',1,,,,',
      'C,"10,5",,,,',
      'D,1,05/06/2026,,,',
      'E,1,,41111111****1111,,',
      'F,1,,,a b,',
      'G,1,,,,,,too many',
      'H,-1,,,,',
    ]
    const { open, preview, added } = await imported(fileOf(rows.join('\r\n')))
    expect(preview.problems).toEqual([
      { line: 3, column: 5, problem: 'card-number' },
      { line: 4, column: 0, problem: 'client-order-id' },
      { line: 5, column: 1, problem: 'amount' },
      { line: 6, column: 2, problem: 'time' },
      { line: 7, column: 3, problem: 'card' },
      { line: 8, column: 4, problem: 'gateway-order-id' },
      { line: 9, column: null, problem: 'too-many-cells' },
      { line: 10, column: 1, problem: 'amount' },
    ])
    expect(JSON.stringify(preview)).not.toContain(aCardNumber)
    expect(added).toBe(1)
    expect(viewOf(open, 'A').summary.createdAtMs).toBe(Date.UTC(2026, 4, 28, 18, 26, 40))
  })
})

describe('the limits of an import (S23)', () => {
  const problemOf = async (file: string) => {
    const result = await previewOrders(file, null, previewHooks)
    return result.kind === 'refused' ? result.problem : result.kind
  }

  it.each([
    ['nothing', '', 'empty'],
    ['NUL bytes', 'Client order ID\nA\0B\n', 'not-text'],
    ['a program', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 1), 'not-text'],
    ['half a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0x14, 0, 0), 'not-workbook'],
    [
      'a workbook of an old kind',
      Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0),
      'not-text',
    ],
    ['half a character of UTF-16', Uint8Array.of(0xff, 0xfe, 0x41, 0, 0x42), 'not-text'],
    [
      'a quotation mark that is never closed',
      `Client order ID\n"A\n${'x,y\n'.repeat(1000)}`,
      'unclosed-quote',
    ],
    ['a quote bomb', `Client order ID\n"${'""\n'.repeat(800_000)}`, 'record-too-long'],
    ['a row of two million columns', `Client order ID\n${','.repeat(2_000_000)}`, 'record-too-long'],
    ['a cell of two million characters', `Client order ID\n${'x'.repeat(2_000_000)}`, 'record-too-long'],
    ['more columns than there can be', `Client order ID\nA${','.repeat(300)}\n`, 'too-many-columns'],
  ])('refuse a file of %s', async (_, content, problem) => {
    expect(await problemOf(fileOf(content))).toBe(problem)
  })

  it('refuse a file of more rows than there can be', async () => {
    const { rows } = importLimits
    onTestFinished(() => void Object.assign(importLimits, { rows }))
    // Two million rows take half a minute.
    Object.assign(importLimits, { rows: 1000 })
    const file = (count: number) => fileOf(`Client order ID\n${'A\n'.repeat(count)}`)
    expect(await problemOf(file(1001))).toBe('too-many-rows')
    expect(await problemOf(file(1000))).toBe('preview')
  })

  it('refuse a file of more than 1 GB before they read it, a folder, and a file that is gone', async () => {
    const { truncateSync } = await import('node:fs')
    const huge = fileOf('Client order ID\n')
    truncateSync(huge, importLimits.bytes + 1)
    expect(await problemOf(huge)).toBe('too-large')
    expect(await problemOf(folder)).toBe('not-readable')
    expect(await problemOf(join(folder, 'gone.csv'))).toBe('not-readable')
  })

  it('refuse a file that has changed since its preview', async () => {
    const file = fileOf('Client order ID\nA\n')
    const { preview, mark } = await previewOf(file)
    writeFileSync(file, 'Client order ID\nA\nB\n')
    const hooks = { isCancelled: never, onRows: () => Promise.resolve(true) }
    expect(await readOrders(file, preview.choices, mark, hooks)).toMatchObject({ problem: 'changed' })
  })

  it('end a read when it is cancelled', async () => {
    const file = fileOf(
      `Client order ID\n${Array.from({ length: 1000 }, (_, at) => `A-${String(at)}`).join('\n')}`,
    )
    expect((await previewOrders(file, null, { ...previewHooks, isCancelled: () => true })).kind).toBe(
      'cancelled',
    )
    const { preview, mark } = await previewOf(file)
    let batches = 0
    const hooks = { isCancelled: never, onRows: () => Promise.resolve(++batches < 2) }
    expect(await readOrders(file, preview.choices, mark, hooks)).toEqual({ kind: 'cancelled' })
    expect(batches).toBe(2)
  })
})

describe('an exported cell (S22)', () => {
  it('never starts a formula, also in full-width form, and gives back exactly its text', () => {
    const start = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '\0',
      '\uff1d',
      '\uff0b',
      '\uff0d',
      '\uff20',
      `'`,
    )
    fc.assert(
      fc.property(start, fc.string({ maxLength: 10 }), (first, rest) => {
        const cell = withGuard(first + rest, 'text')
        expect(cell).not.toMatch(/^[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/)
      }),
      { seed: 22 },
    )
  })
})
