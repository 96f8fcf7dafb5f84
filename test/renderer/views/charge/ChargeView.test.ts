import { noRebillExtras } from '../../../../src-shared/domain/charge-draft'
import { afterEach, describe, expect, it } from 'vitest'
import type { CardView } from '../../../../src-shared/domain/card'
import { messages } from '../../../../src-renderer/messages'
import { fieldProblemText } from '../../../../src-renderer/messages/field-text'
import { useCardsStore } from '../../../../src-renderer/stores/cards'
import { useChargesStore } from '../../../../src-renderer/stores/charges'
import type { FakeBridgeOptions } from '../../../support/fake-bridge'
import { orderView, summary } from '../../../support/view-orders'
import { button, field, mountApp, press, settle, type, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.charge
const confirmName = 'Charge 49.00 EUR SIMULATOR, Nord Shop'

async function openForm(options: FakeBridgeOptions = {}) {
  return mountApp('/charge?card=card-1', options)
}

async function fillIn(change: Record<string, string> = {}): Promise<void> {
  const values = {
    [words.fields.amount]: '49.00',
    [words.fields.description]: 'Subscription',
    [words.fields.ipAddress]: '203.0.113.9',
    ...change,
  }
  for (const [label, value] of Object.entries(values)) type(field(label), value)
  await settle()
}

async function review(change: Record<string, string> = {}): Promise<void> {
  await fillIn(change)
  button('Review').click()
  await settle()
}

async function chooseRoute(routeId: string): Promise<void> {
  const route = field(words.fields.route) as unknown as HTMLSelectElement
  route.value = routeId
  route.dispatchEvent(new Event('change'))
  await settle()
}

function options(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role="option"]')]
}

function tickWarnings(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[role="checkbox"]')) box.click()
}

function problemUnder(label: string): string | null {
  return document.getElementById(`${field(label).id}-note`)?.querySelector('.problem')?.textContent ?? null
}

