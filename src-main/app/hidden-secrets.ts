import type { SecretRegistry } from '../platform/redact'
import type { SecretVault } from '../ports/secret-vault'

/** Makes every key that passes through the vault unwritable for the log, whoever should try. */
export function hideSecretsFromLog(vault: SecretVault, registry: SecretRegistry): SecretVault {
  const known = new Set<string>()
  const hide = (secret: string) => {
    if (known.has(secret)) return
    known.add(secret)
    registry.add(secret)
  }
  const hideBytes = (key: Uint8Array) => {
    hide(Buffer.from(key).toString('base64'))
    hide(Buffer.from(key).toString('hex'))
  }
  return {
    mode: () => vault.mode(),
    probe: () => vault.probe(),
    readDatabaseKey: async () => {
      const key = await vault.readDatabaseKey()
      if (key !== null) hideBytes(key)
      return key
    },
    saveDatabaseKey: (key) => {
      hideBytes(key)
      return vault.saveDatabaseKey(key)
    },
    readControlKey: async (owner) => {
      const key = await vault.readControlKey(owner)
      hide(key)
      return key
    },
    saveControlKey: (owner, controlKey) => {
      hide(controlKey)
      return vault.saveControlKey(owner, controlKey)
    },
    deleteProfileSecrets: (profileId) => vault.deleteProfileSecrets(profileId),
  }
}
