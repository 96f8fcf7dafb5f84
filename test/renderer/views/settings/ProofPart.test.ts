import { afterEach, describe, expect, it } from 'vitest'
import type { ProofFinding } from '../../../../src-shared/domain/history-proof'
import { messages } from '../../../../src-renderer/messages'
import { findingText } from '../../../../src-renderer/messages/proof-text'
import { appState } from '../../../support/view-data'
import { mountApp, settle, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.proof
const finding: ProofFinding = {
  ...{ kind: 'rolled-back', seq: 41, missing: 12, orderId: null },
  ...{ soundUntilMs: 1_780_000_000_000, anchoredAtMs: 1_780_000_600_000 },
}
const withFinding = { proof: { ...appState().proof, finding } }
const text = () => document.body.textContent
function button(label: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].findLast((each) => each.textContent.trim() === label)
  if (found === undefined) throw new Error(`no button ${label}`)
  return found
}

describe('the proof of the history', () => {
  it('says when it was checked and how many entries there are', async () => {
    await mountApp('/settings/history')
    expect(text()).toContain('5,120 entries')
    expect(text()).toContain('a1b2c3d4e5f60718')
  })

  it('says that an older copy would not be noticed without a keychain', async () => {
    await mountApp('/settings/history', { state: { proof: { ...appState().proof, isAnchored: false } } })
    expect(text()).toContain(words.notAnchored)
  })

  it('shows on every screen what is missing, charges nothing, and leads to what to do', async () => {
    const { router } = await mountApp('/charge', { state: withFinding })
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('12 entries are missing')
    expect(button(messages.charge.review).disabled).toBe(true)
    button(words.show).click()
    await settle()
    expect(router.currentRoute.value.path).toBe('/settings/history')
  })

  it('takes a finding as accepted only with a name and a reason', async () => {
    const { desk } = await mountApp('/settings/history', { state: withFinding })
    button(words.accept).click()
    await settle()
    button(words.dialog.confirm).click()
    await settle()
    expect(desk.callsOf('history.accept')).toEqual([])
    const reason = document.querySelector('textarea')
    if (reason === null) throw new Error('there is a field for the reason')
    reason.value = 'Compared with the back office'
    reason.dispatchEvent(new Event('input'))
    await settle()
    button(words.dialog.confirm).click()
    await settle()
    expect(desk.callsOf('history.accept')).toEqual([
      { name: 'A. Berg', reason: 'Compared with the back office' },
    ])
    expect(text()).not.toContain(words.blocked)
  })

  it('has words for every finding, with what is known', () => {
    for (const kind of Object.keys(words.findings) as ProofFinding['kind'][]) {
      const said = findingText({ ...finding, kind, orderId: '7' }, (atMs) => `at ${String(atMs)}`)
      expect(said.title).not.toBe('')
      expect(said.text).not.toContain('{')
    }
  })
})
