import type { SecretRegistry } from '../platform/redact'
import type { SecretVault } from '../ports/secret-vault'

/** Makes a secret unwritable for the log from now on; doing it again changes nothing. */
export function hiderOf(registry: SecretRegistry): (secret: string) => void {
  const known = new Set<string>()
  return (secret) => {
    if (known.has(secret)) return
    known.add(secret)
    registry.add(secret)
  }
}

/** Makes every key that passes through the vault unwritable for the log, whoever should try. */
export function hideSecretsFromLog(vault: SecretVault, registry: SecretRegistry): SecretVault {
  const hide = hiderOf(registry)
  const hideBytes = (key: Uint8Array) => {
    hide(Buffer.from(key).toString('base64'))
    hide(Buffer.from(key).toString('hex'))
  }
  // A whole PEM text the log hides by its look; its body by itself only when it is known.
  const hidePem = (pem: string) => {
    hide(pem.replace(/-----[A-Z ]+-----|\s/g, ''))
  }
  return {
    mode: () => vault.mode(),
    probe: () => vault.probe(),
    lockState: () => vault.lockState(),
    readDatabaseKey: async () => {
      const key = await vault.readDatabaseKey()
      if (key !== null) hideBytes(key)
      return key
    },
    saveDatabaseKey: (key) => {
      hideBytes(key)
      return vault.saveDatabaseKey(key)
    },
    readControlKey: async (owner, prompting) => {
      const key = await vault.readControlKey(owner, prompting)
      hide(key)
      return key
    },
    saveControlKey: (owner, controlKey) => {
      hide(controlKey)
      return vault.saveControlKey(owner, controlKey)
    },
    sealSigningKey: (owner, privateKey) => {
      hidePem(privateKey)
      return vault.sealSigningKey(owner, privateKey)
    },
    openSigningKey: async (owner, sealed, prompting) => {
      const privateKey = await vault.openSigningKey(owner, sealed, prompting)
      hidePem(privateKey)
      return privateKey
    },
    deleteSigningKey: (profileId) => vault.deleteSigningKey(profileId),
    deleteProfileSecrets: (profileId) => vault.deleteProfileSecrets(profileId),
  }
}
