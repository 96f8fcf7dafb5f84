import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { fieldProblemText, isKnownProblem } from '../../../../src-renderer/messages/field-text'
import { profile, signingKey } from '../../../support/view-data'
import { button, field, mountApp, settle, type, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.settings.signingKey
const pasted = '-----BEGIN PRIVATE KEY-----\nMIIEvQ-private-part\n-----END PRIVATE KEY-----'

async function openKeys(key = profile().signingKey) {
  return mountApp('/settings/keys', { state: { profiles: [profile({ signingKey: key })] } })
}

async function press(name: string): Promise<void> {
  button(name).click()
  await settle()
}

describe('the RSA key of a profile', () => {
  it('shows length, origin, fingerprint and the public part, and copies it', async () => {
    const { desk } = await openKeys()
    const text = document.body.textContent
    expect(text).toContain(words.facts({ bits: 2048, origin: words.origins.created }))
    expect(text).toContain(signingKey().fingerprint)
    expect(text).toContain('-----BEGIN PUBLIC KEY-----')
    await press(words.copyPublicKey)
    expect(desk.callsOf('clipboard.copy')).toEqual([{ text: signingKey().publicKey }])
  })

  it.each(['bound-elsewhere', 'lost'] as const)('explains a key that is %s', async (state) => {
    await openKeys(signingKey({ state }))
    expect(document.body.textContent).toContain(words.states[state].text)
  })

  it('tells two profiles of one name apart by address and login', async () => {
    const profiles = ['nord-eu', 'nord-us'].map((login) => profile({ profileId: login, login }))
    await mountApp('/settings/keys', { state: { profiles } })
    const heads = [...document.querySelectorAll('.key h3 + p')].map((head) => head.textContent)
    expect(heads).toEqual([expect.stringContaining('nord-eu'), expect.stringContaining('nord-us')])
  })

  it('explains what is unavailable without one', async () => {
    await openKeys(null)
    expect(document.body.textContent).toContain(words.none)
    expect(() => button(words.remove)).toThrow()
  })

  it('imports a pasted key and keeps it nowhere in the window', async () => {
    const { desk, pinia } = await openKeys(null)
    await press(words.import)
    type(field(words.importField), pasted)
    await settle()
    await press(words.importButton)
    expect(desk.callsOf('signingKeys.import')).toEqual([{ profileId: 'p-sim', privateKey: pasted }])
    expect(JSON.stringify(pinia.state.value)).not.toContain('private-part')
    expect(document.documentElement.outerHTML).not.toContain('private-part')
    expect(() => field(words.importField)).toThrow()
    expect(document.body.textContent).toContain(words.facts({ bits: 2048, origin: words.origins.imported }))
  })

  it('clears the pasted text when the dialog is closed', async () => {
    await openKeys(null)
    await press(words.import)
    type(field(words.importField), pasted)
    await settle()
    const cancel = document.querySelector<HTMLButtonElement>('[role="dialog"] .actions button')
    cancel?.click()
    await settle()
    expect(document.documentElement.outerHTML).not.toContain('private-part')
    await press(words.import)
    expect(field(words.importField).value).toBe('')
  })

  it.each([
    'not-a-key',
    'public-key',
    'certificate',
    'openssh-key',
    'passphrase-protected',
    'several-keys',
    'not-rsa',
    'key-too-short',
  ])('explains under the field what was pasted instead: %s', async (problem) => {
    const { desk } = await openKeys(null)
    desk.refuse('signingKeys.import', {
      code: 'validation-failed',
      details: { fields: { privateKey: problem } },
    })
    await press(words.import)
    type(field(words.importField), 'something else')
    await settle()
    await press(words.importButton)
    const input = field(words.importField)
    expect(document.getElementById(`${input.id}-note`)?.textContent).toBe(fieldProblemText(problem))
    expect(isKnownProblem(problem)).toBe(true)
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })

  it('sends nothing for an empty field', async () => {
    const { desk } = await openKeys(null)
    await press(words.import)
    await press(words.importButton)
    expect(desk.callsOf('signingKeys.import')).toEqual([])
    expect(document.body.textContent).toContain(fieldProblemText('required', words.importField))
  })

  it('creates a key pair of the chosen length and warns that it replaces the current one', async () => {
    const { desk } = await openKeys()
    await press(words.create)
    expect(document.body.textContent).toContain(words.replaces)
    document.querySelector<HTMLInputElement>('input[value="4096"]')?.click()
    await settle()
    await press(words.createButton)
    expect(desk.callsOf('signingKeys.create')).toEqual([{ profileId: 'p-sim', bits: 4096 }])
    expect(document.body.textContent).toContain(words.facts({ bits: 4096, origin: words.origins.created }))
  })

  it('removes the key only after a confirmation', async () => {
    const { desk } = await openKeys()
    await press(words.remove)
    expect(desk.callsOf('signingKeys.remove')).toEqual([])
    expect(document.body.textContent).toContain(words.removeText)
    const confirmed = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].at(-1)
    confirmed?.click()
    await settle()
    expect(desk.callsOf('signingKeys.remove')).toEqual([{ profileId: 'p-sim' }])
    expect(document.body.textContent).toContain(words.none)
  })
})
