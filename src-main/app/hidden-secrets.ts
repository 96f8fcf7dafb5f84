import type { SecretFingerprints } from '../platform/secret-fingerprints'
import type { SecretVault } from '../ports/secret-vault'

/** Makes every key that passes through the vault unwritable for the log, until its profile is removed. */
export function hideSecretsFromLog(vault: SecretVault, secrets: SecretFingerprints): SecretVault {
  // A whole PEM text the log hides by its look; its body by itself only when it is known.
  const hidePem = (profileId: string, pem: string) => {
    secrets.add(pem.replace(/-----[A-Z ]+-----|\s/g, ''), profileId)
  }
  return {
    mode: () => vault.mode(),
    probe: () => vault.probe(),
    lockState: () => vault.lockState(),
    readDatabaseKey: async () => {
      const key = await vault.readDatabaseKey()
      if (key !== null) secrets.add(key)
      return key
    },
    saveDatabaseKey: (key) => {
      secrets.add(key)
      return vault.saveDatabaseKey(key)
    },
    readChainAnchor: () => vault.readChainAnchor(),
    saveChainAnchor: (anchor) => vault.saveChainAnchor(anchor),
    readControlKey: async (owner, prompting) => {
      const key = await vault.readControlKey(owner, prompting)
      secrets.add(key, owner.profileId)
      return key
    },
    saveControlKey: (owner, controlKey) => {
      secrets.add(controlKey, owner.profileId)
      return vault.saveControlKey(owner, controlKey)
    },
    sealSigningKey: (owner, privateKey) => {
      hidePem(owner.profileId, privateKey)
      return vault.sealSigningKey(owner, privateKey)
    },
    openSigningKey: async (owner, sealed, prompting) => {
      const privateKey = await vault.openSigningKey(owner, sealed, prompting)
      hidePem(owner.profileId, privateKey)
      return privateKey
    },
    deleteSigningKey: (profileId) => vault.deleteSigningKey(profileId),
    deleteProfileSecrets: async (profileId) => {
      try {
        await vault.deleteProfileSecrets(profileId)
      } finally {
        secrets.forget(profileId)
      }
    },
  }
}
