import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPrograms, type Programs } from '../../db/programs'
import { ProvenApp } from './proven-app'

const wanted = 500
const laneCount = 2
const longestMs = 25_000

let programs: Programs

beforeAll(async () => {
  programs = await buildPrograms({ restarting: 'test/main/services/proof/restarting-process.ts' })
}, 60_000)
afterAll(() => {
  programs.remove()
})

/** What the starts of a process said until it was killed at some step. */
async function runAndKill(args: readonly string[], starts: number, afterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [programs.fileOf('restarting'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    if (said.length === starts) setTimeout(() => child.kill('SIGKILL'), afterMs)
  }
  return said
}

async function lane(number: number): Promise<{ readonly said: readonly string[]; readonly kills: number }> {
  const proven = await ProvenApp.make()
  await proven.app.proof.end()
  await proven.stop()
  const { folder } = proven
  const anchorFile = join(folder.path, 'anchor.json')
  writeFileSync(anchorFile, JSON.stringify(proven.env.vault.chainAnchor))
  const keyHex = Buffer.from(folder.key).toString('hex')
  const until = Date.now() + longestMs
  const said: string[] = []
  let kills = 0
  for (; said.length < wanted / laneCount && Date.now() < until; kills++)
    said.push(
      ...(await runAndKill(
        [folder.file, keyHex, anchorFile, String(kills * laneCount + number)],
        ...([1 + ((kills * 5 + number) % 14), (kills * 37 + number * 11) % 70] as const),
      )),
    )
  await proven.remove()
  return { said, kills }
}

it('S20: an ordinary restart or crash is no finding', { timeout: 3 * longestMs }, async ({ annotate }) => {
  const lanes = await Promise.all(Array.from({ length: laneCount }, (_, number) => lane(number)))
  const said = lanes.flatMap((each) => each.said)
  const kills = lanes.reduce((sum, each) => sum + each.kills, 0)
  const alarms = said.filter((line) => line !== 'ready sound')
  process.stdout.write(
    `restarts: ${said.length} starts, ${kills} of them after a kill, ${alarms.length} false alarms\n`,
  )
  await annotate(`${said.length} starts, ${kills} kills`)
  expect(alarms).toEqual([])
  // A busy machine may not finish all of them in time, but a few would prove nothing.
  expect(said.length).toBeGreaterThanOrEqual(laneCount * 20)
})
