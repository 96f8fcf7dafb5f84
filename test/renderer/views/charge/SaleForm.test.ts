import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { typedCardLifeMs } from '../../../../src-renderer/views/charge/use-typed-card'
import { messages } from '../../../../src-renderer/messages'
import { fieldProblemText } from '../../../../src-renderer/messages/field-text'
import { useChargesStore } from '../../../../src-renderer/stores/charges'
import type { SaleDraft } from '../../../../src-shared/domain/sale-draft'
import { liveProfile, profile } from '../../../support/view-data'
import type { FakeBridgeOptions } from '../../../support/fake-bridge'
import { salePreview } from '../../../support/view-preview'
import {
  button,
  field,
  mountApp,
  press,
  settle,
  type,
  unmountAfterEach,
  type MountedApp,
} from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.charge
const sale = words.sale
const pan = '4111111111111111'
const confirmName = 'Charge 49.00 EUR SIMULATOR, Nord Shop'

const good: Record<string, string> = {
  [sale.cardNumber]: pan,
  [sale.securityCode]: '737',
  [sale.holder]: 'Marta Lindqvist',
  [sale.expiry]: '04/28',
  [words.fields.amount]: '49.00',
  [words.fields.description]: 'First month',
  [words.fields.ipAddress]: '203.0.113.9',
}

function choice(text: string): HTMLInputElement {
  const label = [...document.querySelectorAll('label')].find(
    (each) => each.querySelector('.text')?.textContent === text,
  )
  const radio = label?.querySelector('input')
  if (radio === null || radio === undefined) throw new Error(`no choice "${text}"`)
  return radio
}

async function openSale(path = '/charge', options: FakeBridgeOptions = {}): Promise<MountedApp> {
  const mounted = await mountApp(path, options)
  choice(sale.typed).click()
  await settle()
  return mounted
}

async function fillIn(change: Record<string, string> = {}): Promise<void> {
  choice(sale.presences.present.title).click()
  for (const [label, value] of Object.entries({ ...good, ...change })) type(field(label), value)
  await settle()
}

async function review(change: Record<string, string> = {}): Promise<void> {
  await fillIn(change)
  button('Review').click()
  await settle()
}

async function confirm(): Promise<void> {
  button(confirmName).click()
  await settle()
}

function problemUnder(label: string): string | null {
  return document.getElementById(`${field(label).id}-note`)?.querySelector('.problem')?.textContent ?? null
}

/** Everything that could contain a card: stores, the page and its field values, address, history, storage. */
function everythingHeld({ pinia, router }: MountedApp): string {
  const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map((each) => each.value)
  return JSON.stringify([
    pinia.state.value,
    document.documentElement.outerHTML,
    values,
    router.currentRoute.value.fullPath,
    window.history.state,
    { ...window.localStorage },
    { ...window.sessionStorage },
  ]).replace(/\s/g, '')
}

describe('the form for a typed card', () => {
  it.each([
    [sale.cardNumber, '', 'required'],
    [sale.cardNumber, '4111 1111 1111 1112', 'not-a-card-number'],
    [sale.cardNumber, '4111', 'not-a-card-number'],
    [sale.securityCode, '12', 'not-a-security-code'],
    [sale.securityCode, '12345', 'not-a-security-code'],
    [sale.holder, '', 'required'],
    [sale.expiry, '', 'required'],
    [sale.expiry, '13/28', 'not-a-month'],
    [sale.expiry, 'soon', 'not-an-expiry'],
    [sale.email, 'someone', 'not-an-email'],
    [sale.phone, 'call me', 'not-a-phone-number'],
    [sale.country, 'Germany', 'not-a-country-code'],
    [words.fields.amount, '', 'empty'],
    [words.fields.amount, '1.005', 'too-many-decimals'],
    [words.fields.description, '', 'required'],
    [words.fields.ipAddress, '1.2.3.4.5', 'not-an-ip-address'],
    [words.fields.reference, 'r'.repeat(51), 'too-long'],
  ])('refuses %s "%.20s" under the field and sends nothing', async (label, value, key) => {
    const { desk } = await openSale()
    await review({ [label]: value })
    expect(problemUnder(label)).toBe(fieldProblemText(key, label))
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(desk.callsOf('charges.prepare')).toEqual([])
  })

  it('requires a choice of where the cardholder is, without a default', async () => {
    const { desk } = await openSale()
    for (const [label, value] of Object.entries(good)) type(field(label), value)
    await settle()
    button('Review').click()
    await settle()
    expect(choice(sale.presences.present.title).checked).toBe(false)
    expect(choice(sale.presences.remote.title).checked).toBe(false)
    expect(document.body.textContent).toContain(sale.presenceRequired)
    expect(desk.callsOf('charges.prepare')).toEqual([])
  })

  it('explains the limits of a payment on the phone', async () => {
    await openSale()
    expect(document.body.textContent).toContain(sale.presences.remote.text)
  })

  it('groups the digits, names the network and switches autofill off', async () => {
    await openSale()
    type(field(sale.cardNumber), pan)
    await settle()
    expect(field(sale.cardNumber).value).toBe('4111 1111 1111 1111')
    expect(document.body.textContent).toContain(sale.network({ name: 'Visa' }))
    for (const label of [sale.cardNumber, sale.securityCode]) {
      expect(field(label).getAttribute('autocomplete')).toBe('off')
      expect(field(label).getAttribute('spellcheck')).toBe('false')
      expect(field(label).name).toBe('')
    }
    expect(field(sale.securityCode).type).toBe('password')
  })

  it('shows no problem of an empty field before the review is requested', async () => {
    await openSale()
    for (const label of [sale.cardNumber, sale.holder, sale.expiry, words.fields.amount])
      field(label).dispatchEvent(new FocusEvent('blur'))
    await settle()
    expect(document.querySelectorAll('.problem')).toHaveLength(0)
  })

  it('shows that a number is mistyped as soon as its field is left', async () => {
    await openSale()
    type(field(sale.cardNumber), '4111111111111112')
    field(sale.cardNumber).dispatchEvent(new FocusEvent('blur'))
    await settle()
    expect(problemUnder(sale.cardNumber)).toBe(fieldProblemText('not-a-card-number'))
  })

  it('sends a draft with only the first six and last four digits', async () => {
    const { desk } = await openSale()
    await review({ [sale.country]: 'de', [sale.email]: 'marta@example.com' })
    expect(desk.callsOf('charges.prepare')).toEqual([
      {
        draft: {
          kind: 'sale',
          routeId: '4411',
          amount: '49.00',
          currency: 'EUR',
          description: 'First month',
          ipAddress: '203.0.113.9',
          reference: '',
          bin: '411111',
          lastFour: '1111',
          expireMonth: 4,
          expireYear: 2028,
          printedName: 'Marta Lindqvist',
          firstName: '',
          lastName: '',
          email: 'marta@example.com',
          phone: '',
          country: 'DE',
          city: '',
          zipCode: '',
          address1: '',
          presence: 'present',
        },
      },
    ])
  })
})

