import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import MenuButton from '../../../../src-renderer/components/controls/MenuButton.vue'
import { press, settle, unmountAfterEach } from '../../../support/mount-app'

const items = [
  { key: 'copy', label: 'Copy the link', icon: 'copy' },
  { key: 'refund', label: 'Refund', isDisabled: true, reason: 'The order is not approved.' },
  { key: 'remove', label: 'Remove', isDanger: true },
] as const

unmountAfterEach(afterEach)

function mountMenu(): { wrapper: VueWrapper; opener: HTMLElement } {
  const wrapper = mount(MenuButton, {
    attachTo: document.body,
    props: { label: 'More actions', items },
    global: { stubs: { transition: false } },
  })
  return { wrapper, opener: wrapper.get('button').element }
}

async function openWith(opener: HTMLElement, key: 'ArrowDown' | 'ArrowUp' = 'ArrowDown'): Promise<void> {
  opener.focus()
  press(opener, key)
  await settle()
}

/** Presses a key where the focus is. */
async function pressHere(key: string): Promise<void> {
  press(document.activeElement as HTMLElement, key)
  await settle()
}

const atItem = () => document.activeElement?.querySelector('.words > span')?.textContent

describe('a menu button', () => {
  it('names its menu and tells whether the menu is open', async () => {
    const { opener } = mountMenu()
    expect(opener.getAttribute('aria-haspopup')).toBe('menu')
    expect(opener.getAttribute('aria-expanded')).toBe('false')
    await openWith(opener)
    expect(opener.getAttribute('aria-expanded')).toBe('true')
    const menu = document.getElementById(opener.getAttribute('aria-controls') ?? '')
    expect([menu?.role, menu?.ariaLabel]).toEqual(['menu', 'More actions'])
  })

  it.each([
    ['a click', (opener: HTMLElement) => opener.click(), 'Copy the link'],
    ['the down arrow', (opener: HTMLElement) => press(opener, 'ArrowDown'), 'Copy the link'],
    ['the up arrow', (opener: HTMLElement) => press(opener, 'ArrowUp'), 'Remove'],
  ])('opens by %s, and the focus is on an item', async (_name, open, first) => {
    const { opener } = mountMenu()
    open(opener)
    await settle()
    expect(atItem()).toBe(first)
  })

  it('moves with the arrows, Home, End and the first letter of a label, from the last item to the first', async () => {
    const { opener } = mountMenu()
    await openWith(opener)
    const met: (string | null | undefined)[] = []
    for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'r', 'r', 'r', 'C']) {
      await pressHere(key)
      met.push(atItem())
    }
    const [copy, refund, remove] = ['Copy the link', 'Refund', 'Remove']
    expect(met).toEqual([refund, remove, copy, remove, copy, refund, remove, refund, copy])
  })

  it.each(['Enter', ' '])(
    'emits the key of the item on "%s", after the focus is back on the button',
    async (key) => {
      const { wrapper, opener } = mountMenu()
      await openWith(opener, 'ArrowUp')
      await pressHere(key)
      expect(wrapper.emitted('select')).toEqual([['remove']])
      expect(document.activeElement).toBe(opener)
      expect(opener.getAttribute('aria-expanded')).toBe('false')
    },
  )

  it('keeps the menu open at a disabled item, and says in its name why it is disabled', async () => {
    const { wrapper, opener } = mountMenu()
    await openWith(opener)
    await pressHere('ArrowDown')
    await pressHere('Enter')
    const item = document.activeElement
    expect(item?.ariaDisabled).toBe('true')
    expect([...(item?.querySelectorAll('.words > *') ?? [])].map((each) => each.textContent)).toEqual([
      'Refund',
      'The order is not approved.',
    ])
    ;(item as HTMLElement).click()
    await settle()
    expect(wrapper.emitted('select')).toBeUndefined()
    expect(opener.getAttribute('aria-expanded')).toBe('true')
  })

  it.each(['Escape', 'Tab'])('closes with %s, and the focus is back on the button', async (key) => {
    const { wrapper, opener } = mountMenu()
    await openWith(opener)
    await pressHere(key)
    expect(opener.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(opener)
    expect(wrapper.emitted('select')).toBeUndefined()
  })

  it('keeps its keys from the shortcuts of the screen', async () => {
    const { opener } = mountMenu()
    const heard: string[] = []
    const listen = (event: KeyboardEvent) => heard.push(event.key)
    window.addEventListener('keydown', listen)
    await openWith(opener)
    await pressHere('g')
    await pressHere('Escape')
    window.removeEventListener('keydown', listen)
    expect(heard).toEqual([])
  })
})
