import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import type { PolicyView } from '../../../../src-shared/domain/policy'
import { liveProfile } from '../../../support/view-data'
import {
  button,
  chooseInMenu,
  field,
  mountApp,
  settle,
  type,
  unmountAfterEach,
} from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.policy
const profiles = messages.settings.profiles
const form = messages.settings.form
const path = '/etc/rebill-desk/policy.json'
const menu = profiles.actionsFor({ name: liveProfile.name })
const limits = [
  {
    ...{ currency: 'EUR', perChargeMinor: 50_000, perCardDayMinor: null },
    ...{ perOperatorDayMinor: null, askAboveMinor: 10_000 },
  },
]
const policy: PolicyView = {
  ...{ path, isOtherProfilesOff: true, isListenerOff: true, isUpdateOff: true, leastSafety: 'typed' },
  profiles: [{ profileId: liveProfile.profileId, isManaged: true, leastSafety: 'typed', limits }],
}
const managed = {
  ...{ policy, activeProfileId: liveProfile.profileId },
  profiles: [{ ...liveProfile, safetyLevel: 'typed' as const, limits }],
}
const text = () => document.body.textContent
const levelOff = (level: string) =>
  document.querySelector<HTMLInputElement>(`input[type="radio"][value="${level}"]`)?.disabled

describe('a profile that the administrator set', () => {
  it('shows its values as read-only fields, each with who set it, and the file', async () => {
    await mountApp('/settings/profiles', { state: managed })
    await chooseInMenu(menu, words.enterKey)
    for (const label of [form.name, form.baseUrl, form.login, form.ip]) {
      const input = field(label)
      expect([label, input.readOnly, input.disabled]).toEqual([label, true, false])
      const note = document.getElementById(input.getAttribute('aria-describedby') ?? '')
      expect(note?.textContent).toContain(words.set)
    }
    expect(field(form.login).value).toBe('ShopEU')
    expect(text()).toContain(path)
    expect(button(messages.common.copyWhat({ what: words.file })).disabled).toBe(false)
    expect([levelOff('confirm'), levelOff('typed'), levelOff('read-only')]).toEqual([true, false, false])
    expect(document.activeElement).toBe(field(form.controlKey))
  })

  it('is saved with its key and nothing else changed', async () => {
    const { desk } = await mountApp('/settings/profiles', { state: managed })
    await chooseInMenu(menu, words.enterKey)
    type(field(form.controlKey), 'key-live')
    button(form.save).click()
    await settle()
    const { name, login, routes, rebillControl, defaultIpAddress, pollPace, saleRules } = liveProfile
    expect(desk.callsOf('profiles.save')).toEqual([
      {
        controlKey: 'key-live',
        profile: {
          ...{ profileId: liveProfile.profileId, name, login, routes, rebillControl, defaultIpAddress },
          ...{ pollPace, saleRules, safetyLevel: 'typed' },
          target: { kind: 'production', baseUrl: liveProfile.baseUrl },
        },
      },
    ])
  })

  it('needs a recovery code first, as the first profile of a person', async () => {
    await mountApp('/settings/profiles', { state: { ...managed, recovery: 'not-made' } })
    await chooseInMenu(menu, words.enterKey)
    expect(text()).toContain(profiles.recoveryFirst)
  })

  it('cannot be removed, and no other one can be added', async () => {
    const { desk } = await mountApp('/settings/profiles', { state: managed })
    await chooseInMenu(menu, `${profiles.remove}${words.set}`)
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(document.querySelector('[role="menuitem"][aria-disabled="true"]')?.textContent).toContain(
      words.set,
    )
    expect(desk.callsOf('profiles.remove')).toEqual([])
    expect(button(profiles.add).disabled).toBe(true)
    expect(text()).toContain(words.noProfiles)
  })

  it('cannot be added by a link to the form either', async () => {
    await mountApp('/settings/profiles?add=1', { state: managed })
    expect(text()).toContain(words.noProfiles)
    expect(text()).not.toContain(profiles.newTitle)
  })
})

describe('limits that the administrator set', () => {
  it('name the most that can be entered, and stay', async () => {
    await mountApp('/settings/limits', { state: managed })
    expect(text()).toContain(words.most({ amount: '500.00 EUR' }))
    expect(text()).toContain(words.most({ amount: '100.00 EUR' }))
    expect(button(messages.limits.remove({ currency: 'EUR' })).disabled).toBe(true)
    expect([levelOff('confirm'), levelOff('second-person')]).toEqual([true, false])
    expect(text()).toContain(path)
  })

  it('say why main refused looser ones', async () => {
    const { desk } = await mountApp('/settings/limits', { state: managed })
    desk.refuse('limits.save', { code: 'not-allowed-now', details: { reason: 'set-by-administrator' } })
    type(field(messages.limits.perCharge), '900.00')
    button(messages.limits.save).click()
    await settle()
    expect(text()).toContain('Your administrator set this for all users of this computer.')
  })
})

it('a listener that the administrator switched off has no button', async () => {
  await mountApp('/callbacks', { state: managed })
  const bar = document.querySelector('.listener')
  expect(bar?.textContent).toContain(words.listener)
  expect(bar?.textContent).toContain(path)
  expect(bar?.textContent).not.toContain(messages.callbacks.listener.start)
})

it('updates that the administrator switched off have no button', async () => {
  await mountApp('/settings/about', { state: managed }, (desk) => {
    desk.reply('updates.get', () => ({
      ...{ revision: 1, host: 'updates.example', isDaily: false, lastCheckAtMs: null },
      ...{ installsItself: false, step: { kind: 'idle' as const } },
    }))
  })
  expect(text()).toContain(words.noUpdates)
  expect(text()).not.toContain(messages.updates.buttons.check)
})

it('without a policy nothing is said of an administrator', async () => {
  await mountApp('/settings/limits')
  expect(text()).not.toContain(words.set)
})
