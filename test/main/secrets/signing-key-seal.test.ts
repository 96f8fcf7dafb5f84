import { describe, expect, it } from 'vitest'
import type { KeychainState } from '../../../src-main/ports/secret-store'
import { KeychainVault } from '../../../src-main/secrets/secret-vault'
import { sealText, unsealText } from '../../../src-main/secrets/sealed-text'
import { SessionSecretStore } from '../../../src-main/secrets/session-secret-store'
import { rsaKey } from '../../support/rsa-key'

/** A keychain in memory that a test can make unavailable. */
class FakeKeychain extends SessionSecretStore {
  state: KeychainState = { kind: 'available', backend: 'fake-keyring' }
  losesWrites = false

  override probe(): Promise<KeychainState> {
    return Promise.resolve(this.state)
  }

  override set(account: string, secret: string): Promise<void> {
    return this.losesWrites ? Promise.resolve() : super.set(account, secret)
  }
}

const owner = {
  profileId: 'p1',
  name: 'Shop EU',
  environment: 'production',
  login: 'NordShop',
  baseUrl: 'https://gate.example.test/paynet',
} as const
const { privateKey } = rsaKey()

function setUp() {
  const keychain = new FakeKeychain()
  const session = new SessionSecretStore()
  const heard: string[] = []
  const vault = new KeychainVault(keychain, session, '/data/log.db', (_, key) => heard.push(key))
  return { keychain, session, heard, vault }
}

function isMissing(reason: string): Error {
  return expect.objectContaining({
    code: 'secret-missing',
    details: { profileName: 'Shop EU', reason },
  }) as Error
}

async function itemsOf(store: SessionSecretStore): Promise<[account: string, secret: string | null][]> {
  return Promise.all(
    store.accounts().map(async (name) => [name, await store.get(name)] as [string, string | null]),
  )
}