describe('the charge form', () => {
  it.each([
    [words.fields.amount, '', 'empty'],
    [words.fields.amount, 'abc', 'not-a-decimal'],
    [words.fields.amount, '1,00', 'not-a-decimal'],
    [words.fields.amount, '1e3', 'not-a-decimal'],
    [words.fields.amount, '-5', 'not-a-decimal'],
    [words.fields.amount, '0.00', 'not-positive'],
    [words.fields.amount, '1.005', 'too-many-decimals'],
    [words.fields.amount, '123456789.00', 'too-long'],
    [words.fields.description, '', 'required'],
    [words.fields.description, 'ž'.repeat(32_769), 'too-long'],
    [words.fields.ipAddress, '', 'required'],
    [words.fields.ipAddress, '1.2.3.4.5', 'not-an-ip-address'],
    [words.fields.reference, 'r'.repeat(51), 'too-long'],
    [words.fields.enumerateAmounts, '49.00, x', 'not-a-decimal'],
    [words.fields.enumerateAmounts, '49.00, 3.141', 'too-many-decimals'],
    [words.fields.purpose, 'p'.repeat(129), 'too-long'],
    [words.fields.redirectUrl, 'gate.example', 'not-a-url'],
    [words.fields.serverCallbackUrl, 'https://me:secret@gate.example/', 'url-with-login'],
  ])('refuses %s "%.20s" under the field and sends nothing', async (label, value, key) => {
    const { desk } = await openForm()
    await review({ [label]: value })
    expect(problemUnder(label)).toBe(fieldProblemText(key, label))
    expect(desk.callsOf('charges.prepare')).toEqual([])
  })

  it('rejects decimals of a currency that has none', async () => {
    const { desk } = await openForm()
    await chooseRoute('7722')
    await review({ [words.fields.amount]: '1234.50', [words.fields.currency]: 'JPY' })
    expect(problemUnder(words.fields.amount)).toBe(fieldProblemText('too-many-decimals'))
    await review({ [words.fields.amount]: '10000', [words.fields.currency]: 'jpy' })
    expect(desk.callsOf('charges.prepare')).toMatchObject([{ draft: { amount: '10000', currency: 'JPY' } }])
  })

  it('shows the currency of the endpoint, and asks for one only where the endpoint takes every currency', async () => {
    const { desk } = await openForm()
    expect(() => field(words.fields.currency)).toThrow()
    expect(field(words.fields.amount).closest('.n-input')?.textContent).toContain('EUR')
    await chooseRoute('7722')
    await review({ [words.fields.currency]: 'XXX' })
    expect(problemUnder(words.fields.currency)).toBe(fieldProblemText('unknown-currency'))
    await chooseRoute('4411')
    button('Review').click()
    await settle()
    expect(desk.callsOf('charges.prepare')).toMatchObject([{ draft: { routeId: '4411', currency: 'EUR' } }])
  })

  it('offers the last charge of the card, and fills it in only when asked', async () => {
    const { desk } = await openForm()
    const { lastCharge } = desk.cards.get('card-1') as CardView
    expect(lastCharge).not.toBeNull()
    expect(document.body.textContent).toContain('Last charge: 51.50 EUR')
    expect(field(words.fields.amount).value).toBe('')
    button(words.useLast).click()
    await settle()
    expect(field(words.fields.amount).value).toBe('51.50')
    expect(field(words.fields.description).value).toBe(lastCharge?.description)
    expect(() => button(words.useLast)).toThrow()
    expect(desk.callsOf('charges.prepare')).toEqual([])
  })

  it('keeps a typed description when the last amount is filled in', async () => {
    await openForm()
    type(field(words.fields.description), 'Late fee')
    button(words.useLast).click()
    await settle()
    expect(field(words.fields.amount).value).toBe('51.50')
    expect(field(words.fields.description).value).toBe('Late fee')
  })

  it('names the IP address of the profile as a default, and clears it', async () => {
    const { desk } = await openForm()
    const ip = desk.state.profiles[0]?.defaultIpAddress
    expect(field(words.fields.ipAddress).value).toBe(ip)
    expect(document.body.textContent).toContain(words.defaultIp)
    document.querySelector<HTMLElement>(`[aria-label="${words.clearIp}"]`)?.click()
    await settle()
    expect(field(words.fields.ipAddress).value).toBe('')
    expect(document.activeElement).toBe(field(words.fields.ipAddress))
    expect(document.body.textContent).not.toContain(words.defaultIp)
    type(field(words.fields.ipAddress), '203.0.113.99')
    await settle()
    expect(document.body.textContent).not.toContain(words.defaultIp)
  })

  it('shows no problem of a field before it is left', async () => {
    await openForm()
    expect(document.querySelectorAll('.problem')).toHaveLength(0)
  })

  it('asks for a card before anything else', async () => {
    const { desk } = await mountApp('/charge')
    await review()
    expect(document.body.textContent).toContain(words.cardRequired)
    expect(desk.callsOf('charges.prepare')).toEqual([])
  })

  it('starts in the first empty field', async () => {
    await openForm()
    expect(document.activeElement).toBe(field(words.fields.amount))
  })

  it('starts in the search for a card, whose list has the cards of the newest charges first', async () => {
    await mountApp('/charge')
    const search = field(words.fields.card)
    expect(document.activeElement).toBe(search)
    expect(search.getAttribute('role')).toBe('combobox')
    expect(search.getAttribute('aria-expanded')).toBe('true')
    const charged = useCardsStore()
      .cards.map(({ lastCharge }) => lastCharge?.atMs ?? 0)
      .toSorted((a, b) => b - a)
    const first = useCardsStore().cards.find(({ lastCharge }) => lastCharge?.atMs === charged[0])
    expect(options()[0]?.textContent).toContain(first?.nickname)
    expect(search.getAttribute('aria-activedescendant')).toBe(options()[0]?.id)
  })

  it('finds a card as the operator types, and goes on to the amount with Enter', async () => {
    const { desk } = await mountApp('/charge')
    const wanted = desk.cards.get('card-3') as CardView
    type(field(words.fields.card), wanted.cardRefId)
    await settle()
    expect(options().map((each) => each.getAttribute('aria-selected'))).toEqual(['true', 'false'])
    press(field(words.fields.card), 'Enter')
    await settle()
    expect(document.querySelector('.chosen')?.textContent).toContain(wanted.nickname)
    expect(document.activeElement).toBe(field(words.fields.amount))
    expect(desk.callsOf('charges.prepare')).toEqual([])
  })

  it('keeps the chosen card when the search for another one ends with Esc', async () => {
    const { desk } = await openForm()
    const { nickname } = desk.cards.get('card-1') as CardView
    button(words.changeCard).click()
    await settle()
    expect(document.querySelector('.chosen')).toBeNull()
    for (let time = 0; time < 2; time++) press(field(words.fields.card), 'Escape')
    await settle()
    expect(document.querySelector('.chosen')?.textContent).toContain(nickname)
    expect(document.activeElement?.textContent?.trim()).toBe(words.changeCard)
  })

  it('offers a new card as the last row of the list', async () => {
    await mountApp('/charge')
    press(field(words.fields.card), 'ArrowUp')
    press(field(words.fields.card), 'Enter')
    await settle()
    expect(document.activeElement).toBe(field(words.sale.cardNumber))
  })

  it('accepts no card number in the search for a card', async () => {
    await mountApp('/charge')
    type(field(words.fields.card), '4111111111111111')
    await settle()
    expect(field(words.fields.card).value).toBe('')
    expect(document.body.textContent).toContain(fieldProblemText('card-number'))
  })

  it('explains several amounts before the review', async () => {
    await openForm()
    expect(document.body.textContent).not.toContain(words.enumerated.text)
    await fillIn({ [words.fields.enumerateAmounts]: '49.00, 30.00,15.00' })
    expect(document.body.textContent).toContain('49.00 → 30.00 → 15.00 EUR')
    expect(document.body.textContent).toContain(words.enumerated.text)
  })

  it('sends every advanced value as typed', async () => {
    const { desk } = await openForm()
    const typed = {
      [words.fields.enumerateAmounts]: '49.00,30.00',
      [words.fields.purpose]: 'account 7',
      [words.fields.merchantData]: 'a=1\nb=2',
      [words.fields.redirectUrl]: 'https://shop.example.com/back',
      [words.fields.redirectSuccessUrl]: 'https://shop.example.com/good',
      [words.fields.redirectFailUrl]: 'https://shop.example.com/bad',
      [words.fields.serverCallbackUrl]: 'https://shop.example.com/callback',
    }
    for (const [label, value] of [
      [words.fields.recurrentScenario, 'REGULAR'],
      [words.fields.recurrentInitiator, 'MERCHANT'],
    ] as const) {
      const select = field(label) as unknown as HTMLSelectElement
      select.value = value
      select.dispatchEvent(new Event('change'))
    }
    await review(typed)
    expect(desk.callsOf('charges.prepare')).toMatchObject([
      {
        draft: {
          enumerateAmounts: '49.00,30.00',
          purpose: 'account 7',
          merchantData: 'a=1\nb=2',
          redirectUrl: 'https://shop.example.com/back',
          redirectSuccessUrl: 'https://shop.example.com/good',
          redirectFailUrl: 'https://shop.example.com/bad',
          serverCallbackUrl: 'https://shop.example.com/callback',
          recurrentScenario: 'REGULAR',
          recurrentInitiator: 'MERCHANT',
        },
      },
    ])
  })

  it('fills in the callback listener while it is on, for the simulator only', async () => {
    const { desk } = await openForm()
    expect(button(words.listener.fill).disabled).toBe(true)
    expect(document.body.textContent).toContain(words.listener.off)
    const url = 'http://127.0.0.1:40832/callback'
    desk.changeState({ callbackListener: { kind: 'on', url, port: 40_832 } })
    await settle()
    button(words.listener.fill).click()
    await settle()
    expect(field(words.fields.serverCallbackUrl).value).toBe(url)
    desk.changeState({ activeProfileId: 'p-test' })
    await settle()
    expect(button(words.listener.fill).disabled).toBe(true)
    expect(document.body.textContent).toContain(words.listener.onlySimulator)
  })

  it('goes to the review, never further, with Ctrl+Enter', async () => {
    const { desk } = await openForm()
    await fillIn()
    press(document.body, 'Enter', { ctrlKey: true })
    await settle()
    expect(document.body.textContent).toContain(words.reviewTitle)
    expect(desk.callsOf('charges.confirm')).toEqual([])
  })

  it('copies amount, currency, card and description of an order that is charged again', async () => {
    await mountApp('/charge?order=o-1')
    expect(field(words.fields.amount).value).toBe('12.50')
    expect(field(words.fields.amount).closest('.n-input')?.textContent).toContain('EUR')
    expect(field(words.fields.description).value).toBe('Subscription, December 2026')
    expect(field(words.fields.reference).value).toBe('INV-2042')
  })

  it('is disabled for a read-only profile, with the reason', async () => {
    const { desk } = await openForm()
    const [first, ...rest] = desk.state.profiles
    if (first === undefined) throw new Error('no profile')
    desk.changeState({ profiles: [{ ...first, safetyLevel: 'read-only' }, ...rest] })
    await settle()
    expect(button('Review').disabled).toBe(true)
    expect(document.body.textContent).toContain(messages.common.readOnlyReason)
  })
})

