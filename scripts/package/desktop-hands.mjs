import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { capture, lastLines } from '../lib/run.mjs'
import { STEP_LIMIT_MS, TourFailure } from '../lib/tour.mjs'

/** Debian's own Python, which has the modules that its packages install. */
export const PYTHON = '/usr/bin/python3'

/** An element as the desktop tells it to a screen reader (AT-SPI).
 * @typedef {{ path: number[], role: string, name: string, isEnabled: boolean, text?: string }} Element
 */

const ROLES = { button: ['push button', 'toggle button'], link: ['link'] }
const FIELDS = ['entry', 'spin button']

/**
 * Uses a window of the desktop from outside, as a person with a screen reader does: finds controls by role and name,
 * clicks with the mouse, and presses keys. So it works with the program as it ships, which refuses every debugger.
 * @returns {import('../lib/tour.mjs').Hands & { close: () => Promise<void> }}
 */
export function desktopHands() {
  const tree = startTree()

  /** @param {(elements: Element[]) => Element | undefined} find @param {string} what */
  const wait = async (find, what) => {
    for (const deadlineMs = Date.now() + STEP_LIMIT_MS; ; await sleep(100)) {
      const found = find(await tree.list())
      if (found !== undefined) return found
      if (Date.now() > deadlineMs) throw new TourFailure(`The window shows no ${what}.`)
    }
  }
  const control = async (/** @type {'button' | 'link'} */ role, /** @type {string | RegExp} */ name) =>
    await wait(
      (all) => all.find((each) => ROLES[role].includes(each.role) && isNamed(each, name)),
      `${role} ${name}`,
    )
  const field = async (/** @type {string} */ label) =>
    await wait(
      (all) => all.find((each) => FIELDS.includes(each.role) && isNamed(each, label)),
      `field ${label}`,
    )
  const click = async (/** @type {Element} */ element) => {
    const { x, y } = await tree.middleOf(element)
    await xdotool(['mousemove', '--sync', String(x), String(y), 'click', '1'])
  }

  return {
    see: async (role, name) => void (await control(role, name)),
    click: async (role, name) => await click(await control(role, name)),
    openFirstRow: async () => await click(await wait(firstRow, 'row in a list')),
    becomesEnabled: async (name) =>
      void (await wait(
        (all) =>
          all.find((each) => ROLES.button.includes(each.role) && isNamed(each, name) && each.isEnabled),
        `button ${name} that is enabled`,
      )),
    valueOf: async (label) => (await field(label)).text ?? '',
    type: async (label, text) => {
      await click(await field(label))
      await xdotool(['type', '--delay', '30', text])
      // The desktop learns of the last key a moment later.
      await sleep(300)
    },
    order: async () => {
      let shown = { status: '', amount: '' }
      await wait((all) => {
        const order = shownOrder(all)
        if (order === null) return undefined
        shown = order
        return all[0]
      }, 'order')
      return shown
    },
    picture: async (file) => {
      // The screen shows a change a moment after the tree tells it.
      await sleep(300)
      await tree.picture(file)
    },
    visibleText: async () =>
      (await tree.list())
        .filter(({ role, name }) => name !== '' && (role === 'static' || role === 'heading'))
        .map(({ name }) => name)
        .join('\n'),
    close: async () => await tree.close(),
  }
}

/**
 * @param {Element} element
 * @param {string | RegExp} name
 */
function isNamed(element, name) {
  return typeof name === 'string' ? element.name === name : name.test(element.name)
}

/** The first row of a list after the header. @param {readonly Element[]} all */
export function firstRow(all) {
  return all.find(
    (row) =>
      row.role === 'table row' && all.some((each) => each.role === 'table cell' && isInside(each, row)),
  )
}

/**
 * What the open order shows: its amount is a heading, and its status is the first text before it in the same head.
 * @param {readonly Element[]} all
 */
export function shownOrder(all) {
  const amount = all.find(({ role, name }) => role === 'heading' && /^-?[\d,. ]+ [A-Z]{3}$/.test(name))
  if (amount === undefined) return null
  const head = { path: amount.path.slice(0, -1) }
  const status = all.find((each) => each.role === 'static' && isInside(each, head))
  return status === undefined ? null : { status: status.name, amount: amount.name }
}

/**
 * @param {{ path: readonly number[] }} element
 * @param {{ path: readonly number[] }} outer
 */
function isInside(element, outer) {
  return (
    element.path.length > outer.path.length &&
    outer.path.every((index, depth) => element.path[depth] === index)
  )
}

/** The program that reads the accessibility tree. */
function startTree() {
  const program = path.join(import.meta.dirname, 'window_tree.py')
  const child = spawn(PYTHON, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  /** @param {object} request @returns {Promise<any>} null when an element went away meanwhile */
  const ask = async (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`)
    const { value, done } = await answers.next()
    if (done) throw new Error('The program that reads the window has ended.')
    return JSON.parse(value).answer ?? null
  }
  return {
    /** @returns {Promise<Element[]>} */
    list: async () => (await ask({ do: 'list' })) ?? [],
    /** @param {Element} element */
    middleOf: async (element) => {
      const box = await ask({ do: 'place', path: element.path })
      if (box === null || box.width <= 0)
        throw new TourFailure(`"${element.name}" has no place on the screen.`)
      return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
    },
    picture: async (/** @type {string} */ file) => void (await ask({ do: 'picture', file })),
    close: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** @param {string[]} args */
async function xdotool(args) {
  const done = await capture('xdotool', args)
  if (done.exitCode !== 0) throw new TourFailure(`xdotool failed: ${lastLines(done)}`)
}
