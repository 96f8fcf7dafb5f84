import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { errorText } from '../../../../src-renderer/messages/error-text'
import { profile, signingKey } from '../../../support/view-data'
import type { FakeBridge } from '../../../support/fake-bridge'
import { AppError } from '../../../../src-shared/errors/app-error'
import { button, mountApp, settle, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.cards.register

async function openDialog(key = profile().signingKey) {
  const mounted = await mountApp('/orders/o-1', {
    cardCount: 1,
    state: { profiles: [profile({ signingKey: key })] },
  })
  button(messages.orders.detail.registerCard).click()
  await settle()
  return mounted
}

function choice(value: string): HTMLInputElement {
  const radio = document.querySelector<HTMLInputElement>(`[role="dialog"] input[value="${value}"]`)
  if (radio === null) throw new Error(`no choice "${value}"`)
  return radio
}

async function save(): Promise<void> {
  button(words.save).click()
  await settle()
}

function apisOf(desk: FakeBridge) {
  return desk.callsOf('cards.register').map((input) => (input as { api: string }).api)
}

describe('the registration of an order’s card', () => {
  it.each([
    ['v2', ['v2']],
    ['v4', ['v4']],
    ['both', ['v2', 'v4']],
  ])('requests %s, shows the card and says so there', async (value, apis) => {
    const { desk, router } = await openDialog()
    choice(value).click()
    await settle()
    await save()
    expect(apisOf(desk)).toEqual(apis)
    expect(router.currentRoute.value.path).toBe('/cards/card-0')
    expect(document.querySelector('.card-actions .done')?.textContent).toBe(words.done)
  })

  it('starts with v2, which needs no key', async () => {
    await openDialog()
    expect(choice('v2').checked).toBe(true)
  })

  it.each([
    ['no key', null, words.noKey],
    ['a key of another login', signingKey({ state: 'bound-elsewhere' }), words.keyUnusable],
    ['a lost key', signingKey({ state: 'lost' }), words.keyUnusable],
  ])('disables v4 with the reason for %s', async (_which, key, reason) => {
    await openDialog(key)
    expect([choice('v2').disabled, choice('v4').disabled, choice('both').disabled]).toEqual([
      false,
      true,
      true,
    ])
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(reason)
  })

  it('keeps the result of v2 when only v4 fails, and repeats only v4 the next time', async () => {
    const { desk, router } = await openDialog()
    desk.reply('cards.register', ({ api }) => {
      if (api === 'v4')
        throw new AppError('gateway-auth-failed', { reason: 'v4-access-denied', httpStatus: 403 })
      return desk.cards.get('card-0') as never
    })
    choice('both').click()
    await settle()
    await save()
    expect(document.body.textContent).toContain(words.halfDone)
    expect(document.body.textContent).toContain(errorText('gateway-auth-failed', 'v4-access-denied').safe)
    await save()
    expect(apisOf(desk)).toEqual(['v2', 'v4', 'v4'])
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
  })

  it.each([
    [420_000, '7 min ahead of'],
    [-7_200_000, '2 h behind'],
  ])('shows how far the clocks differ: %d ms', async (clockSkewMs, text) => {
    const { desk } = await openDialog()
    desk.refuse('cards.register', {
      code: 'gateway-auth-failed',
      details: { reason: 'v4-clock-skew', clockSkewMs, httpStatus: 403 },
    })
    choice('v4').click()
    await settle()
    await save()
    expect(document.body.textContent).toContain(text)
    expect(document.body.textContent).toContain(errorText('gateway-auth-failed', 'v4-clock-skew').safe)
  })
})