describe('the review', () => {
  it('shows exactly the parameters that main would send', async () => {
    await openForm()
    await review()
    const cells = [...document.querySelectorAll('table tbody tr')].map((row) => row.textContent)
    expect(cells).toContain('amount49.00')
    expect(cells).toContain('control••••••••')
  })

  it('shows verb, amount and endpoint on its button', async () => {
    await openForm()
    await review()
    expect(button(confirmName)).toBeDefined()
    expect(words.confirm['rebill-auth']({ amount: '49.00 EUR' })).toBe('Authorize 49.00 EUR')
    expect(
      words.where({ environmentTag: messages.frame.environmentTag.production, profile: 'Shop EU' }),
    ).toBe('LIVE, Shop EU')
  })

  it('sums up card, cardholder, description and merchant, above the parameters', async () => {
    const { desk } = await openForm()
    const card = desk.cards.get('card-1') as CardView
    await review()
    const summary = document.querySelector('.review dl')?.textContent ?? ''
    for (const part of [
      card.nickname,
      card.lastFour,
      card.printedName,
      'Subscription',
      'SIMULATOR, Nord Shop',
    ])
      expect(summary).toContain(part)
    const details = document.querySelector<HTMLDetailsElement>('.review details')
    expect(details?.open).toBe(false)
    expect(details?.querySelector('summary')?.textContent).toBe('Request parameters (9)')
  })

  it('enables its button only when every warning is ticked', async () => {
    const { desk } = await openForm()
    await review()
    expect(button(confirmName).disabled).toBe(true)
    press(document.body, 'Enter', { ctrlKey: true })
    await settle()
    expect(desk.callsOf('charges.confirm')).toEqual([])
    tickWarnings()
    await settle()
    button(confirmName).click()
    await settle()
    expect(desk.callsOf('charges.confirm')).toMatchObject([{ acknowledged: ['same-charge-recently'] }])
  })

  it('does not start with the focus on the button that moves money', async () => {
    await openForm()
    await review()
    expect(document.activeElement?.textContent?.trim()).toBe(words.editDraft)
  })

  it.each([
    ['two clicks', () => [0, 1].forEach(() => button(confirmName).click())],
    [
      'Enter and a click together',
      () => {
        press(document.body, 'Enter', { ctrlKey: true })
        button(confirmName).click()
      },
    ],
    [
      'Enter five times',
      () => [1, 2, 3, 4, 5].forEach(() => press(document.body, 'Enter', { ctrlKey: true })),
    ],
  ])('sends one confirm for %s and stays busy until the reply', async (_how, act) => {
    const { desk, router } = await openForm()
    const answer = desk.hold('charges.confirm', orderView(summary(1, { orderId: 'o-1' })))
    await review()
    tickWarnings()
    await settle()
    act()
    await settle()
    act()
    await settle()
    expect(button(confirmName).getAttribute('aria-busy')).toBe('true')
    expect(desk.callsOf('charges.confirm')).toHaveLength(1)
    answer()
    await settle()
    expect(desk.callsOf('charges.confirm')).toHaveLength(1)
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
  })

  it('does not take the person back who has left while the charge was sent', async () => {
    const { desk, router } = await openForm()
    const answer = desk.hold('charges.confirm', orderView(summary(1, { orderId: 'o-1' })))
    await review()
    tickWarnings()
    await settle()
    button(confirmName).click()
    await settle()
    await router.push('/cards')
    answer()
    await settle()
    expect(router.currentRoute.value.path).toBe('/cards')
  })

  it('sends nothing more after an unknown outcome', async () => {
    const { desk } = await openForm()
    desk.refuse('charges.confirm', { code: 'storage-failed', details: {} })
    await review()
    tickWarnings()
    await settle()
    button(confirmName).click()
    await settle()
    expect(button(confirmName).disabled).toBe(true)
    press(document.body, 'Enter', { ctrlKey: true })
    await settle()
    expect(desk.callsOf('charges.confirm')).toHaveLength(1)
    expect(document.body.textContent).toContain(words.afterDoubt)
  })

  it('clears the security code after every confirm, and keeps it in no store', async () => {
    const { desk, pinia } = await openForm()
    desk.refuse('charges.confirm', { code: 'not-allowed-now', details: { reason: 'preview-changed' } })
    await review()
    tickWarnings()
    type(field(words.fields.cvv2), '737')
    await settle()
    expect(JSON.stringify(pinia.state.value)).not.toContain('737')
    button(confirmName).click()
    await settle()
    expect(desk.callsOf('charges.confirm')).toMatchObject([{ cvv2: '737' }])
    expect(field(words.fields.cvv2).value).toBe('')
  })

  it('drops the draft but keeps the typed values on Back', async () => {
    const { desk } = await openForm()
    await review()
    button(words.editDraft).click()
    await settle()
    expect(desk.callsOf('charges.discard')).toEqual([{ chargeId: 'ch-new' }])
    expect(field(words.fields.amount).value).toBe('49.00')
    expect(useChargesStore().openPreview).toBeNull()
  })

  it('cannot be confirmed when a guard blocks', async () => {
    const { desk } = await openForm()
    await fillIn()
    const preview = (await desk.call('charges.prepare', { draft: chargeDraftOf() })) as { value: object }
    desk.reply('charges.prepare', () => ({
      ...(preview.value as never as ReturnType<typeof Object>),
      guards: [
        {
          code: 'charge-unresolved',
          level: 'block',
          count: 1,
          orderId: 'o-2',
          clientOrderId: 'NS-1',
          atMs: null,
        },
      ],
    }))
    button('Review').click()
    await settle()
    expect(button(confirmName).disabled).toBe(true)
    expect(document.body.textContent).toContain(words.blocked)
  })
})

function chargeDraftOf() {
  return {
    kind: 'rebill-sale',
    cardId: 'card-1',
    routeId: '4411',
    amount: '49.00',
    currency: 'EUR',
    description: 'x',
    ipAddress: '203.0.113.9',
    reference: '',
    ...noRebillExtras,
  }
}
