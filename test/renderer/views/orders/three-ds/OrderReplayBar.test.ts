import { afterEach, describe, expect, it, vi } from 'vitest'
import { messages } from '../../../../../src-renderer/messages'
import { timelineTitle } from '../../../../../src-renderer/messages/timeline-text'
import { challengeSale } from '../../../../support/view-sales'
import { button, mountApp, press, settle, unmountAfterEach } from '../../../../support/mount-app'

unmountAfterEach(afterEach)
afterEach(() => vi.useRealTimers())

const words = messages.threeDs

function states(): (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>('[data-stage]')].map((stage) => stage.dataset['state'])
}

function hasButton(name: string): boolean {
  return [...document.querySelectorAll('button')].some((each) => each.textContent.trim() === name)
}

describe('the replay', () => {
  async function openReplay() {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const state = { online: false, activeProfileId: 'p-live' }
    const mounted = await mountApp('/orders/o-0', { orderCount: 0, state }, (desk) =>
      desk.orders.set('o-0', challengeSale({ ending: 'approved' })),
    )
    button(words.label).click()
    await settle()
    mounted.desk.calls.length = 0
    button(words.replay.open).click()
    await settle()
    return mounted
  }

  function slider(): HTMLInputElement {
    const found = document.querySelector<HTMLInputElement>(`[aria-label="${words.replay.position}"]`)
    if (found === null) throw new Error('no slider')
    return found
  }

  it('plays the timeline to its end, offline and without a call', async () => {
    const { desk } = await openReplay()
    expect(states()[0]).toBe('waiting')
    vi.advanceTimersByTime(2000)
    await settle()
    expect(states()).toEqual(['done', 'done', 'done', 'running', 'idle', 'idle'])
    vi.advanceTimersByTime(4000)
    await settle()
    expect(states()).toEqual(['done', 'done', 'done', 'done', 'done', 'done'])
    expect(hasButton(words.replay.play)).toBe(true)
    expect(desk.calls).toEqual([])
  })

  it('shows one entry every 800 ms without waiting, and runs at 1x in real time', async () => {
    await openReplay()
    const startMs = Number(slider().value)
    button(words.replay.speeds.real).click()
    vi.advanceTimersByTime(3000)
    await settle()
    expect(Number(slider().value) - startMs).toBe(3000)
    button(words.replay.speeds.instant).click()
    vi.advanceTimersByTime(800)
    await settle()
    expect(Number(slider().value) - startMs).toBe(4000)
  })

  it('steps with buttons and keys, seeks with the slider, and announces the entry', async () => {
    await openReplay()
    button(words.replay.pause).click()
    await settle()
    const startMs = Number(slider().value)
    press(slider(), 'ArrowRight')
    await settle()
    expect(Number(slider().value) - startMs).toBe(1000)
    expect(slider().getAttribute('aria-valuetext')).toContain(timelineTitle('sent', null))
    button(words.replay.forward).click()
    await settle()
    button(words.replay.back).click()
    await settle()
    expect(Number(slider().value) - startMs).toBe(1000)
    slider().value = String(startMs + 21_000)
    slider().dispatchEvent(new Event('input', { bubbles: true }))
    await settle()
    expect(states()).toEqual(['done', 'done', 'done', 'running', 'idle', 'idle'])
    expect(slider().getAttribute('aria-valuetext')).toContain(timelineTitle('step-opened', null))
  })

  it('closes and shows the present state', async () => {
    await openReplay()
    button(words.replay.close).click()
    await settle()
    expect(states().at(-1)).toBe('done')
    expect(document.querySelector(`ol[aria-label="${words.progress}"]`)).not.toBeNull()
  })
})
