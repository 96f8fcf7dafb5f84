import { describe, expect, it } from 'vitest'
import type { KeychainState, LockState, SecretStore } from '../../../src-main/ports/secret-store'
import type { SecretOwner } from '../../../src-main/ports/secret-vault'
import { KeychainVault } from '../../../src-main/secrets/secret-vault'
import { SessionSecretStore } from '../../../src-main/secrets/session-secret-store'

class FakeKeychain implements SecretStore {
  readonly items = new Map<string, string>()
  state: KeychainState = { kind: 'available', backend: 'fake-keyring' }
  losesWrites = false

  async probe(): Promise<KeychainState> {
    return Promise.resolve(this.state)
  }

  async lockState(): Promise<LockState> {
    return Promise.resolve(this.state.kind === 'locked' ? 'locked' : 'unlocked')
  }

  async get(account: string): Promise<string | null> {
    return Promise.resolve(this.items.get(account) ?? null)
  }

  async set(account: string, secret: string): Promise<void> {
    if (!this.losesWrites) this.items.set(account, secret)
    return Promise.resolve()
  }

  async delete(account: string): Promise<void> {
    this.items.delete(account)
    return Promise.resolve()
  }
}

const owner: SecretOwner = {
  profileId: 'p1',
  name: 'Shop EU',
  environment: 'production',
  login: 'NordShop',
  baseUrl: 'https://gate.example.test/paynet',
  hasSecret: true,
}
const controlKey = '7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3'

function setUp() {
  const keychain = new FakeKeychain()
  const session = new SessionSecretStore()
  return { keychain, session, vault: new KeychainVault(keychain, session, '/data/log.db') }
}

function isMissing(reason: string): Error {
  return expect.objectContaining({
    code: 'secret-missing',
    details: { profileName: 'Shop EU', reason },
  }) as Error
}

describe('the control key of a profile', () => {
  it('comes back for the login and address it was entered for', async () => {
    const { vault } = setUp()
    await vault.saveControlKey(owner, controlKey)
    expect(await vault.readControlKey(owner)).toBe(controlKey)
  })

  it.each([
    ['another base URL', { baseUrl: 'https://gate.example.net/paynet' }],
    ['another path prefix', { baseUrl: 'https://gate.example.test/other' }],
    ['a lost base URL', { baseUrl: null }],
    ['another login', { login: 'NordShop2' }],
    ['a profile turned into a simulator', { environment: 'simulator' as const, baseUrl: null }],
  ])('is not handed out for %s (S13)', async (_case, change) => {
    const { vault } = setUp()
    await vault.saveControlKey(owner, controlKey)
    await expect(vault.readControlKey({ ...owner, ...change })).rejects.toEqual(
      isMissing('bound-to-other-address'),
    )
  })

  it('of a simulator is bound to a fixed word, since its address changes with each start', async () => {
    const { vault } = setUp()
    const simulated = { ...owner, environment: 'simulator' as const, baseUrl: null }
    await vault.saveControlKey(simulated, controlKey)
    expect(await vault.readControlKey({ ...simulated, baseUrl: 'http://127.0.0.1:4000/paynet' })).toBe(
      controlKey,
    )
    await expect(vault.readControlKey(owner)).rejects.toEqual(isMissing('bound-to-other-address'))
  })

  it('distinguishes a key that was never set from one that is gone', async () => {
    const { vault } = setUp()
    await expect(vault.readControlKey({ ...owner, hasSecret: false })).rejects.toEqual(isMissing('never-set'))
    await expect(vault.readControlKey(owner)).rejects.toEqual(isMissing('gone-from-keychain'))
  })

  it.each(['not json', '{}', '"text"', '{"version":2}', `{"version":1,"controlKey":"${controlKey}"}`])(
    'is damaged when the item reads %s',
    async (text) => {
      const { vault, keychain } = setUp()
      await vault.saveControlKey(owner, controlKey)
      for (const account of keychain.items.keys()) keychain.items.set(account, text)
      await expect(vault.readControlKey(owner)).rejects.toEqual(isMissing('damaged'))
    },
  )

  it('is forgotten with its profile, and only then', async () => {
    const { vault, keychain } = setUp()
    await vault.saveControlKey(owner, controlKey)
    await vault.saveControlKey({ ...owner, profileId: 'p2' }, 'another')
    await vault.deleteProfileSecrets('p1')
    await expect(vault.readControlKey(owner)).rejects.toEqual(isMissing('gone-from-keychain'))
    expect(await vault.readControlKey({ ...owner, profileId: 'p2' })).toBe('another')
    await vault.deleteProfileSecrets('p1')
    expect(keychain.items.size).toBe(1)
  })

  it('is never in an error', async () => {
    const { vault } = setUp()
    await vault.saveControlKey(owner, controlKey)
    const error: unknown = await vault
      .readControlKey({ ...owner, login: 'other' })
      .catch((thrown: unknown) => thrown)
    expect(JSON.stringify(error) + String(error)).not.toContain(controlKey)
  })
})

