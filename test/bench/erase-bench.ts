import { anActor } from '../support/builders'
import { copyFileSync, rmSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { openWriter } from '../../src-main/db/storage'
import { factNames } from '../../src-main/gateway/fact-names'
import { exchange } from '../main/db/builders'
import { historyKey, historySizes, openHistory } from './history'

/**
 * Erases a person with 1,000 orders in a history of 100,000: the time of each write, which is what a charge would wait
 * for. The orders get an e-mail address and an exchange first.
 */
const personOrders = 1000
const budgetMs = 8

const [, , folder = 'out/bench'] = process.argv
const original = openHistory(folder, 'M')
const file = `${original}.erased`
rmSync(file, { force: true })
copyFileSync(original, file)
const opening = openWriter({ file, factNames }, historyKey)
if (opening.kind !== 'opened') throw new Error(opening.kind)
const { writer, reader, close } = opening

const email = 'one.person@example.test'
const step = Math.floor(historySizes.M / personOrders)
let orderId = ''
let total = 0
for (let number = 1; total < personOrders && number < historySizes.M; number += step) {
  let record = reader.getOrder(String(number))
  // One profile, and final.
  for (let next = number; record?.summary.profileId !== 'prof-1' || !isFinal(record.summary.status);)
    record = reader.getOrder(String(++next))
  const { summary } = record
  orderId = summary.orderId
  total++
  writer.changeOrder({
    ...{ orderId, expectedRevision: summary.revision, atMs: summary.changedAtMs, set: {}, entries: [] },
    facts: [{ name: 'email', value: email }],
    exchange: exchange({
      profileId: 'prof-1',
      answer: [
        { name: 'status', value: 'approved' },
        { name: 'email', value: email },
      ],
    }),
  })
}

const times: number[] = []
function timed<T>(run: () => T): T {
  const startedMs = performance.now()
  const result = run()
  times.push(performance.now() - startedMs)
  return result
}
const startedMs = performance.now()
const act = { atMs: Date.now(), actor: anActor('bench'), keptMonths: null }
timed(() => writer.planPersonErasure({ of: 'order', id: orderId }, total, act))
const planMs = times[0] ?? 0
while (!timed(() => writer.eraseNext(Date.now(), budgetMs)).isDone);
const batches = times.length - 1
timed(() => writer.finishErasures(Date.now()))
const wholeMs = performance.now() - startedMs
const finishMs = times.at(-1) ?? 0
const between = times.slice(1, -1).toSorted((a, b) => a - b)
process.stdout.write(
  [
    `erased ${String(total)} orders in ${wholeMs.toFixed(0)} ms, ${String(batches)} writes`,
    `plan ${planMs.toFixed(1)} ms, last write with the checkpoint ${finishMs.toFixed(1)} ms`,
    `one write: median ${(between[Math.floor(between.length / 2)] ?? 0).toFixed(1)} ms, longest ${(between.at(-1) ?? 0).toFixed(1)} ms`,
    `left: ${String(reader.listErasures()[0]?.skipped ?? 0)} skipped; orders that a rule would erase: ${String(reader.countExpired(Date.now()))}`,
  ].join('\n') + '\n',
)
const countMs = performance.now()
reader.countExpired(Date.now())
process.stdout.write(`counting what a rule would erase: ${(performance.now() - countMs).toFixed(0)} ms\n`)
close()
rmSync(file, { force: true })

function isFinal(status: string | null): boolean {
  return status === 'approved' || status === 'declined' || status === 'error' || status === 'filtered'
}
