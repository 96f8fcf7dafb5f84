import { openWriter } from '../../../src-main/db/storage'
import { entry, exchange, newOrder, startMs } from './builders'

// Run as a process: adopts and changes orders as fast as it can and prints each acknowledged one, until it is killed.
const [file = '', keyHex = '', lane = ''] = process.argv.slice(2)

const opening = openWriter({ file }, Buffer.from(keyHex, 'hex'))
if (opening.kind !== 'opened') throw new Error(opening.kind)
const { writer } = opening
// Ends by itself if nobody kills it.
const mostOrders = 5000

for (let number = 0; number < mostOrders; number++) {
  const order = writer.adoptOrder(
    newOrder({ clientOrderId: `${lane}-${String(number)}`, description: 'x'.repeat(number % 900) }),
    [entry('adopted')],
  )
  process.stdout.write(`adopted ${order.summary.orderId}\n`)
  const changed = writer.changeOrder({
    orderId: order.summary.orderId,
    expectedRevision: order.summary.revision,
    atMs: startMs,
    set: { status: 'approved', cardholderName: `Holder ${String(number)}` },
    facts: [{ name: 'status', value: 'approved' }],
    entries: [entry('final')],
    exchange: exchange(),
  })
  process.stdout.write(`changed ${changed.summary.orderId}\n`)
}
