import { describe, expect, it } from 'vitest'
import { hideSecretsFromLog } from '../../../src-main/app/hidden-secrets'
import { redact } from '../../../src-main/platform/redact'
import { SecretFingerprints } from '../../../src-main/platform/secret-fingerprints'
import { KeychainVault } from '../../../src-main/secrets/secret-vault'
import { SessionSecretStore } from '../../../src-main/secrets/session-secret-store'
import { rsaKey } from '../../support/rsa-key'

const owner = {
  profileId: 'p1',
  name: 'Shop EU',
  environment: 'production',
  login: 'NordShop',
  baseUrl: 'https://gate.example.test/paynet',
} as const
const { privateKey } = rsaKey()
const body = privateKey.replace(/-----[A-Z ]+-----|\s/g, '')

/** Two runs of the app over one keychain, each with what its log hides. */
function run(keychain: SessionSecretStore) {
  const secrets = new SecretFingerprints()
  const kept = new KeychainVault(
    keychain,
    new SessionSecretStore(),
    '/data/log.db',
    (profileId, wrappingKey) => {
      secrets.add(wrappingKey, profileId)
    },
  )
  return { secrets, vault: hideSecretsFromLog(kept, secrets) }
}

describe('what the log hides', () => {
  it('is every key from the moment it is taken in or read', async () => {
    const keychain = new SessionSecretStore()
    const first = run(keychain)
    await first.vault.saveControlKey(owner, 'merchant-control-value')
    await first.vault.saveDatabaseKey(new Uint8Array(32).fill(7))
    const sealed = await first.vault.sealSigningKey(owner, privateKey)
    const wrapping = (await keychain.get('profile-p1-wrapping-key')) ?? ''
    const second = run(keychain)
    await second.vault.readControlKey({ ...owner, hasSecret: true })
    await second.vault.readDatabaseKey()
    expect(await second.vault.openSigningKey(owner, sealed)).toBe(privateKey)
    const keys = [
      'merchant-control-value',
      Buffer.alloc(32, 7).toString('base64'),
      body,
      privateKey,
      wrapping,
    ]
    for (const { secrets } of [first, second])
      for (const key of keys) {
        expect(key.length).toBeGreaterThan(6)
        expect(redact(secrets.hideIn(`text ${key} text`))).not.toContain(key)
      }
  })

  it('is not the rest of a line', async () => {
    const { secrets, vault } = run(new SessionSecretStore())
    await vault.sealSigningKey(owner, privateKey)
    expect(secrets.hideIn('profile p1 of NordShop was saved')).toBe('profile p1 of NordShop was saved')
  })

  it('is no key of a removed profile, and still every other key (E2)', async () => {
    const keychain = new SessionSecretStore()
    const { secrets, vault } = run(keychain)
    await vault.saveDatabaseKey(new Uint8Array(32).fill(7))
    await vault.saveControlKey(owner, 'merchant-control-value')
    await vault.saveControlKey({ ...owner, profileId: 'p2' }, 'control-value-of-another')
    await vault.sealSigningKey(owner, privateKey)
    const wrapping = (await keychain.get('profile-p1-wrapping-key')) ?? ''
    await vault.deleteProfileSecrets('p1')
    const gone = `merchant-control-value ${body} ${wrapping}`
    expect(secrets.hideIn(gone)).toBe(gone)
    expect(secrets.hideIn('control-value-of-another')).toBe('••••••••')
    expect(secrets.hideIn(Buffer.alloc(32, 7).toString('hex'))).toBe('••••••••')
  })
})
