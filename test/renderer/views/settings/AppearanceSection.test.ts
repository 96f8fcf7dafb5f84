import { afterEach, describe, expect, it } from 'vitest'
import { errorReason } from '../../../../src-renderer/messages/error-text'
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

  it('that was not saved shows the choice before', async () => {
    const { desk } = await mountApp('/settings/appearance')
    desk.refuse('settings.save', { code: 'storage-failed', details: { reason: 'disk-full' } })
    const chosen = () => document.querySelector<HTMLInputElement>('input[name]:checked')?.value
    expect(chosen()).toBe('system')
    await choose('dark')
    expect(chosen()).toBe('system')
  })

  it('has the start at the login as the system keeps it, and shows what the system took', async () => {
    const { desk } = await mountApp('/settings/appearance')
    const isOn = () => document.querySelector<HTMLInputElement>('input[value="on"]')?.checked
    expect(isOn()).toBe(false)
    await choose('on')
    expect(desk.callsOf('autostart.set')).toEqual([{ isOn: true }])
    expect(isOn()).toBe(true)
    desk.refuse('autostart.set', { code: 'not-allowed-now', details: { reason: 'autostart-not-changed' } })
    await choose('off')
    expect(isOn()).toBe(true)
    expect(document.body.textContent).toContain(errorReason('autostart-not-changed'))
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
