import { afterEach, describe, expect, it, vi } from 'vitest'
import { messages } from '../../../../../src-renderer/messages'
import { errorText } from '../../../../../src-renderer/messages/error-text'
import {
  awaitedText,
  completionText,
  foreignStep,
  stageName,
  stepFailure,
  stepSafeNow,
  transStatusText,
} from '../../../../../src-renderer/messages/three-ds-text'
import { statusWord } from '../../../../../src-renderer/messages/status-text'
import type { OrderView } from '../../../../../src-shared/domain/order'
import type { StepState } from '../../../../../src-shared/domain/three-ds'
import { summary, orderView } from '../../../../support/view-orders'
import { challengeSale, stepOf, waitingSale } from '../../../../support/view-sales'
import { button, mountApp, settle, unmountAfterEach } from '../../../../support/mount-app'

unmountAfterEach(afterEach)
afterEach(() => vi.useRealTimers())

const words = messages.threeDs

async function show(view: OrderView, state = {}) {
  return mountApp('/orders/o-0', { orderCount: 0, state }, (desk) => desk.orders.set('o-0', view))
}

function tabNames(): string[] {
  return [...document.querySelectorAll('.detail [role="tab"]')].map((tab) => tab.textContent.trim())
}

function selectedTab(): string | undefined {
  return document.querySelector('.detail [role="tab"][aria-selected="true"]')?.textContent.trim()
}

function openTab(name: string): void {
  const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(
    (each) => each.textContent.trim() === name,
  )
  if (tab === undefined) throw new Error(`no tab ${name}`)
  tab.click()
}

function states(): (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>('[data-stage]')].map((stage) => stage.dataset['state'])
}

function panel(): string {
  return document.querySelector('#order-panel')?.textContent ?? ''
}

function hasButton(name: string): boolean {
  return [...document.querySelectorAll('button')].some((each) => each.textContent.trim() === name)
}

