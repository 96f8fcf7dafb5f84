// Runs inside a session (see bench.mjs). The results are ratios to a blank window; absolute times are only context.
//
//   node measure.mjs RUNS HISTORY [PROGRAM OF THE PACKAGED APP]
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { framedAtMs, launchBlank, userDataWith } from './lib/bench-app.mjs'
import { frameCosts } from './lib/frame-cost.mjs'
import { launchApp } from './lib/launch.mjs'
import { watchLoop } from './lib/loop-delay.mjs'
import { runScript, say } from './lib/script.mjs'
import { askMain, confirmationOf, rebillDraft } from './lib/page-calls.mjs'
import { benchFolder } from './lib/bench-program.mjs'

const RUNS = Number(process.argv[2])
const HISTORY = process.argv[3] ?? ''
const PACKAGED = process.argv[4]
const CHARGES = 20
const POLLED = 100
const SETTLE_MS = 5_000
const RECOVERY_LIMIT_MS = 60_000
/** What the first screen shows once the history is read, and what the list shows. */
const FIRST_SCREEN = 'main .columns h2'
const LIST_ROW = '[role="row"][data-key]'

/** @typedef {{ shownMs: number, pssMb: number }} Start */
/** @typedef {{ id: string, what: string, measured: number, budget: number | null }} Result */

