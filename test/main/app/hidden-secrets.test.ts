import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hiderOf, hideSecretsFromLog } from '../../../src-main/app/hidden-secrets'
import { SecretRegistry } from '../../../src-main/platform/redact'
import { KeptSecretVault } from '../../../src-main/secrets/secret-vault'
import { SessionSecretStore } from '../../../src-main/secrets/session-secret-store'

const owner = {
  profileId: 'p1',
  name: 'Shop EU',
  environment: 'production',
  login: 'NordShop',
  baseUrl: 'https://gate.example.test/paynet',
} as const
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const body = privateKey.replace(/-----[A-Z ]+-----|\s/g, '')

/** Two runs of the app over one keychain, each with what its log hides. */
function run(keychain: SessionSecretStore) {
  const registry = new SecretRegistry()
  const kept = new KeptSecretVault(keychain, new SessionSecretStore(), hiderOf(registry))
  return { registry, vault: hideSecretsFromLog(kept, registry) }
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
    const secrets = [
      'merchant-control-value',
      Buffer.alloc(32, 7).toString('base64'),
      body,
      privateKey,
      wrapping,
    ]
    for (const { registry } of [first, second])
      for (const secret of secrets) {
        expect(secret.length).toBeGreaterThan(6)
        expect(registry.redact(`text ${secret} text`)).not.toContain(secret)
      }
  })

  it('is not the rest of a line', async () => {
    const { registry, vault } = run(new SessionSecretStore())
    await vault.sealSigningKey(owner, privateKey)
    expect(registry.redact('profile p1 of NordShop was saved')).toBe('profile p1 of NordShop was saved')
  })
})
