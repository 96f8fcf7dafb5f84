import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../../src-main/db/file/connection'
import { openWriter } from '../../../../src-main/db/storage'
import { TestDatabase, TestFolder } from '../builders'
import { buildPrograms, type Programs } from '../programs'

const laneCount = 2
const killsOfLane = 100
const longestMs = 40_000

let programs: Programs

beforeAll(async () => {
  programs = await buildPrograms({ 'insert-orders': 'test/main/db/insert-orders.ts' })
})
afterAll(() => {
  programs.remove()
})

/** The writes that were acknowledged to a killed process, in order. */
async function runAndKill(folder: TestFolder, lane: string, afterMs: number): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [programs.fileOf('insert-orders'), folder.file, Buffer.from(folder.key).toString('hex'), lane],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const acknowledged: string[] = []
  for await (const line of createInterface(child.stdout)) {
    if (acknowledged.length === 0) setTimeout(() => child.kill('SIGKILL'), afterMs)
    acknowledged.push(line)
  }
  return acknowledged
}

interface Outcome {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: readonly string[]
}

/** Kills writers of one file one after the other, then looks for every acknowledged write. */
async function killRepeatedly(lane: number): Promise<Outcome> {
  const folder = new TestFolder()
  const until = Date.now() + longestMs
  try {
    new TestDatabase(folder.create()).open.close()
    const acknowledged: string[] = []
    let kills = 0
    for (; kills < killsOfLane && Date.now() < until; kills++) {
      const afterMs = 1 + ((kills * 37 + lane * 11) % 60)
      acknowledged.push(...(await runAndKill(folder, `${String(lane)}-${String(kills)}`, afterMs)))
    }
    const opening = openWriter({ file: folder.file }, folder.key)
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    folder.closing(opening)
    expect(opening.reader.quickCheck()).toBeNull()
    const lost = acknowledged.filter((line) => !isStored(opening.reader, line))
    checkNothingIsHalf(folder)
    return { kills, acknowledged: acknowledged.length, lost }
  } finally {
    folder.remove()
  }
}

function isStored(reader: ReturnType<TestFolder['create']>['reader'], line: string): boolean {
  const [what, orderId = ''] = line.split(' ')
  const order = reader.getOrder(orderId)
  return what === 'adopted'
    ? order !== null
    : order?.summary.revision === 2 && order.summary.status === 'approved'
}

/** Every change is stored completely or not at all, including the search index. */
function checkNothingIsHalf(folder: TestFolder): void {
  const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? -1
  const changed = count('SELECT count(*) FROM orders WHERE revision = 2')
  expect(count('SELECT count(*) FROM exchanges')).toBe(changed)
  expect(count('SELECT count(*) FROM order_facts')).toBe(changed)
  expect(count(`SELECT count(*) FROM timeline WHERE kind = 'final'`)).toBe(changed)
  expect(count(`SELECT count(*) FROM timeline WHERE kind = 'adopted'`)).toBe(
    count('SELECT count(*) FROM orders'),
  )
  expect(count(`SELECT count(*) FROM order_search WHERE order_search MATCH '"Holder"'`)).toBe(changed)
  db.exec(`INSERT INTO order_search (order_search) VALUES ('integrity-check')`)
  expect(db.pragma('foreign_key_check')).toEqual([])
}

describe('a process that is killed while it writes', () => {
  it('loses no acknowledged write in 200 kills', { timeout: 3 * longestMs }, async ({ annotate }) => {
    const lanes = await Promise.all(Array.from({ length: laneCount }, (_, lane) => killRepeatedly(lane)))
    const kills = lanes.reduce((sum, lane) => sum + lane.kills, 0)
    const acknowledged = lanes.reduce((sum, lane) => sum + lane.acknowledged, 0)
    await annotate(`${String(kills)} kills, ${String(acknowledged)} acknowledged changes`)
    expect(lanes.flatMap((lane) => lane.lost)).toEqual([])
    // A busy machine may not finish all of them in time, but a few would prove nothing.
    expect(kills).toBeGreaterThanOrEqual(laneCount * 5)
    expect(acknowledged).toBeGreaterThanOrEqual(kills)
  })
})
