import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../../src-renderer/messages'
import { fieldProblemText } from '../../../../../src-renderer/messages/field-text'
import { defaultSaleRules } from '../../../../../src-shared/domain/sale-rules'
import {
  button,
  chooseInMenu,
  field,
  mountApp,
  settle,
  type,
  unmountAfterEach,
} from '../../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.settings.form
const { profiles } = messages.settings
const rules = messages.settings.saleRules
const good = {
  [words.name]: 'Shop FR',
  [words.baseUrl]: 'https://gate.example.com/paynet/',
  [words.login]: 'ShopFR',
  [words.controlKey]: 'CONTROL-KEY-7F',
  [words.routeId]: '4412',
  [words.routeCurrency]: 'eur',
}

async function openForm() {
  return mountApp('/settings/profiles?add=1')
}

async function saveWith(change: Record<string, string> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...good, ...change })) type(field(label), value)
  await settle()
  button(words.save).click()
  await settle()
}

function problemUnder(label: string): string | null {
  return document.getElementById(`${field(label).id}-note`)?.querySelector('.problem')?.textContent ?? null
}

describe('the profile form', () => {
  it.each([
    [words.name, '', 'required'],
    [words.baseUrl, '', 'required'],
    [words.baseUrl, 'gate.example.com/paynet', 'not-a-base-url'],
    [words.baseUrl, 'https://gate.example.com/paynet?x=1', 'not-a-base-url'],
    [words.baseUrl, 'http://gate.example.com/paynet', 'not-a-public-https-address'],
    [words.baseUrl, 'https://10.0.0.7/paynet', 'not-a-public-https-address'],
    [words.baseUrl, 'https://①⑥⑨.254.169.254/paynet', 'not-a-public-https-address'],
    [words.login, 'a login with spaces', 'not-an-id'],
    [words.login, 'l'.repeat(21), 'too-long'],
    [words.controlKey, '', 'required'],
    [words.routeId, '44a', 'not-a-route-id'],
    [words.routeCurrency, 'EURO', 'unknown-currency'],
    [words.routeCurrency, '', 'required'],
    [words.ip, '1.2.3', 'not-an-ip-address'],
    [rules.returnUrl, 'shop.example.com', 'not-a-url'],
    [rules.returnUrl, 'http://shop.example.com/3ds', 'not-an-https-address'],
    [words.paceMin, '2', 'pace-order'],
    [words.paceMax, '1', 'pace-order'],
  ])('refuses %s "%s" under the field', async (label, value, key) => {
    const { desk } = await openForm()
    await saveWith({ [label]: value })
    const shownUnder = label === words.paceMax ? words.paceMin : label
    expect(problemUnder(shownUnder)).toBe(fieldProblemText(key, label))
    expect(desk.callsOf('profiles.save')).toEqual([])
  })

  it('shows the real host name when the address has letters of another alphabet (E4)', async () => {
    await openForm()
    type(field(words.baseUrl), 'https://apple.com/paynet')
    await settle()
    expect(document.body.textContent).not.toContain('xn--')
    type(field(words.baseUrl), 'https://аррӏе.com/paynet')
    await settle()
    expect(document.body.textContent).toContain('xn--80ak6aa92e.com')
  })

  it('sends a valid profile, trimmed, and the key as a separate value', async () => {
    const { desk } = await openForm()
    await saveWith()
    expect(desk.callsOf('profiles.save')).toEqual([
      {
        profile: {
          profileId: null,
          name: 'Shop FR',
          target: { kind: 'gateway-test', baseUrl: 'https://gate.example.com/paynet' },
          login: 'ShopFR',
          routes: [{ kind: 'endpoint', id: '4412', label: '', currency: 'EUR' }],
          rebillControl: 'without-endpoint',
          defaultIpAddress: '',
          pollPace: { minMs: 3000, maxMs: 5000 },
          safetyLevel: 'confirm',
          saleRules: defaultSaleRules('gateway-test'),
        },
        controlKey: 'CONTROL-KEY-7F',
      },
    ])
  })

  it('keeps the control key in no store and shows a stored one never again (S14)', async () => {
    const { pinia } = await openForm()
    await saveWith()
    expect(JSON.stringify(pinia.state.value)).not.toContain('CONTROL-KEY-7F')
    expect(document.body.innerHTML).not.toContain('CONTROL-KEY-7F')
    await chooseInMenu(profiles.actionsFor({ name: 'Nord Shop' }), profiles.edit)
    expect(document.querySelector('form')?.textContent).not.toContain('CONTROL-KEY')
  })

  it('says that a profile was saved, tests the connection and shows the result, and its menu has the focus', async () => {
    const { desk } = await openForm()
    await saveWith()
    const notes = [...document.querySelectorAll('[role="status"]')].map((each) => each.textContent)
    expect(notes).toContain(profiles.saved)
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      profiles.actionsFor({ name: 'Nord Shop' }),
    )
    expect(desk.callsOf('profiles.test')).toHaveLength(1)
    expect(document.body.textContent).toContain(messages.settings.testOutcomes.works.title)
  })

  it('shows an error of main under its field', async () => {
    const { desk } = await openForm()
    desk.refuse('profiles.save', {
      code: 'validation-failed',
      details: { fields: { 'profile.routes.0.id': 'given-twice', controlKey: 'required-again' } },
    })
    await saveWith()
    expect(problemUnder(words.routeId)).toBe(fieldProblemText('given-twice'))
    expect(problemUnder(words.controlKey)).toBe(fieldProblemText('required-again'))
  })

  it('asks for a recovery code before the first gateway profile', async () => {
    await mountApp('/settings/profiles?add=1', { state: { recovery: 'not-made' } })
    expect(document.body.textContent).toContain(messages.settings.profiles.recoveryFirst)
    expect(() => field(words.controlKey)).toThrow()
  })
})

