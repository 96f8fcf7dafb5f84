// Runs inside a session (see bench.mjs). The results are ratios to a blank window; absolute times are only context.
import { mkdtemp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { _electron } from 'playwright-core'
import { electronArguments, electronPathFrom, launchApp } from './lib/launch.mjs'
import { runScript, say } from './lib/script.mjs'
import { askMain, confirmationOf, rebillDraft } from './lib/page-calls.mjs'
import { outFolder } from './lib/paths.mjs'

const RUNS = Number(process.argv[2] ?? 5)
const CHARGES = 20
const SETTLE_MS = 5_000

await runScript(async () => {
  /** @type {{ shownMs: number, pssMb: number }[]} */
  const blank = []
  /** @type {{ shownMs: number, pssMb: number }[]} */
  const app = []
  for (let run = 0; run < RUNS; run++) {
    blank.push(await measureBlank())
    app.push(await measureApp())
  }
  const charges = await measureCharges()
  const results = [
    row('B1', 'start to first screen, ms', median(app.map(({ shownMs }) => shownMs))),
    row('B1', 'the same, blank window, ms', median(blank.map(({ shownMs }) => shownMs))),
    row('B1', 'ratio', median(app.map(({ shownMs }, i) => shownMs / (blank[i]?.shownMs ?? 1))), 1.3),
    row('B9', 'memory of all processes (PSS), MB', median(app.map(({ pssMb }) => pssMb))),
    row('B9', 'the same, blank window, MB', median(blank.map(({ pssMb }) => pssMb))),
    row('B9', 'difference, MB', median(app.map(({ pssMb }, i) => pssMb - (blank[i]?.pssMb ?? 0))), 150),
    row('B6', `confirm to reply, median of ${CHARGES}, ms`, median(charges)),
  ]
  for (const { id, what, measured, budget } of results)
    say(
      `${id.padEnd(4)}${what.padEnd(44)}${String(measured).padStart(9)}${budget === null ? '' : ` / ${budget}`}`,
    )
  await writeFile(path.join(outFolder, 'bench', 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
  return 0
})

/** @param {string} id @param {string} what @param {number} measured @param {number | null} budget */
function row(id, what, measured, budget = null) {
  return { id, what, measured: Math.round(measured * 100) / 100, budget }
}

async function measureApp() {
  const userDataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-'))
  const startedAtMs = Date.now()
  const app = await launchApp({ userDataDir })
  const shownMs = await shownAfterMs(app.page.getByRole('button').first(), startedAtMs)
  await app.page.waitForTimeout(SETTLE_MS)
  const pssMb = await pssOfTree(app.pid)
  await app.close()
  return { shownMs, pssMb }
}

async function measureBlank() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'blank-'))
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{"name":"blank","main":"main.cjs"}')
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><title>blank</title><p>One static page.</p>',
  )
  await writeFile(
    path.join(folder, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 800 }).loadFile(__dirname + '/index.html'))`,
  )
  const startedAtMs = Date.now()
  const app = await _electron.launch({
    executablePath: electronPathFrom(),
    args: [...electronArguments(), folder, `--user-data-dir=${path.join(folder, 'data')}`],
  })
  const page = await app.firstWindow()
  const shownMs = await shownAfterMs(page.getByText('One static page.'), startedAtMs)
  await page.waitForTimeout(SETTLE_MS)
  const pssMb = await pssOfTree(app.process().pid ?? 0)
  await app.close()
  return { shownMs, pssMb }
}

/**
 * Time until an element is visible, measured in the same way in both windows.
 * @param {import('playwright-core').Locator} what
 * @param {number} startedAtMs
 */
async function shownAfterMs(what, startedAtMs) {
  await what.waitFor()
  return Date.now() - startedAtMs
}

/**
 * Memory of a process and all its descendants (PSS): each process gets its share of shared pages, so the sum is exact.
 * @param {number} root process id
 * @returns {Promise<number>} megabytes
 */
async function pssOfTree(root) {
  const parents = new Map()
  for (const name of await readdir('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null)
    if (stat !== null) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isInside = (/** @type {number} */ pid) => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === root) return true
    return false
  }
  let kilobytes = 0
  for (const pid of [...parents.keys()].filter(isInside)) {
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+([0-9]+) kB$/m.exec(memory)?.[1] ?? 0)
  }
  return kilobytes / 1024
}

async function measureCharges() {
  const app = await launchApp({ userDataDir: await mkdtemp(path.join(os.tmpdir(), 'bench-')) })
  await askMain(app.page, 'appState.get', {})
  await askMain(app.page, 'start.trySimulator', {})
  const { cards } = await askMain(app.page, 'cards.list', {})
  await pastIsAdded(app.page)
  const times = []
  for (let index = 0; index < CHARGES; index++) {
    const draft = rebillDraft({
      cardId: cards[index % cards.length].cardId,
      routeId: '4411',
      amount: `${20 + index}.00`,
    })
    const preview = await askMain(app.page, 'charges.prepare', { draft })
    const startedMs = performance.now()
    await askMain(app.page, 'charges.confirm', confirmationOf(preview))
    times.push(performance.now() - startedMs)
  }
  await app.close()
  return times
}

/**
 * Waits until no more orders of the simulator's past are added, whose writes and checks would be measured as well.
 * @param {import('playwright-core').Page} page
 */
async function pastIsAdded(page) {
  const query = {
    profileId: null,
    search: '',
    families: [],
    filters: [],
    sortBy: 'created',
    direction: 'desc',
  }
  for (let before = -1; ;) {
    const { total } = await askMain(page, 'orders.list', { query, cursor: null, limit: 1 })
    if (total === before) return
    before = total
    await page.waitForTimeout(SETTLE_MS)
  }
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
