import { afterEach, describe, expect, it } from 'vitest'
import type { StartState } from '../../../../src-shared/domain/app-state'
import type { PolicyView } from '../../../../src-shared/domain/policy'
import { messages } from '../../../../src-renderer/messages'
import { errorReason } from '../../../../src-renderer/messages/error-text'
import { fieldProblemText } from '../../../../src-renderer/messages/field-text'
import { button, field, mountApp, settle, type, unmountAfterEach } from '../../../support/mount-app'
import { historyCopy, testProfile } from '../../../support/view-data'

unmountAfterEach(afterEach)

const words = messages.start
const code = '7K2QX-M4W9T-0HJ3B-Z8RCD-5VNE1-PQ6SY-A2GFK'

const start = (state: StartState, recovery: 'made' | 'not-made' = 'not-made') => ({
  state: { start: state, profiles: [], activeProfileId: null, recovery },
})

describe('the start', () => {
  it.each<[StartState, string, string]>([
    [{ kind: 'first-run' }, words.firstRun.lead, 'Try the simulator'],
    [{ kind: 'first-run' }, words.firstRun.lead, 'Add gateway profile'],
    [{ kind: 'keychain-locked' }, words.locked.title, words.locked.button],
    [
      { kind: 'keychain-unavailable', hasRecoveryFile: true },
      words.unavailable.title,
      words.recoveryNeeded.button,
    ],
    [{ kind: 'keychain-unavailable', hasRecoveryFile: false }, words.unavailable.title, 'Try again'],
    [
      { kind: 'recovery-needed', reason: 'key-missing', hasRecoveryFile: true },
      words.recoveryNeeded.missing.title,
      words.recoveryNeeded.button,
    ],
    [
      { kind: 'recovery-needed', reason: 'key-does-not-fit', hasRecoveryFile: false },
      words.recoveryNeeded.mismatch.title,
      'Try again',
    ],
    [
      { kind: 'storage-unavailable', path: '/data/desk.db', reason: 'disk-full' },
      words.unopened.title,
      'Try again',
    ],
    [
      {
        ...{ kind: 'policy-unusable', path: '/etc/rebill-desk/policy.json', cause: 'not-valid' },
        ...{ place: 'profiles.0.login', detail: 'required' },
      },
      messages.policy.unusable.title,
      'Try again',
    ],
    [{ kind: 'folder-shared', by: 'network', name: 'nfs4' }, words.shared.title, 'Try again'],
    [{ kind: 'folder-shared', by: 'sync', name: 'Dropbox' }, words.shared.title, 'Try again'],
    [{ kind: 'storage-too-new', found: 90, supported: 60 }, words.tooNew.title, 'Try again'],
    [
      { kind: 'storage-damaged', path: '/data/desk.db', reason: 'not a database' },
      words.damaged.title,
      'Try again',
    ],
  ])('has a screen with a next step for %o', async (state, title, way) => {
    await mountApp('/home', start(state))
    expect(document.querySelector('h1')?.textContent).toBe(title)
    expect(button(way).disabled).toBe(false)
    expect(document.querySelector('nav')).toBeNull()
  })

  it.each(['disk-full', 'busy', 'read-only', 'cannot-open', 'anything-else'])(
    'does not advise to move the history away for %s, which would lose open charges (C1)',
    async (reason) => {
      await mountApp('/home', start({ kind: 'storage-unavailable', path: '/data/desk.db', reason }))
      expect(document.body.textContent).toContain('Leave the file where it is')
      expect(document.body.textContent).not.toContain(words.damaged.restore)
    },
  )

  it('offers the simulator only when the administrator wants no other profiles and set none', async () => {
    const path = '/etc/rebill-desk/policy.json'
    const policy: PolicyView = {
      ...{
        path,
        isOtherProfilesOff: true,
        isListenerOff: false,
        isUpdateOff: false,
        leastSafety: 'confirm',
        profiles: [],
      },
    }
    await mountApp('/home', { state: { ...start({ kind: 'first-run' }).state, policy } })
    expect([button('Try the simulator').disabled, button('Add gateway profile').disabled]).toEqual([
      false,
      true,
    ])
    expect(document.body.textContent).toContain(path)
  })

  it('names file, place and problem of a policy that cannot be used', async () => {
    await mountApp(
      '/home',
      start({
        ...{ kind: 'policy-unusable', path: '/etc/rebill-desk/policy.json', cause: 'not-valid' },
        ...{ place: 'profiles.0.login', detail: 'not-an-id' },
      }),
    )
    for (const said of ['/etc/rebill-desk/policy.json', 'profiles.0.login', fieldProblemText('not-an-id')])
      expect(document.body.textContent).toContain(said)
    expect(document.body.textContent).toContain('nothing was sent')
  })

  it('offers the backups for a damaged history, and restores one only after a person confirmed it', async () => {
    const { desk } = await mountApp(
      '/home',
      start({ kind: 'storage-damaged', path: '/data/log.db', reason: 'not-our-database' }),
    )
    expect(document.body.textContent).toContain('Not a history of Rebill Desk')
    expect(document.body.textContent).toContain('1,204')
    button(messages.care.copies.restore).click()
    await settle()
    expect(desk.callsOf('history.restore')).toEqual([])
    expect(document.body.textContent).toContain(messages.care.confirm.missing)
    button(messages.care.confirm.button).click()
    await settle()
    expect(desk.callsOf('history.restore')).toEqual([{ name: historyCopy.name }])
  })

  it('opens the data folder', async () => {
    const { desk } = await mountApp('/home', start({ kind: 'keychain-locked' }))
    button(words.openFolder).click()
    await settle()
    expect(desk.callsOf('dataFolder.open')).toEqual([{}])
  })

  it('shows what a support person asks first before it is copied, and opens the folder of the logs', async () => {
    const { desk } = await mountApp('/home', start({ kind: 'keychain-locked' }))
    button(words.diagnostics.show).click()
    await settle()
    expect(document.querySelector('[role="dialog"] pre')?.textContent).toContain('"versions"')
    expect(desk.callsOf('diagnostics.copy')).toEqual([])
    button(words.diagnostics.copy).click()
    await settle()
    expect(desk.callsOf('diagnostics.copy')).toEqual([{}])
    expect(document.body.textContent).toContain(words.diagnostics.copied)
    button(messages.common.close).click()
    await settle()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    button(words.openLogs).click()
    await settle()
    expect(desk.callsOf('logFolder.open')).toEqual([{}])
  })

  it('says that a backup is being restored', async () => {
    await mountApp('/home', start({ kind: 'restoring' }))
    expect(document.querySelector('[role="status"]')?.textContent).toContain(messages.care.restoring.title)
  })

  it('says that the data folder could not be opened', async () => {
    const { desk } = await mountApp('/home', start({ kind: 'keychain-locked' }))
    desk.refuse('dataFolder.open', { code: 'not-allowed-now', details: { reason: 'folder-not-opened' } })
    button(words.openFolder).click()
    await settle()
    expect(document.body.textContent).toContain(errorReason('folder-not-opened'))
  })

  it('goes to the cards after the simulator was chosen', async () => {
    const { desk, router } = await mountApp('/home', start({ kind: 'first-run' }))
    button('Try the simulator').click()
    await settle()
    expect(desk.callsOf('start.trySimulator')).toHaveLength(1)
    expect(router.currentRoute.value.path).toBe('/cards')
    expect(document.querySelector('nav')).not.toBeNull()
  })

  it('makes and checks the recovery code before the first gateway profile', async () => {
    const { desk } = await mountApp('/home', start({ kind: 'first-run' }))
    button('Add gateway profile').click()
    await settle()
    button(words.recovery.make).click()
    await settle()
    for (const group of code.split('-')) expect(document.body.textContent).toContain(group)
    button(words.recovery.written).click()
    await settle()
    expect(document.body.textContent).not.toContain('Z8RCD')
    type(field(words.recovery.group({ count: 2 })), 'M4W9T')
    type(field(words.recovery.group({ count: 5 })), '5VNE1')
    await settle()
    button(words.recovery.confirm).click()
    await settle()
    expect(desk.callsOf('recovery.confirm')).toEqual([
      {
        groups: [
          { index: 1, text: 'M4W9T' },
          { index: 4, text: '5VNE1' },
        ],
      },
    ])
    expect(document.querySelector('h1')?.textContent).toBe(words.profile.title)
  })

  it('shows the connection test of the first profile, whose event ends the start before its reply', async () => {
    const { desk, router } = await mountApp('/home', start({ kind: 'first-run' }, 'made'))
    desk.reply('profiles.save', () => {
      desk.changeState({ start: { kind: 'ready' }, profiles: [testProfile] })
      return testProfile
    })
    button('Add gateway profile').click()
    await settle()
    const form = messages.settings.form
    type(field(form.name), 'Shop FR')
    type(field(form.baseUrl), 'https://gate.example.com/paynet')
    type(field(form.login), 'ShopFR')
    type(field(form.controlKey), 'CONTROL-KEY-7F')
    type(field(form.routeId), '4412')
    type(field(form.routeCurrency), 'EUR')
    await settle()
    button(form.save).click()
    await settle()
    expect(router.currentRoute.value.path).toBe('/settings/profiles')
    expect(desk.callsOf('profiles.test')).toEqual([{ profileId: testProfile.profileId }])
    expect(document.body.textContent).toContain(messages.settings.testOutcomes.works.title)
  })

  it('shows under its field which group was typed wrongly', async () => {
    const { desk } = await mountApp('/home', start({ kind: 'first-run' }))
    desk.refuse('recovery.confirm', {
      code: 'validation-failed',
      details: { fields: { 'groups.4': 'not-this-group' } },
    })
    button('Add gateway profile').click()
    await settle()
    button(words.recovery.make).click()
    await settle()
    button(words.recovery.written).click()
    await settle()
    button(words.recovery.confirm).click()
    await settle()
    expect(field(words.recovery.group({ count: 2 })).getAttribute('aria-invalid')).toBeNull()
    expect(field(words.recovery.group({ count: 5 })).getAttribute('aria-invalid')).toBe('true')
  })

  it('validates a recovery code before it calls main', async () => {
    const state: StartState = { kind: 'recovery-needed', reason: 'key-missing', hasRecoveryFile: true }
    const { desk } = await mountApp('/home', start(state))
    type(field(words.recoveryNeeded.codeLabel), '7K2QX')
    await settle()
    button(words.recoveryNeeded.button).click()
    await settle()
    expect(document.body.textContent).toContain(fieldProblemText('wrong-length'))
    expect(desk.callsOf('start.recover')).toEqual([])
  })

  it('keeps no recovery code in any store', async () => {
    const { pinia } = await mountApp('/home', start({ kind: 'first-run' }))
    button('Add gateway profile').click()
    await settle()
    button(words.recovery.make).click()
    await settle()
    expect(JSON.stringify(pinia.state.value)).not.toContain('Z8RCD')
  })

  it('never mentions an OS keychain where there is none', async () => {
    const options = start({ kind: 'first-run' })
    await mountApp('/home', {
      state: { ...options.state, keychain: { kind: 'session-only', backend: null } },
    })
    expect(document.body.textContent).toContain(words.firstRun.keychainSession)
    expect(document.body.textContent).not.toContain('stored in the keychain')
  })
})