describe('the rules for typed cards', () => {
  function savedRules(desk: { callsOf(name: 'profiles.save'): unknown[] }) {
    const [input] = desk.callsOf('profiles.save') as { profile: { saleRules: object } }[]
    return input?.profile.saleRules
  }

  function accepts(): boolean {
    const box = [...document.querySelectorAll('[role="checkbox"]')].find((each) =>
      each.textContent.includes(rules.accepts),
    )
    return box?.getAttribute('aria-checked') === 'true'
  }

  function choose(value: string): void {
    document.querySelector<HTMLInputElement>(`input[type="radio"][value="${value}"]`)?.click()
  }

  function press(name: string): void {
    const found = document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)
    if (found === null) throw new Error(`no button "${name}"`)
    found.click()
  }

  it('are off for live profiles until the box is ticked, with an explanation of the consequences', async () => {
    const { desk } = await openForm()
    expect(accepts()).toBe(true)
    choose('production')
    await settle()
    expect(accepts()).toBe(false)
    expect(document.body.textContent).toContain(rules.productionText)
    await saveWith()
    expect(savedRules(desk)).toMatchObject({ acceptsCards: false })
  })

  it('are on for live profiles when the box is ticked', async () => {
    const { desk } = await openForm()
    choose('production')
    await settle()
    for (const box of document.querySelectorAll<HTMLElement>('[role="checkbox"]')) box.click()
    await settle()
    await saveWith()
    expect(savedRules(desk)).toMatchObject({ acceptsCards: true })
  })

  it('allow another formula for the control of a sale, value by value', async () => {
    const { desk } = await openForm()
    press(rules.up({ value: rules.saleValues['client order id'] }))
    await settle()
    press(rules.drop({ value: rules.saleValues.email }))
    await settle()
    const add = document.querySelector<HTMLSelectElement>(`select[aria-label^="${rules.add}"]`)
    if (add === null) throw new Error('nothing to add with')
    add.value = 'currency'
    add.dispatchEvent(new Event('change'))
    await settle()
    await saveWith()
    expect(savedRules(desk)).toMatchObject({
      control: ['client order id', 'route id', 'amount in minor units', 'currency'],
      uploadControl: ['login', 'client order id', 'gateway order id'],
    })
  })

  it('reset to the standard formula with one button', async () => {
    const { desk } = await openForm()
    expect(() => button(rules.reset)).toThrow()
    press(rules.down({ value: rules.uploadValues.login }))
    await settle()
    button(rules.reset).click()
    await settle()
    await saveWith()
    expect(savedRules(desk)).toEqual(defaultSaleRules('gateway-test'))
  })

  it('cannot lose the last value of a formula', async () => {
    await openForm()
    for (const value of ['email', 'amount in minor units', 'client order id'] as const) {
      press(rules.drop({ value: rules.saleValues[value] }))
      await settle()
    }
    const last = document.querySelector<HTMLButtonElement>(
      `button[aria-label="${rules.drop({ value: rules.saleValues['route id'] })}"]`,
    )
    expect(last?.disabled).toBe(true)
  })
})

describe('a tested connection', () => {
  it.each(Object.keys(messages.settings.testOutcomes) as (keyof typeof messages.settings.testOutcomes)[])(
    'is reported in plain words: %s',
    async (outcome) => {
      const { desk } = await mountApp('/settings/profiles')
      desk.reply('profiles.test', () => ({
        outcome,
        durationMs: 12,
        serialNumber: null,
        gatewayCode: null,
        gatewayMessage: null,
        failure: null,
        httpStatus: null,
        clockSkewMs: null,
      }))
      await chooseInMenu(profiles.actionsFor({ name: 'Nord Shop' }), profiles.test)
      expect(document.querySelector('.result')?.textContent).toContain(
        messages.settings.testOutcomes[outcome].text,
      )
    },
  )

  it('names the issuer of an untrusted certificate, and the remedy (A17)', async () => {
    const { desk } = await mountApp('/settings/profiles')
    desk.reply('profiles.test', () => ({
      outcome: 'unreachable',
      durationMs: 12,
      serialNumber: null,
      gatewayCode: null,
      gatewayMessage: null,
      failure: 'tls:UNABLE_TO_VERIFY_LEAF_SIGNATURE:Office Proxy CA',
      httpStatus: null,
      clockSkewMs: null,
    }))
    await chooseInMenu(profiles.actionsFor({ name: 'Nord Shop' }), profiles.test)
    const shown = document.querySelector('.result')?.textContent
    expect(shown).toContain('Certificate authority: Office Proxy CA')
    expect(shown).toContain('ask your administrator to install its certificate')
  })
})
