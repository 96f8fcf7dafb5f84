import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { updateProblem, type UpdateStep, type UpdateView } from '../../../../src-shared/domain/update'
import { AppError } from '../../../../src-shared/errors/app-error'
import type { FakeBridge } from '../../../support/fake-bridge'
import { button, mountApp, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.updates
const update = {
  ...{ version: '0.2.0', signedAtMs: Date.UTC(2026, 10, 30), bytes: 91_000_000 },
  notes: 'Added\n- Add <b>updates</b>.',
}

function viewOf(step: UpdateStep, change: Partial<UpdateView> = {}): UpdateView {
  const view = { revision: 1, host: 'updates.example', isDaily: false, lastCheckAtMs: 0 }
  return { ...view, installsItself: false, step, ...change }
}

async function show(step: UpdateStep, change: Partial<UpdateView> = {}) {
  return mountApp('/settings/about', {}, (desk: FakeBridge) => {
    desk.reply('updates.get', () => viewOf(step, change))
  })
}

const text = () => document.body.textContent ?? ''

describe('updates', () => {
  it('of a build without an address are said to be the business of the administrator', async () => {
    await show({ kind: 'idle' }, { host: null })
    expect(text()).toContain(words.noAddress)
    expect(text()).not.toContain(words.buttons.check)
  })

  it('are asked for by a button, which says where the question goes', async () => {
    const { desk } = await show({ kind: 'idle' })
    expect(text()).toContain('updates.example')
    button(words.buttons.check).click()
    await flushPromises()
    expect(desk.callsOf('updates.check')).toEqual([{}])
  })

  it('are offered with size, day and what is new as text', async () => {
    const { desk } = await show({ kind: 'offered', update })
    expect(text()).toContain(words.offered({ version: '0.2.0' }))
    expect(text()).toContain('91.0 MB')
    expect(text()).toContain('- Add <b>updates</b>.')
    expect(document.querySelector('.notes b')).toBeNull()
    button(words.buttons.download).click()
    await flushPromises()
    expect(desk.callsOf('updates.download')).toEqual([{}])
  })

  it('show how far a download is, and keep the focus on the button', async () => {
    const { desk } = await show({ kind: 'offered', update })
    const one = button(words.buttons.download)
    one.focus()
    desk.emit('updates.changed', viewOf({ kind: 'downloading', update, bytes: 45_500_000 }, { revision: 2 }))
    await flushPromises()
    expect(text()).toContain('45.5 MB of 91.0 MB')
    expect(document.activeElement).toBe(button(words.buttons.stopDownload))
    desk.emit('updates.changed', viewOf({ kind: 'ready', update }, { revision: 3 }))
    await flushPromises()
    expect(document.activeElement).toBe(button(words.buttons.showInstall))
    expect(document.activeElement).toBe(one)
  })

  it('are installed with a command that is copied, where the system installs them', async () => {
    const line = "sudo apt-get install '/data/updates/a.deb'"
    const { desk } = await show({
      ...{ kind: 'handed-over', update },
      command: { line, needsAdministrator: true },
    })
    expect(text()).toContain(line)
    expect(text()).toContain(words.steps.system.run)
    button(words.buttons.copy).click()
    expect(desk.callsOf('clipboard.copy')).toEqual([{ text: line }])
  })

  it('are unpacked where the copy was unpacked too', async () => {
    const command = { line: "tar -xJf '/data/updates/a.tar.xz'", needsAdministrator: false }
    await show({ kind: 'handed-over', update, command })
    expect(text()).toContain(words.steps.folder.run)
    expect(text()).not.toContain('administrator; Rebill Desk never asks')
  })

  it('are installed by the app where it can', async () => {
    await show({ kind: 'ready', update }, { installsItself: true })
    expect(button(words.buttons.install)).toBeTruthy()
  })

  it.each(updateProblem.options)(
    'that fail by %s say why, and that the installed version goes on',
    async (problem) => {
      await show({ kind: 'failed', problem, update: null, expiredAtMs: null })
      expect(text()).toContain(words.problems[problem].title)
      expect(words.problems[problem].text).toContain('The installed version was not changed')
      expect(button(words.buttons.checkAgain)).toBeTruthy()
    },
  )

  it('that have expired say since when', async () => {
    const expiredAtMs = Date.UTC(2026, 10, 30, 12)
    await show({ kind: 'failed', problem: 'expired', update: null, expiredAtMs })
    expect(text()).toMatch(/It was valid until 30 Nov 2026/)
  })

  it('wait while a charge waits for its response, and the screen says so', async () => {
    const { desk } = await show({ kind: 'offered', update })
    desk.reply('updates.download', () => {
      throw new AppError('not-allowed-now', { reason: 'charge-in-flight' })
    })
    button(words.buttons.download).click()
    await flushPromises()
    expect(text()).toContain('A charge or a 3-D Secure response waits for the gateway.')
  })

  it('are told on other screens until the person wants to hear of them later', async () => {
    const { router } = await show({ kind: 'offered', update })
    expect(text()).not.toContain(words.strip.show)
    await router.push('/home')
    await flushPromises()
    button(words.strip.later).click()
    await flushPromises()
    expect(text()).not.toContain(words.strip.show)
  })
})
