import type { Page } from 'playwright-core'
import { everyOrder } from '../../../src-shared/domain/order-query'
import { get } from './app-calls'
import { sidewaysScrolled } from './fit'
import { longDescription } from './simulator-app'

/** Names, references and descriptions of the simulator's cards and orders. */
export async function personalWords(page: Page): Promise<string[]> {
  const { cards } = await get(page, 'cards.list', {})
  const { rows } = await get(page, 'orders.list', { query: everyOrder, cursor: null, limit: 200 })
  const words = [
    ...cards.flatMap(({ printedName, nickname, customerReference }) => [
      printedName,
      nickname,
      customerReference,
    ]),
    ...rows.map(({ cardholderName }) => cardholderName),
    longDescription.slice(0, 20),
  ]
  return [...new Set(words.filter((word): word is string => word !== null && word !== ''))]
}

/**
 * Returns visible texts, values of fields and hover texts that tell one of the words, digits of a card or an e-mail address
 * while personal data is hidden, each with the place where it stands.
 */
export async function unmaskedTexts(page: Page, words: readonly string[]): Promise<string[]> {
  if (words.length < 10) throw new Error('There is nothing to look for.')
  return page.evaluate((words) => {
    const card = /[·•]\s*[0-9]{4}\b|\b[0-9]{6}\s*[·•]/
    const email = /[^\s@]+@[^\s@]+\.[a-z]{2,}/i
    const tells = (text: string) =>
      card.test(text) || email.test(text) || words.some((word) => text.includes(word))
    const isMasked = (element: Element) =>
      getComputedStyle(element).getPropertyValue('-webkit-text-security') !== 'none'
    const found = new Set<string>()
    const add = (kind: string, element: Element, text: string) => {
      const path = []
      for (let at: Element | null = element; at !== null && path.length < 4; at = at.parentElement)
        path.push(`${at.tagName.toLowerCase()}.${at.className.toString().replaceAll(' ', '.')}`)
      found.add(`${kind} "${text.trim().slice(0, 60)}" in ${path.join(' < ')}`)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || !tells(node.nodeValue ?? '')) continue
      if (parent.closest('.visually-hidden, script, style') !== null) continue
      if (parent.checkVisibility({ visibilityProperty: true }) && !isMasked(parent))
        add('text', parent, node.nodeValue ?? '')
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      if (tells(field.value) && field.checkVisibility() && !isMasked(field)) add('value', field, field.value)
    for (const element of document.querySelectorAll<HTMLElement>('[title]'))
      if (
        tells(element.title) &&
        element.checkVisibility() &&
        getComputedStyle(element).pointerEvents !== 'none'
      )
        add('hover', element, element.title)
    return [...found]
  }, words)
}

/** What would be wrong with the open screen if personal data were hidden now. */
export async function problemsWhileHidden(page: Page, words: readonly string[]): Promise<string[]> {
  const hide = (isOn: boolean) =>
    page.evaluate((isOn) => void document.documentElement.toggleAttribute('data-private', isOn), isOn)
  await hide(true)
  const problems = [...(await unmaskedTexts(page, words)), ...(await sidewaysScrolled(page))]
  await hide(false)
  return problems
}