describe('a profile that does not accept typed cards', () => {
  it.each([
    ['a live one that nobody switched on', liveProfile],
    ['one that was switched off', profile({ saleRules: { ...profile().saleRules, acceptsCards: false } })],
  ])('shows a disabled choice with the reason and a link to the setting: %s', async (_which, active) => {
    await mountApp('/charge', { state: { profiles: [active], activeProfileId: active.profileId } })
    expect(choice(sale.typed).disabled).toBe(true)
    expect(document.body.textContent).toContain(sale.switchedOff)
    expect(document.querySelector('a[href$="/settings/profiles"].settings')).not.toBeNull()
    expect(() => field(sale.cardNumber)).toThrow()
  })

  it('closes an open form when it is switched off meanwhile', async () => {
    const { desk } = await openSale()
    const [first, ...rest] = desk.state.profiles
    if (first === undefined) throw new Error('no profile')
    const saleRules = { ...first.saleRules, acceptsCards: false }
    desk.changeState({ profiles: [{ ...first, saleRules }, ...rest] })
    await settle()
    expect(() => field(sale.cardNumber)).toThrow()
  })
})

describe('the review of a typed card', () => {
  it('shows the masked number and whose formula the control uses', async () => {
    await openSale()
    await review()
    expect(document.body.textContent).toContain('411111••••1111')
    expect(document.body.textContent).toContain(sale.formula.clients)
    expect(document.body.textContent.replace(/\s/g, '')).not.toContain(pan)
  })

  it('passes number and code in the one confirm, and the money button sends it once', async () => {
    const { desk, router } = await openSale()
    await review()
    button(confirmName).click()
    press(document.body, 'Enter', { ctrlKey: true })
    await settle()
    expect(desk.callsOf('charges.confirm')).toEqual([
      { chargeId: 'ch-new', previewHash: 'hash-1', acknowledged: [], cvv2: '737', cardNumber: pan },
    ])
    expect(router.currentRoute.value.path).toBe('/orders/o-new')
  })

  it.each([
    ['the history could not be written', 'storage-failed'],
    ['the gateway was never reached', 'gateway-unreachable'],
    ['the outcome is not known', 'gateway-outcome-unknown'],
  ] as const)('forgets the card when %s and does not ask for it again', async (_what, code) => {
    const mounted = await openSale()
    mounted.desk.refuse('charges.confirm', { code, details: {} })
    await review()
    await confirm()
    expect(everythingHeld(mounted)).not.toContain(pan)
    expect(() => field(sale.cardNumber)).toThrow()
    expect(document.body.textContent).toContain(words.afterDoubt)
    expect(button(confirmName).disabled).toBe(true)
  })

  it.each([
    ['something changed since the review', 'not-allowed-now'],
    ['main refuses a value', 'validation-failed'],
  ] as const)('forgets the card when %s and asks for it again', async (_what, code) => {
    const mounted = await openSale()
    mounted.desk.refuse('charges.confirm', { code, details: {} })
    await review()
    await confirm()
    expect(everythingHeld(mounted)).not.toContain(pan)
    expect(field(sale.cardNumber).value).toBe('')
    expect(field(sale.securityCode).value).toBe('')
    expect(button(confirmName).disabled).toBe(true)
    expect(mounted.desk.callsOf('charges.confirm')).toHaveLength(1)
  })

  it('accepts no other card than the reviewed one', async () => {
    const { desk } = await openSale()
    desk.refuse('charges.confirm', { code: 'not-allowed-now', details: { reason: 'preview-changed' } })
    await review()
    await confirm()
    type(field(sale.cardNumber), '5454545454545454')
    await settle()
    expect(button(confirmName).disabled).toBe(true)
    expect(document.body.textContent).toContain(fieldProblemText('differs-from-review'))
    type(field(sale.cardNumber), pan)
    type(field(sale.securityCode), '737')
    await settle()
    await confirm()
    expect(desk.callsOf('charges.confirm')).toHaveLength(2)
  })

  it('asks for the card when an order that was not sent is reviewed again', async () => {
    const { desk, router } = await mountApp('/orders/o-6')
    const draft: SaleDraft = {
      kind: 'sale',
      routeId: '4411',
      amount: '49.00',
      currency: 'EUR',
      description: 'First month',
      ipAddress: '203.0.113.9',
      reference: '',
      bin: '411111',
      lastFour: '1111',
      expireMonth: 4,
      expireYear: 2028,
      printedName: 'Marta Lindqvist',
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      country: '',
      city: '',
      zipCode: '',
      address1: '',
      presence: 'present',
    }
    desk.reply('charges.sendAgain', () => salePreview(draft, 'Nord Shop'))
    await useChargesStore().sendAgain('ch-6')
    await router.push('/charge')
    await settle()
    expect(document.body.textContent).toContain(sale.retypeText)
    expect(button(confirmName).disabled).toBe(true)
    type(field(sale.cardNumber), pan)
    await settle()
    await confirm()
    expect(desk.callsOf('charges.confirm')).toMatchObject([{ cardNumber: pan, cvv2: '' }])
  })
})

