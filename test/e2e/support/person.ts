import type { CDPSession, ElectronApplication, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Controls a window like a person: with real clicks at coordinates and real key presses. Playwright's `fill()`,
 * `focus()`, `check()` and `selectOption()` act on the page directly, so they work even where a person cannot. The
 * linter forbids them in these tests.
 */

/** The focused element. */
export interface Focused {
  /** Role and accessible name, such as `button Save`. */
  readonly what: string
  /** Text or selected option of a field; otherwise empty. */
  readonly value: string
  /** Chromium's id of the element, stable while the element exists. */
  readonly nodeId: number
}

/** More tab stops than any screen has; a longer walk never ends. */
const stopsAtMost = 120

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** A session of Chromium's debugging protocol for the page. */
export function protocolOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** Returns the focused element. */
export async function focused(page: Page): Promise<Focused> {
  const session = await protocolOf(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  })
  const node = nodes[0]
  const value = await page.evaluate(() => {
    const element = document.activeElement
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? ''
    const isTyped = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    return isTyped && !/^(?:radio|checkbox)$/.test(element.type) ? element.value : ''
  })
  const what = `${String(node?.role?.value)} ${String(node?.name?.value ?? '')}`.trim()
  return { what, value, nodeId: node?.backendDOMNodeId ?? 0 }
}

/** Clicks at the middle of an element, after checking that nothing covers it. */
export async function clickAt(target: Locator): Promise<void> {
  const at = await pointOf(target)
  await target.page().mouse.click(at.x, at.y)
}

/** Scrolls an element into view and returns its middle; fails if another element covers it for long. */
export async function pointOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.waitFor()
  let point = { x: 0, y: 0 }
  // Rows move while a list is filled, so the place that was just read may already belong to another row.
  await expect
    .poll(
      async () => {
        point = await middleOf(target)
        return coverOf(target, point)
      },
      { message: `what lies over ${String(target)}`, timeout: 10_000 },
    )
    .toBeNull()
  return point
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error(`${String(target)} takes no room on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The element that lies over the target at this point; null = none. */
function coverOf(target: Locator, point: { x: number; y: number }): Promise<string | null> {
  return target.evaluate((element, { x, y }) => {
    const top = document.elementFromPoint(x, y)
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const isMet = top !== null && [element, ...labels].some((each) => each.contains(top))
    return isMet ? null : `${top?.tagName ?? 'nothing'} ${top?.className ?? ''}`
  }, point)
}

/** Clicks into a field, clears it and types. `arrives` is the resulting text, if the field changes the typed text. */
export async function typeInto(field: Locator, text: string, arrives = text): Promise<void> {
  await clickAt(field)
  await typeAt(field, text, arrives)
}

/** The same, but pastes the text with Ctrl+V. */
export async function pasteInto(app: ElectronApplication, field: Locator, text: string): Promise<void> {
  await clickAt(field)
  await empty(field)
  await app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
  await field.page().keyboard.press('Control+v')
  await arrivesIn(field, text)
}

/** Types into the focused field, which must have this label: `typeHere(page, 'Note', 'Called back.')`. */
export async function typeHere(page: Page, label: string, text: string, arrives = text): Promise<void> {
  expect((await focused(page)).what).toMatch(new RegExp(`^(?:textbox|searchbox|combobox) ${escaped(label)}$`))
  await typeAt(page.locator(':focus'), text, arrives)
}

/** Types into several fields and moves between them with Tab; texts by label. */
export async function typeAlong(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await tabTo(page, `textbox ${label}`)
    await typeHere(page, label, text)
  }
}

async function typeAt(field: Locator, text: string, arrives: string): Promise<void> {
  await empty(field)
  await field.page().keyboard.type(text)
  await arrivesIn(field, arrives)
}

/** Clears the field, which must have the focus. */
async function empty(field: Locator): Promise<void> {
  const { keyboard } = field.page()
  const hasFocus = await field.evaluate((element) => element === document.activeElement)
  if (!hasFocus)
    throw new Error(`${String(field)} has no focus; ${(await focused(field.page())).what} has it`)
  if ((await field.inputValue()) === '') return
  await keyboard.press('Control+a')
  await keyboard.press('Delete')
  await arrivesIn(field, '')
}

async function arrivesIn(field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.inputValue(), { message: `what arrived in ${String(field)}` }).toBe(text)
}

/** Selects an option in the focused select by typing its text. */
export async function chooseHere(page: Page, label: string, option: string): Promise<void> {
  expect((await focused(page)).what).toBe(`combobox ${label}`)
  await page.keyboard.type(option)
  await expect.poll(async () => (await focused(page)).value).toBe(option)
}

/** Presses Tab until this element has the focus: `tabTo(page, 'button Save')`. */
export async function tabTo(page: Page, what: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const met: string[] = []
  for (let stop = 0; stop < stopsAtMost; stop++) {
    const now = (await focused(page)).what
    if (now === what) return
    met.push(now)
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach "${what}", only ${[...new Set(met)].join(' | ')}`)
}

/**
 * Moves with Tab from the focused element until it has the focus again, then back with Shift+Tab. Returns the tab
 * stops in order. Fails if the focus is not visible or leaves the open dialog.
 */
export async function tabRound(page: Page): Promise<string[]> {
  const start = (await focused(page)).nodeId
  return walk(page, ({ nodeId }) => nodeId === start)
}

/** Moves with Tab from the focused element to `last`, then back with Shift+Tab; returns the tab stops. */
export async function tabThrough(page: Page, last: string): Promise<string[]> {
  return walk(page, ({ what }) => what === last)
}

async function walk(page: Page, isEnd: (stop: Focused) => boolean): Promise<string[]> {
  const stops = await stopsUntil(page, 'Tab', isEnd)
  const first = stops[0]
  const back = await stopsUntil(page, 'Shift+Tab', ({ nodeId }) => nodeId === first?.nodeId)
  expect(back.reverse().map(({ what }) => what)).toEqual(stops.map(({ what }) => what))
  const isRound = stops.at(-1)?.nodeId === first?.nodeId
  return stops.slice(0, isRound ? -1 : undefined).map(({ what }) => what)
}

async function stopsUntil(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  isEnd: (stop: Focused) => boolean,
): Promise<Focused[]> {
  const stops = [await focused(page)]
  do {
    await page.keyboard.press(key)
    const stop = await focused(page)
    expect(await problemOfFocus(page), `${key} to "${stop.what}"`).toBeNull()
    stops.push(stop)
  } while (!isEnd(stops.at(-1) as Focused) && stops.length < stopsAtMost)
  if (stops.length === stopsAtMost) throw new Error(`no end: ${stops.map(({ what }) => what).join(' | ')}`)
  return stops
}

/** Problem with the focus; null = it is visible and inside the open dialog. */
function problemOfFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'nothing has the focus'
    const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
    if (dialog?.contains(element) === false) return 'the focus is outside of the dialog'
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2) return 'it takes no room'
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return 'it is out of sight'
    // The caret marks a focused text field.
    if (element.matches('input:not([type="radio"], [type="checkbox"]), textarea')) return null
    const marked = element.querySelector('.n-checkbox-box__border') ?? element
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(marked)
    const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    return isMarked ? null : 'nothing marks it'
  })
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
