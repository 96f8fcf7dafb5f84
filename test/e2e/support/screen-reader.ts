import type { Page } from 'playwright-core'
import { protocolOf } from './person'

/** An element as Chromium exposes it to screen readers. */
export interface SpokenNode {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly isFocusable: boolean
  readonly isModal: boolean
  readonly isInvalid: boolean
  readonly live: 'off' | 'polite' | 'assertive'
  readonly id: string
  readonly childIds: readonly string[]
  readonly domId: number
}

const controls =
  /^(?:textbox|searchbox|combobox|spinbutton|listbox|checkbox|switch|radio|button|link|tab|DisclosureTriangle|dialog|grid|option)$/

/** All elements of the page that are exposed to screen readers. */
export async function nodesOf(page: Page): Promise<SpokenNode[]> {
  return (await wholeTree(page)).filter(({ isIgnored }) => !isIgnored)
}

async function wholeTree(page: Page): Promise<(SpokenNode & { readonly isIgnored: boolean })[]> {
  const session = await protocolOf(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes.map((node) => {
    const of = (name: string): unknown => node.properties?.find((each) => each.name === name)?.value.value
    return {
      isIgnored: node.ignored,
      role: String(node.role?.value ?? ''),
      name: String(node.name?.value ?? ''),
      description: String(node.description?.value ?? ''),
      isFocusable: of('focusable') === true,
      isModal: of('modal') === true,
      isInvalid: of('invalid') === 'true',
      live: (of('live') as SpokenNode['live'] | undefined) ?? 'off',
      id: node.nodeId,
      childIds: node.childIds ?? [],
      domId: node.backendDOMNodeId ?? 0,
    }
  })
}

/** Controls without an accessible name, as the start of their HTML. */
export async function controlsWithoutName(page: Page): Promise<string[]> {
  const session = await protocolOf(page)
  const nameless = (await nodesOf(page)).filter(
    ({ role, name, isFocusable }) =>
      name.trim() === '' && role !== 'RootWebArea' && (isFocusable || controls.test(role)),
  )
  const described = await Promise.all(
    nameless.map(async ({ role, domId }) => {
      const { outerHTML } = await session.send('DOM.getOuterHTML', { backendNodeId: domId })
      return `${role}: ${outerHTML.slice(0, outerHTML.indexOf('>') + 1)}`
    }),
  )
  // Chromium makes overflowing elements focusable for scrolling; they are not controls.
  return described.filter((each) => !each.startsWith('generic: ') || each.includes('tabindex='))
}

/** Visible controls that Tab does not reach. In a group of tabs, one is enough: arrow keys reach the others. */
export function controlsOutOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'input, select, textarea, button, a, summary, [contenteditable], [role="button"], [role="link"], [role="checkbox"], [role="radio"], [role="switch"]',
    )
    return (
      [...all]
        .filter((each) => each.tabIndex < 0 && !each.matches(':disabled, [role="tab"], [role="option"]'))
        // The arrow keys move the tab stop of a grid to another row, and with it to the controls of that row.
        .filter((each) => {
          const grid = each.closest('[role="row"][tabindex="-1"]')?.closest('[role="grid"]')
          return !(grid?.querySelector('[role="row"][tabindex="0"]') instanceof Element)
        })
        .filter((each) => each.closest('[aria-hidden="true"]') === null)
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
        .map((each) => each.outerHTML.slice(0, 120))
    )
  })
}

/** The current text of the live regions of this urgency. */
export async function liveTexts(page: Page, urgency: 'polite' | 'assertive'): Promise<string> {
  // An ignored node can still contain text.
  const nodes = await wholeTree(page)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const textOf = (node: SpokenNode): string =>
    node.role === 'StaticText'
      ? node.name
      : node.childIds
          .flatMap((id) => byId.get(id) ?? [])
          .map(textOf)
          .join(' ')
  return nodes
    .filter(({ live }) => live === urgency)
    .map(textOf)
    .join('\n')
}