describe('number and security code (S1, S16)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are in no store, address or storage while they are typed', async () => {
    const { pinia, router } = await openSale()
    await fillIn()
    const held = JSON.stringify([
      pinia.state.value,
      router.currentRoute.value.fullPath,
      { ...window.localStorage },
      { ...window.sessionStorage },
    ]).replace(/\s/g, '')
    expect(held).not.toContain(pan)
    expect(held).not.toContain('737')
  })

  it('reach main with the confirm only', async () => {
    const { desk } = await openSale()
    await review()
    expect(JSON.stringify(desk.calls).replace(/\s/g, '')).not.toContain(pan)
    await confirm()
    const carrying = desk.calls.filter((call) => JSON.stringify(call).includes(pan))
    expect(carrying.map((call) => call.name)).toEqual(['charges.confirm'])
  })

  it.each<readonly [string, (mounted: MountedApp) => Promise<unknown>]>([
    ['a confirm', async () => (await review(), confirm())],
    ['leaving the screen', ({ router }) => router.push('/orders')],
    ['another profile', async ({ desk }) => desk.changeState({ activeProfileId: 'p-test' })],
    [
      'another profile on the review',
      async ({ desk }) => (await review(), desk.changeState({ activeProfileId: 'p-test' })),
    ],
    ['leaving the review', async ({ router }) => (await review(), router.push('/cards'))],
    ['going back to stored cards', async () => choice(sale.stored).click()],
    ['ten minutes without input', async () => vi.advanceTimersByTime(typedCardLifeMs)],
    ['ten minutes on the review', async () => (await review(), vi.advanceTimersByTime(typedCardLifeMs))],
  ])('are gone after %s', async (_what, act) => {
    const mounted = await openSale()
    await fillIn()
    expect(everythingHeld(mounted)).toContain(pan)
    await act(mounted)
    await settle()
    expect(everythingHeld(mounted)).not.toContain(pan)
    expect(everythingHeld(mounted)).not.toContain('"737"')
    await mounted.router.push('/charge')
    await settle()
    expect(everythingHeld(mounted)).not.toContain(pan)
  })

  it('stay while the operator types anywhere in the form', async () => {
    const mounted = await openSale()
    await fillIn()
    vi.advanceTimersByTime(typedCardLifeMs - 1000)
    type(field(sale.holder), 'Marta L')
    await settle()
    vi.advanceTimersByTime(typedCardLifeMs - 1000)
    await settle()
    expect(everythingHeld(mounted)).toContain(pan)
  })

  it('are cleared with a notice after ten minutes without input', async () => {
    await openSale()
    await fillIn()
    vi.advanceTimersByTime(typedCardLifeMs)
    await settle()
    expect(document.body.textContent).toContain(sale.cleared)
    expect(field(sale.holder).value).toBe('Marta Lindqvist')
  })
})