describe('the signing key of a profile', () => {
  it('is returned for its owner, and the stored form shows nothing of it', async () => {
    const { vault, keychain } = setUp()
    const sealed = await vault.sealSigningKey(owner, privateKey)
    expect(await vault.openSigningKey(owner, sealed)).toBe(privateKey)
    const text = Buffer.from(sealed).toString('latin1')
    for (const line of privateKey.split('\n').filter((one) => one !== '')) expect(text).not.toContain(line)
    const [[account, secret] = []] = await itemsOf(keychain)
    expect([account, Buffer.from(secret ?? '', 'base64').length]).toEqual(['profile-p1-wrapping-key', 32])
    expect(text).not.toContain(Buffer.from(secret ?? '', 'base64').toString('latin1'))
  })

  it('is sealed differently each time, under one wrapping key of its profile', async () => {
    const { vault, keychain } = setUp()
    const first = await vault.sealSigningKey(owner, privateKey)
    const items = await itemsOf(keychain)
    const second = await vault.sealSigningKey(owner, privateKey)
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(false)
    expect(await itemsOf(keychain)).toEqual(items)
    await vault.sealSigningKey({ ...owner, profileId: 'p2' }, privateKey)
    expect(new Set((await itemsOf(keychain)).map(([, secret]) => secret)).size).toBe(2)
    expect(await vault.openSigningKey(owner, first)).toBe(privateKey)
  })

  it.each([
    ['another login', { login: 'OtherShop' }],
    ['another address', { baseUrl: 'https://gate.example.test/other' }],
    ['another host (S10)', { baseUrl: 'https://gate.evil.test/paynet' }],
    ['the simulator', { environment: 'simulator' as const, baseUrl: null }],
    ['a login and an address that spell the same together', { login: 'NordShop",', baseUrl: '' }],
  ])('is not opened for %s (S13)', async (_case, change) => {
    const { vault } = setUp()
    const sealed = await vault.sealSigningKey(owner, privateKey)
    await expect(vault.openSigningKey({ ...owner, ...change }, sealed)).rejects.toEqual(
      isMissing('bound-to-other-address'),
    )
    expect(await vault.openSigningKey(owner, sealed)).toBe(privateKey)
  })

  it('is not opened for another profile with the same login and address (S13)', async () => {
    const { vault } = setUp()
    const sealed = await vault.sealSigningKey(owner, privateKey)
    await vault.sealSigningKey({ ...owner, profileId: 'p2' }, privateKey)
    await expect(vault.openSigningKey({ ...owner, profileId: 'p2' }, sealed)).rejects.toEqual(
      isMissing('bound-to-other-address'),
    )
  })

  it('of a simulator is bound to a fixed word, since its address changes with each start', async () => {
    const { vault } = setUp()
    const simulated = { ...owner, environment: 'simulator' as const, baseUrl: null }
    const sealed = await vault.sealSigningKey(simulated, privateKey)
    const moved = { ...simulated, baseUrl: 'http://127.0.0.1:4000/paynet' }
    expect(await vault.openSigningKey(moved, sealed)).toBe(privateKey)
  })

  it('is lost without its wrapping key, and deleted only with its profile', async () => {
    const { vault, keychain } = setUp()
    const sealed = await vault.sealSigningKey(owner, privateKey)
    const other = await vault.sealSigningKey({ ...owner, profileId: 'p2' }, privateKey)
    await vault.saveControlKey(owner, '7E1F0C52-3B9A')
    await vault.deleteProfileSecrets('p1')
    expect(keychain.accounts()).toEqual(['profile-p2-wrapping-key'])
    await expect(vault.openSigningKey(owner, sealed)).rejects.toEqual(isMissing('gone-from-keychain'))
    expect(await vault.openSigningKey({ ...owner, profileId: 'p2' }, other)).toBe(privateKey)
    await vault.deleteProfileSecrets('p1')
  })

  it.each(['', 'short', Buffer.alloc(33).toString('base64'), `${Buffer.alloc(32).toString('base64')}=`])(
    'is damaged when the wrapping key reads "%s", and can be sealed anew',
    async (text) => {
      const { vault, keychain } = setUp()
      const sealed = await vault.sealSigningKey(owner, privateKey)
      await keychain.set('profile-p1-wrapping-key', text)
      await expect(vault.openSigningKey(owner, sealed)).rejects.toEqual(isMissing('damaged'))
      const again = await vault.sealSigningKey(owner, privateKey)
      expect(await vault.openSigningKey(owner, again)).toBe(privateKey)
      await expect(vault.openSigningKey(owner, sealed)).rejects.toEqual(isMissing('damaged'))
    },
  )

  it('is damaged, never another key, when any byte of it changed', async () => {
    const { vault } = setUp()
    const sealed = await vault.sealSigningKey(owner, privateKey)
    const reasons = new Set<string>()
    for (const at of [0, 1, 32, 33, 44, 45, 60, 61, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte))
      const error: unknown = await vault.openSigningKey(owner, changed).catch((thrown: unknown) => thrown)
      expect(error, String(at)).toMatchObject({ code: 'secret-missing' })
      reasons.add((error as { details: { reason: string } }).details.reason)
    }
    expect([...reasons].sort()).toEqual(['bound-to-other-address', 'damaged'])
    for (const cut of [new Uint8Array(), sealed.subarray(0, 60), sealed.subarray(0, sealed.length - 1)])
      await expect(vault.openSigningKey(owner, cut)).rejects.toEqual(isMissing('damaged'))
  })

  it('is deleted alone, while the control key of its profile stays', async () => {
    const { vault, keychain } = setUp()
    const sealed = await vault.sealSigningKey(owner, privateKey)
    await vault.saveControlKey(owner, '7E1F0C52-3B9A')
    await vault.deleteSigningKey('p1')
    expect(keychain.accounts()).toEqual(['profile-p1-control-key'])
    await expect(vault.openSigningKey(owner, sealed)).rejects.toEqual(isMissing('gone-from-keychain'))
    await vault.deleteSigningKey('p1')
    const anew = await vault.sealSigningKey(owner, privateKey)
    expect(await vault.openSigningKey(owner, anew)).toBe(privateKey)
    await expect(vault.openSigningKey(owner, sealed)).rejects.toEqual(isMissing('damaged'))
  })

  it('is not taken for sealed when the keychain loses its wrapping key', async () => {
    const { vault, keychain } = setUp()
    keychain.losesWrites = true
    await expect(vault.sealSigningKey(owner, privateKey)).rejects.toMatchObject({
      code: 'secret-store-unavailable',
      details: { reason: 'not-kept' },
    })
  })

  it('is never in an error, nor is its wrapping key, which is reported so that the log can hide it', async () => {
    const { vault, keychain, heard } = setUp()
    const sealed = await vault.sealSigningKey(owner, privateKey)
    const error: unknown = await vault
      .openSigningKey({ ...owner, login: 'other' }, sealed)
      .catch((thrown: unknown) => thrown)
    const [[, wrapping] = []] = await itemsOf(keychain)
    const text = JSON.stringify(error) + String(error) + String((error as Error).stack)
    expect(text).not.toContain(privateKey.split('\n')[2])
    expect(text).not.toContain(wrapping)
    expect(new Set(heard)).toEqual(new Set([wrapping]))
  })

  it('works for the session without a keychain, and its wrapping key moves into one that came back', async () => {
    const { vault, keychain, session } = setUp()
    keychain.state = { kind: 'unavailable', reason: 'no bus' }
    await vault.probe()
    const sealed = await vault.sealSigningKey(owner, privateKey)
    expect([keychain.accounts(), await vault.openSigningKey(owner, sealed)]).toEqual([[], privateKey])
    keychain.state = { kind: 'available', backend: 'fake-keyring' }
    await vault.probe()
    expect([session.accounts(), keychain.accounts()]).toEqual([[], ['profile-p1-wrapping-key']])
    expect(await vault.openSigningKey(owner, sealed)).toBe(privateKey)
  })
})

describe('a sealed text', () => {
  it('opens only with its key and binding, whatever its content', async () => {
    const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    for (const text of ['', 'x', 'ключ\u0000\n', 'y'.repeat(100_000)]) {
      const sealed = await sealText(key, 'binding', text)
      expect(await unsealText(key, 'binding', sealed)).toEqual({ kind: 'opened', text })
      expect(await unsealText(key, 'bindinG', sealed)).toEqual({ kind: 'bound-elsewhere' })
      expect(await unsealText(other, 'binding', sealed)).toEqual({ kind: 'damaged' })
    }
  })
})