await runScript(async () => {
  const userDataDir = await userDataWith(HISTORY)
  const results = [
    ...(await measureStarts(userDataDir)),
    row('B6', `confirm to reply, median of ${CHARGES}, ms`, median(await measureCharges())),
    ...(await measureUse(userDataDir)),
    row('B11', 'start after a crash until a charge may be sent, s', await measureRecovery(userDataDir), 3),
  ]
  await writeFile(path.join(benchFolder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
  return 0
})

/**
 * @param {string} id
 * @param {string} what
 * @param {number} value
 * @param {number | null} [budget]
 * @returns {Result}
 */
function row(id, what, value, budget = null) {
  const measured = Math.round(value * 100) / 100
  const limit = budget === null ? '' : ` / ${budget}`
  say(`${id.padEnd(7)}${what.padEnd(52)}${String(measured).padStart(9)}${limit}`)
  return { id, what, measured, budget }
}

/** @param {string} userDataDir */
async function measureStarts(userDataDir) {
  /** @type {Start[]} */
  const blank = []
  /** @type {Start[]} */
  const app = []
  /** @type {Start[]} */
  const packaged = []
  /** @type {number[]} */
  const lists = []
  // The first start migrates an older history, and finds its files in no cache.
  await measureStart(() => launchApp({ userDataDir }), FIRST_SCREEN)
  for (let run = 0; run < RUNS; run++) {
    blank.push(await measureStart(launchBlank, 'h2'))
    app.push(
      await measureStart(
        () => launchApp({ userDataDir }),
        FIRST_SCREEN,
        async (page) => lists.push(await listAfterMs(page)),
      ),
    )
    if (PACKAGED !== undefined)
      packaged.push(await measureStart(() => launchApp({ userDataDir, packaged: PACKAGED }), FIRST_SCREEN))
  }
  const of = (/** @type {Start[]} */ starts, /** @type {keyof Start} */ key) =>
    starts.map((each) => each[key])
  const ratios = app.map(({ shownMs }, run) => shownMs / (blank[run]?.shownMs ?? Number.NaN))
  const more = app.map(({ pssMb }, run) => pssMb - (blank[run]?.pssMb ?? Number.NaN))
  return [
    row('B1', 'start to first screen with data, ms', median(of(app, 'shownMs'))),
    row('B1', 'the same, blank window, ms', median(of(blank, 'shownMs'))),
    row('B1', 'ratio', median(ratios), 1.3),
    row('B1', 'key press to rows of the orders list, ms', median(lists)),
    row('B9', 'memory of all processes (PSS), MB', median(of(app, 'pssMb'))),
    row('B9', 'the same, blank window, MB', median(of(blank, 'pssMb'))),
    row('B9', 'difference, MB', median(more), 150),
    ...(packaged.length === 0
      ? []
      : [
          row('B1', 'the packaged app, ms', median(of(packaged, 'shownMs'))),
          row('B9', 'the packaged app, MB', median(of(packaged, 'pssMb'))),
        ]),
  ]
}

/**
 * @param {() => Promise<{ page: import('playwright-core').Page, pid: number, close: () => Promise<void> }>} launch
 * @param {string} selector
 * @param {(page: import('playwright-core').Page) => Promise<unknown>} [use]
 * @returns {Promise<Start>}
 */
async function measureStart(launch, selector, use = async () => undefined) {
  const startedAtMs = Date.now()
  const { page, pid, close } = await launch()
  const shownMs = (await framedAtMs(page, selector)) - startedAtMs
  await page.waitForTimeout(SETTLE_MS)
  const pssMb = await pssOfTree(pid)
  await use(page)
  await close()
  return { shownMs, pssMb }
}

/** @param {import('playwright-core').Page} page */
async function listAfterMs(page) {
  const startedAtMs = Date.now()
  return (await openList(page)) - startedAtMs
}

/**
 * Opens the list of orders by keyboard; returns when its first row was drawn.
 * @param {import('playwright-core').Page} page
 */
async function openList(page) {
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  return await framedAtMs(page, LIST_ROW)
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
  const { app, cards } = await openSimulator(await mkdtemp(path.join(os.tmpdir(), 'bench-')))
  try {
    const times = []
    for (let index = 0; index < CHARGES; index++)
      times.push(await charge(app.page, cards[index % cards.length].cardId, `${20 + index}.00`))
    return times
  } finally {
    await app.close()
  }
}

/** @param {string} userDataDir */
async function openSimulator(userDataDir) {
  const app = await launchApp({ userDataDir })
  await askMain(app.page, 'appState.get', {})
  await askMain(app.page, 'start.trySimulator', {})
  const { cards } = await askMain(app.page, 'cards.list', {})
  return { app, cards }
}

/**
 * Charges a stored card; returns the ms from the confirmation to the reply.
 * @param {import('playwright-core').Page} page
 * @param {string} cardId
 * @param {string} amount
 */
async function charge(page, cardId, amount) {
  const draft = rebillDraft({ cardId, routeId: '4411', amount })
  const preview = await askMain(page, 'charges.prepare', { draft })
  const startedMs = performance.now()
  await askMain(page, 'charges.confirm', confirmationOf(preview))
  return performance.now() - startedMs
}

/** @param {Record<string, unknown>} [differs] */
function everyOrder(differs = {}) {
  return {
    ...{ profileId: null, search: '', families: [], filters: [], sortBy: 'created', direction: 'desc' },
    ...differs,
  }
}

/**
 * Everything that staff do with a large history, while the app polls orders of the simulator: the delay of main's event loop
 * meanwhile, and what a frame of the scrolled list costs.
 * @param {string} userDataDir
 */
async function measureUse(userDataDir) {
  const { app, cards } = await openSimulator(userDataDir)
  try {
    return await useAll(app, cards, path.join(userDataDir, 'export.csv'))
  } finally {
    await app.close()
  }
}

/**
 * Kills the app while it polls the orders of `measureUse`, starts it again, and asks for the review of a charge until
 * nothing blocks it. Returns seconds.
 * @param {string} userDataDir
 */
async function measureRecovery(userDataDir) {
  const times = []
  for (let run = 0; run < RUNS; run++) {
    const crashed = await openSimulator(userDataDir)
    const [card] = crashed.cards
    await crashed.app.page.waitForTimeout(SETTLE_MS)
    await crashed.app.kill()
    const startedAtMs = Date.now()
    const { page, close } = await launchApp({ userDataDir })
    await untilChargeable(page, rebillDraft({ cardId: card.cardId, routeId: '4411', amount: '11.00' }))
    times.push((Date.now() - startedAtMs) / 1000)
    await close()
  }
  return median(times)
}

/**
 * @param {import('playwright-core').Page} page
 * @param {import('./lib/page-calls.mjs').RebillDraft} draft
 */
async function untilChargeable(page, draft) {
  for (const untilMs = Date.now() + RECOVERY_LIMIT_MS; Date.now() < untilMs; await page.waitForTimeout(10)) {
    // Refused until the history is open.
    const preview = await askMain(page, 'charges.prepare', { draft }).catch(() => null)
    if (preview !== null && !preview.guards.some((/** @type {any} */ { level }) => level === 'block')) return
  }
  throw new Error('No charge could be sent within a minute of the start.')
}

/**
 * @param {import('./lib/launch.mjs').LaunchedApp} app
 * @param {readonly { readonly cardId: string }[]} cards
 * @param {string} exportFile
 */
async function useAll(app, cards, exportFile) {
  const { page } = app
  const charges = []
  for (let index = 0; index < POLLED; index++)
    // This amount stays in processing, so the order is polled until the end.
    charges.push(await charge(page, cards[index % cards.length]?.cardId ?? '', '9035.00'))
  const loop = await watchLoop(app.app)
  const lap = async (/** @type {string} */ what) => {
    const { p99, max } = await loop.lap()
    return [row('loop', `${what}: loop delay p99, ms`, p99), row('loop', `${what}: longest, ms`, max)]
  }
  const list = (/** @type {Record<string, unknown>} */ differs, /** @type {unknown} */ cursor = null) =>
    askMain(page, 'orders.list', { query: everyOrder(differs), cursor, limit: 100 })
  const results = [row('B6', 'the same with the history, while orders are polled, ms', median(charges))]

  await page.waitForTimeout(SETTLE_MS)
  results.push(...(await lap('polling only')))

  const terms = [
    'INV-20',
    '66841',
    '1234',
    'sson',
    'dvořák',
    'gift wrapping',
    'order',
    'or',
    'qz',
    'sale_declined',
  ]
  for (const search of terms) await list({ search })
  results.push(...(await lap('search, each kind of term')))

  const sorts = ['created', 'changed', 'amount', 'status', 'cardholder', 'last-four', 'client-order-id']
  for (const sortBy of sorts) for (const direction of ['asc', 'desc']) await list({ sortBy, direction })
  results.push(...(await lap('sort, each column')))

  /** @type {string[]} */
  const seen = []
  let cursor = null
  for (let pages = 0; pages < 50; pages++) {
    const { rows, nextCursor } = await list({}, cursor)
    seen.push(rows[0].orderId)
    cursor = nextCursor
  }
  results.push(...(await lap('50 pages')))

  await openList(page)
  await page.locator(LIST_ROW).first().click()
  for (let opened = 0; opened < 30; opened++) {
    await page.keyboard.press('j')
    await page.waitForTimeout(50)
  }
  for (const orderId of seen) await askMain(page, 'orders.get', { orderId })
  for (let back = 0; back < 10; back++) await page.keyboard.press('Alt+ArrowLeft')
  await openList(page)
  results.push(...(await lap('open orders and go back')))

  const costs = await frameCosts(app.app, () => scroll(page))
  results.push(
    row('B3', 'scripting and layout of a frame, p95, ms', shareOf(costs, 0.95), 8),
    row('B3', 'the longest, ms', Math.max(...costs), 50),
    row('B3', 'frames in 3 s of the wheel', costs.length),
    ...(await lap('scroll')),
  )

  await app.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, exportFile)
  await askMain(page, 'exports.start', {
    ...{ query: everyOrder(), format: 'csv', separator: ',', byteOrderMark: true },
  })
  for (let state = 'running'; state === 'running'; await page.waitForTimeout(1000))
    ({ state } = (await askMain(page, 'exports.get', {})).last)
  results.push(...(await lap('export of everything')))

  const text = Array.from({ length: 100 }, (_, number) => `BENCH-${number}`).join('\n')
  await askMain(page, 'adoptions.start', { text, routeId: '4411' })
  for (let state = 'running'; state === 'running'; await page.waitForTimeout(1000))
    ({ state } = (await askMain(page, 'adoptions.get', {})).last)
  results.push(...(await lap('adopt 100 ids')))

  const { p50, p99, max } = await loop.total()
  results.push(
    row('loop', 'everything: loop delay p50, ms', p50),
    row('loop', 'everything: loop delay p99, ms', p99, 20),
    row('loop', 'everything: longest, ms', max),
  )
  return results
}

/** Turns the wheel over the list for three seconds. @param {import('playwright-core').Page} page */
async function scroll(page) {
  const box = await page.locator(LIST_ROW).first().boundingBox()
  if (box === null) throw new Error('The list has no rows.')
  await page.mouse.move(box.x + 200, box.y + 100)
  for (const untilMs = Date.now() + 3_000; Date.now() < untilMs; await page.waitForTimeout(16))
    await page.mouse.wheel(0, 240)
}

/** @param {readonly number[]} values */
function median(values) {
  return shareOf(values, 0.5)
}

/** The value below which this share of the values is. @param {readonly number[]} values @param {number} share */
function shareOf(values, share) {
  return (
    [...values].sort((a, b) => a - b)[Math.min(Math.floor(share * values.length), values.length - 1)] ??
    Number.NaN
  )
}