describe('the database key', () => {
  const key = new Uint8Array(32).map((_byte, index) => index * 7)

  it('comes back byte by byte', async () => {
    const { vault } = setUp()
    expect(await vault.readDatabaseKey()).toBeNull()
    await vault.saveDatabaseKey(key)
    expect(Uint8Array.from((await vault.readDatabaseKey()) ?? [])).toEqual(key)
  })

  it.each(['', 'short', `${Buffer.from(key).toString('base64')}=`, Buffer.alloc(33).toString('base64')])(
    'is reported as damaged, never read as another key, when the item reads "%s"',
    async (text) => {
      const { vault, keychain } = setUp()
      await vault.saveDatabaseKey(key)
      for (const account of keychain.items.keys()) keychain.items.set(account, text)
      await expect(vault.readDatabaseKey()).rejects.toMatchObject({
        code: 'secret-missing',
        details: { reason: 'damaged' },
      })
    },
  )

  it('is 32 bytes or refused', async () => {
    const { vault } = setUp()
    await expect(vault.saveDatabaseKey(new Uint8Array(16))).rejects.toMatchObject({ code: 'internal' })
  })

  it('is not taken for kept when the keychain loses it', async () => {
    const { vault, keychain } = setUp()
    keychain.losesWrites = true
    await expect(vault.saveDatabaseKey(key)).rejects.toMatchObject({
      code: 'secret-store-unavailable',
      details: { reason: 'not-kept' },
    })
  })
})

describe('the mode of the vault', () => {
  it('is session-only without a keychain, and nothing reaches the keychain then', async () => {
    const { vault, keychain } = setUp()
    keychain.state = { kind: 'unavailable', reason: 'no bus' }
    await vault.probe()
    await vault.saveControlKey(owner, controlKey)
    expect({ mode: vault.mode(), kept: keychain.items.size }).toEqual({ mode: 'session-only', kept: 0 })
    expect(await vault.readControlKey(owner)).toBe(controlKey)
  })

  it('stays with a locked keychain: a locked one is no reason to keep secrets elsewhere', async () => {
    const { vault, keychain } = setUp()
    keychain.state = { kind: 'locked' }
    expect(await vault.probe()).toEqual({ kind: 'locked' })
    expect(vault.mode()).toBe('os')
  })

  it('moves what the session kept into a keychain that has come back', async () => {
    const { vault, keychain, session } = setUp()
    keychain.state = { kind: 'unavailable', reason: 'no bus' }
    await vault.probe()
    await vault.saveControlKey(owner, controlKey)
    keychain.state = { kind: 'available', backend: 'fake-keyring' }
    await vault.probe()
    expect({ mode: vault.mode(), left: session.accounts() }).toEqual({ mode: 'os', left: [] })
    expect(await vault.readControlKey(owner)).toBe(controlKey)
  })

  it('never overwrites a key that the keychain already has', async () => {
    const { vault, keychain } = setUp()
    const older = new Uint8Array(32).fill(1)
    await vault.saveDatabaseKey(older)
    keychain.state = { kind: 'unavailable', reason: 'no bus' }
    await vault.probe()
    await vault.saveDatabaseKey(new Uint8Array(32).fill(2))
    keychain.state = { kind: 'available', backend: 'fake-keyring' }
    await vault.probe()
    expect(Uint8Array.from((await vault.readDatabaseKey()) ?? [])).toEqual(older)
  })
})
