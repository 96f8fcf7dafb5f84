import { afterEach, describe, expect, it } from 'vitest'
import { mountApp, settle, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const settings = {
  theme: 'system',
  density: 'comfortable',
  detailPx: null,
  timeZone: 'system',
  operatorName: 'A. Berg',
} as const

const rowHeight = () => document.documentElement.style.getPropertyValue('--row-height')

async function choose(value: string): Promise<void> {
  document.querySelector<HTMLInputElement>(`input[type="radio"][value="${value}"]`)?.click()
  await settle()
}

describe('the appearance', () => {
  it.each([
    ['dark', { ...settings, theme: 'dark' }],
    ['compact', { ...settings, density: 'compact' }],
  ])('is saved at the choice "%s", and nothing else changes', async (value, saved) => {
    const { desk } = await mountApp('/settings/appearance')
    await choose(value)
    expect(desk.callsOf('settings.save')).toEqual([saved])
  })

  it('shows lower rows when it is compact', async () => {
    const { desk } = await mountApp('/orders')
    const second = () => document.querySelector('[data-index="1"]')?.getAttribute('style')
    expect(rowHeight()).toBe('34px')
    expect(second()).toContain('translateY(34px)')
    desk.changeState({ settings: { ...settings, density: 'compact' } })
    await settle()
    expect(rowHeight()).toBe('27px')
    expect(second()).toContain('translateY(27px)')
  })
})
