import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { button, field, mountDesk, settle, type, unmountAfterEach } from '../../../support/mount-desk'

unmountAfterEach(afterEach)

const words = messages.settings.form
const good = {
  [words.name]: 'Shop FR',
  [words.baseUrl]: 'https://gate.example.com/paynet/',
  [words.login]: 'ShopFR',
  [words.controlKey]: 'CONTROL-KEY-7F',
  [words.routeId]: '4412',
  [words.routeCurrency]: 'eur',
}

async function openForm() {
  return mountDesk('/settings/profiles?add=1')
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
    [words.login, 'a login with spaces', 'not-an-id'],
    [words.login, 'l'.repeat(21), 'too-long'],
    [words.controlKey, '', 'required'],
    [words.routeId, '44a', 'not-a-route-id'],
    [words.routeCurrency, 'EURO', 'unknown-currency'],
    [words.routeCurrency, '', 'required'],
    [words.ip, '1.2.3', 'not-an-ip-address'],
    [words.paceMin, '2', 'pace-order'],
    [words.paceMax, '1', 'pace-order'],
  ])('refuses %s "%s" under the field', async (label, value, key) => {
    const { desk } = await openForm()
    await saveWith({ [label]: value })
    const shownUnder = label === words.paceMax ? words.paceMin : label
    expect(problemUnder(shownUnder)).toBe(messages.fields.problem(key))
    expect(desk.callsOf('profiles.save')).toEqual([])
  })

  it('sends a good profile, cleaned, and the key beside it', async () => {
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
        },
        controlKey: 'CONTROL-KEY-7F',
      },
    ])
  })

  it('keeps the control key in no store and shows a stored one never again (C14)', async () => {
    const { pinia } = await openForm()
    await saveWith()
    expect(JSON.stringify(pinia.state.value)).not.toContain('CONTROL-KEY-7F')
    expect(document.body.innerHTML).not.toContain('CONTROL-KEY-7F')
    button(messages.settings.profiles.edit).click()
    await settle()
    expect(document.querySelector('form')?.textContent).not.toContain('CONTROL-KEY')
  })

  it('tests the connection right after saving and says what it found', async () => {
    const { desk } = await openForm()
    await saveWith()
    expect(desk.callsOf('profiles.test')).toHaveLength(1)
    expect(document.body.textContent).toContain(messages.settings.testOutcomes.works.title)
  })

  it('shows what main refuses under the field that main names', async () => {
    const { desk } = await openForm()
    desk.refuse('profiles.save', {
      code: 'validation-failed',
      details: { fields: { 'profile.routes.0.id': 'given-twice', controlKey: 'required-again' } },
    })
    await saveWith()
    expect(problemUnder(words.routeId)).toBe(messages.fields.problem('given-twice'))
    expect(problemUnder(words.controlKey)).toBe(messages.fields.problem('required-again'))
  })

  it('asks for a recovery code before the first gateway profile', async () => {
    await mountDesk('/settings/profiles?add=1', { state: { recovery: 'not-made' } })
    expect(document.body.textContent).toContain(messages.settings.profiles.recoveryFirst)
    expect(() => field(words.controlKey)).toThrow()
  })
})

describe('a tested connection', () => {
  it.each(Object.keys(messages.settings.testOutcomes) as (keyof typeof messages.settings.testOutcomes)[])(
    'is told in plain words: %s',
    async (outcome) => {
      const { desk } = await mountDesk('/settings/profiles')
      desk.reply('profiles.test', () => ({
        outcome,
        durationMs: 12,
        serialNumber: null,
        gatewayCode: null,
        gatewayMessage: null,
        httpStatus: null,
        clockSkewMs: null,
      }))
      button(messages.settings.profiles.test).click()
      await settle()
      expect(document.querySelector('.result')?.textContent).toContain(
        messages.settings.testOutcomes[outcome].text,
      )
    },
  )
})
