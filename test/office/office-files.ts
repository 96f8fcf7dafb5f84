// Run by scripts/check-office.mjs: node office-files.mjs FOLDER. Exports orders with dangerous values to both formats.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainSealOf } from '../../src-main/db/file/chain-seal'
import { connect } from '../../src-main/db/file/connection'
import { SqliteWriter } from '../../src-main/db/sqlite-writer'
import { createWriter } from '../../src-main/db/storage'
import { factNames } from '../../src-main/gateway/fact-names'
import { exportOrders } from '../../src-main/order-files/export-orders'
import { newOrder, profile } from '../main/db/builders'

const folder = process.argv[2] ?? '.'
const file = join(folder, 'office.db')
const key = new Uint8Array(randomBytes(32))
/** Texts that a spreadsheet must neither run nor change, one for each order. */
const texts = [
  '=HYPERLINK("https://x.example.test","open")',
  '=1+1',
  '@SUM(1+1)',
  '+1+1',
  '-2+3',
  "'=1+1",
  '0012345',
  '1152735103331642317',
  'Two "quoted" lines\nof text',
  '1e5',
  '1/2',
]

createWriter({ file, factNames }, key).close()
const db = connect({ file }, key, 'write')
const writer = new SqliteWriter(db, chainSealOf(key, 'test'), factNames)
writer.saveProfile(profile())
for (const [index, text] of texts.entries())
  writer.adoptOrder(newOrder({ clientOrderId: `O-${String(index)}`, description: text, reference: text }), [])

for (const format of ['csv', 'xlsx'] as const) {
  const result = exportOrders(
    db,
    { factNames },
    {
      ...{ file: join(folder, `orders.${format}`), format, separator: ',', byteOrderMark: true },
      ...{ timeZone: 'UTC', filter: 'all', appVersion: '0' },
      query: { profileId: null, search: '', families: [], filters: [], sortBy: 'created', direction: 'asc' },
    },
    { onProgress: () => undefined, isCancelled: () => false, nowMs: () => 0 },
  )
  if (result.kind !== 'done') throw new Error(JSON.stringify(result))
}
db.close()
writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts))