describe('the 3-D Secure part of an order', () => {
  it('opens automatically for a sale in progress', async () => {
    await show(waitingSale({}))
    expect(selectedTab()).toBe(words.label)
  })

  it('is not shown for a rebill', async () => {
    await show(orderView(summary(0)))
    expect(tabNames()).not.toContain(words.label)
    expect(selectedTab()).toBe(messages.orders.detail.tabs.timeline)
  })

  it('describes each stage in a sentence and marks the current one', async () => {
    await show(waitingSale({ kind: 'challenge' }))
    const list = document.querySelector(`ol[aria-label="${words.progress}"]`)
    const said = [...(list?.querySelectorAll('li .visually-hidden') ?? [])].map((each) => each.textContent)
    expect(said).toHaveLength(6)
    expect(said[0]).toMatch(/^Sale: done/)
    expect(said[1]).toBe('Method page: skipped')
    expect(said[3]).toMatch(/^Challenge: waiting, for .*, next: you$/)
    expect(list?.querySelectorAll('[aria-current="step"]')).toHaveLength(1)
  })

  it('counts the elapsed time of the current stage', async () => {
    vi.useFakeTimers({
      now: Date.UTC(2026, 10, 27, 14, 2, 20),
      toFake: ['Date', 'setInterval', 'clearInterval'],
    })
    await show(waitingSale({ state: 'open', openedAtMs: Date.now() - 8000 }))
    const elapsed = () => document.querySelector('[data-stage="challenge"] .under')?.textContent
    expect(elapsed()).toBe('8 s')
    vi.advanceTimersByTime(85_000)
    await settle()
    expect(elapsed()).toBe('1:33 min')
  })

  it('continues only after the operator confirms that the cardholder is present', async () => {
    const { desk } = await show(waitingSale({}))
    button(words.actions.continue).click()
    await settle()
    expect(desk.callsOf('threeDs.continue')).toEqual([])
    const dialog = document.querySelector('[role="dialog"]')
    expect(dialog?.textContent).toContain(words.presence.text)
    expect(dialog?.textContent).not.toContain(words.presence.remote)
    const confirm = [...(dialog?.querySelectorAll('button') ?? [])].find(
      (each) => each.textContent.trim() === words.presence.confirm,
    )
    confirm?.click()
    await settle()
    expect(desk.callsOf('threeDs.continue')).toEqual([{ orderId: 'o-0', isCardholderPresent: true }])
  })

  it('warns before it continues a sale that was taken as remote', async () => {
    await show(waitingSale({}, {}, { presence: 'remote' }))
    button(words.actions.continue).click()
    await settle()
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(words.presence.remote)
  })

  it.each<[StepState, string | null]>([
    ['awaited', words.actions.continue],
    ['open', words.actions.stop],
    ['answered', words.actions.sendAnswer],
    ['not-sent', words.actions.sendAnswer],
    ['sending', null],
    ['sent', null],
    ['refused', null],
    ['outcome-unknown', null],
    ['abandoned', null],
  ])('offers the right action for a step in state %s', async (state, action) => {
    await show(waitingSale({ state }))
    const offered = [words.actions.continue, words.actions.stop, words.actions.sendAnswer].filter(hasButton)
    expect(offered).toEqual(action === null ? [] : [action])
  })

  it('sends a stored answer once when the button is pressed, and shows why main refused it', async () => {
    const { desk } = await show(waitingSale({ state: 'not-sent', failure: 'ECONNREFUSED' }))
    desk.refuse('threeDs.sendAnswer', { code: 'offline', details: {} })
    button(words.actions.sendAnswer).click()
    await settle()
    expect(document.querySelector('.callout[role="alert"]')?.textContent).toContain(errorText('offline').what)
    expect(panel()).toContain(stepFailure('ECONNREFUSED'))
    expect(panel()).toContain(stepSafeNow({ state: 'not-sent', failure: null }))
  })

  it('stops when the button is pressed', async () => {
    const { desk } = await show(waitingSale({ state: 'open', openedAtMs: Date.now() }))
    button(words.actions.stop).click()
    await settle()
    expect(desk.callsOf('threeDs.stop')).toEqual([{ orderId: 'o-0' }])
    expect(document.querySelector('#order-panel [role="status"]')?.textContent).toBe(words.actions.stopped)
  })

  it('cannot continue while offline, and says why', async () => {
    await show(waitingSale({}), { online: false, activeProfileId: 'p-live' })
    expect(button(words.actions.continue).disabled).toBe(true)
    expect(document.body.textContent).toContain(messages.common.offlineReason)
  })

  it('can stop while offline', async () => {
    await show(waitingSale({ state: 'open', openedAtMs: Date.now() }), {
      online: false,
      activeProfileId: 'p-live',
    })
    expect(button(words.actions.stop).disabled).toBe(false)
  })

  it.each<StepState>(['refused', 'outcome-unknown', 'not-sent'])(
    'says what is safe now when an upload is %s',
    async (state) => {
      await show(waitingSale({ state }))
      expect(panel()).toContain(stepSafeNow({ state, failure: null }) ?? 'a word on what is safe')
    },
  )

  it('says which address was refused and what is safe now (A7)', async () => {
    await show(waitingSale({ state: 'abandoned', failure: 'issuer-address-refused http://acs.example' }))
    expect(panel()).toContain('http://acs.example')
    expect(panel()).toContain('only https addresses')
    expect(panel()).toContain('Do not take another payment')
    expect(panel()).not.toContain('Action needed')
  })

  it('says why an answer cannot be sent and what to do (A19)', async () => {
    await show(waitingSale({ state: 'abandoned', failure: 'answer-not-sendable paRes too-long' }))
    expect(panel()).toContain('10,240 characters of a PaRes')
    expect(panel()).toContain('Ask the cardholder to pay again only when')
    expect(panel()).not.toContain('Action needed')
  })

  it('shows the completion, result, host and digest of each step', async () => {
    await show(challengeSale({ ending: 'declined' }))
    openTab(words.label)
    await settle()
    for (const text of [
      completionText('Y'),
      transStatusText('N'),
      'acs.bank.example',
      '278 characters, sha256 9f86d081884c7d65',
      words.over.notApprovedAfter({ word: statusWord('declined'), span: '40 s' }),
    ])
      expect(panel()).toContain(text)
    // A method page has a one-letter result, which is shown in words instead.
    expect(panel()).not.toContain('1 characters')
    expect(states()).toEqual(['done', 'done', 'done', 'done', 'done', 'failed'])
  })

  it.each(['Y', 'N', 'A', 'U', 'C', 'R', 'D', 'I'])('explains the transaction status %s', (value) => {
    expect(transStatusText(value)).toMatch(new RegExp(`^${value}: .{10,}`))
    expect(transStatusText(value)).not.toBe(transStatusText('Z').replace('Z', value))
  })

  it('explains an adopted order that another system must finish, and shows no stages', async () => {
    const adopted = orderView(
      summary(0, { kind: 'adopted', chargeId: null, chargeState: null, status: 'processing', cardId: null }),
    )
    const facts = [{ name: 'tds-status', fact: 'threeDsStep' as const, value: 'CReqForm', atMs: 1 }]
    await show({ ...adopted, facts })
    openTab(words.label)
    await settle()
    expect(panel()).toContain(words.foreign.adopted({ step: foreignStep('CReqForm') }))
    expect(states()).toEqual([])
    expect(panel()).not.toContain(words.noSteps)
    expect(hasButton(words.actions.continue)).toBe(false)
  })

  it('shows text from the bank as plain text', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    await show(waitingSale({ state: 'refused', host: hostile, transStatus: hostile, failure: hostile }))
    expect(panel()).toContain(hostile)
    expect(document.querySelector('#order-panel img')).toBeNull()
  })
})

describe('the callout of a step that waits for the operator', () => {
  it('offers the action while the 3-D Secure tab is hidden, and opens that tab', async () => {
    await show(waitingSale({}))
    openTab(messages.orders.detail.tabs.timeline)
    await settle()
    const callout = document.querySelector('.callouts')?.textContent ?? ''
    expect(callout).toContain(words.callouts.page.title)
    expect(callout).toContain(words.actions.continue)
    button(words.actions.show).click()
    await settle()
    expect(selectedTab()).toBe(words.label)
    expect(document.querySelector('.callouts')?.textContent).not.toContain(words.callouts.page.title)
  })

  it('is about the stored answer when that has not been sent', async () => {
    await show(waitingSale({ state: 'answered' }))
    openTab(messages.orders.detail.tabs.timeline)
    await settle()
    expect(document.querySelector('.callouts')?.textContent).toContain(words.callouts.unsent.title)
  })
})

describe('steps other than the challenge', () => {
  it('uses the stage names of version 1.0.2', async () => {
    await show(waitingSale({ kind: 'pareq' }))
    const names = [...document.querySelectorAll('[data-stage] .name')].map((each) => each.textContent)
    expect(names).toContain(stageName('challenge', true))
    expect(panel()).toContain(
      awaitedText({ key: 'challenge', state: 'waiting', awaitedFrom: 'operator' }, true),
    )
  })

  it('says that the payment goes on without an answer of the method page', async () => {
    const silent = stepOf({ kind: 'method', state: 'sent', completion: 'N', answeredAtMs: Date.now() })
    await show(waitingSale({}, { awaitedStep: null }, { steps: [silent] }))
    expect(panel()).toContain(completionText('N'))
    expect(panel()).toContain(
      awaitedText({ key: 'challenge', state: 'waiting', awaitedFrom: 'gateway' }, false),
    )
  })
})
