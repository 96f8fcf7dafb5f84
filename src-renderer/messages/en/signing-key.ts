import { icu } from './icu'
import type { SigningKeyView } from '../../../src-shared/domain/profile'

const states: Record<SigningKeyView['state'], { title: string; text: string }> = {
  present: { title: 'RSA key present', text: '' },
  'bound-elsewhere': {
    title: 'RSA key belongs to another login or address',
    text: 'The login or the address of the profile has changed, so this key signs nothing. Import or create a key for this login and address.',
  },
  lost: {
    title: 'RSA key cannot be opened',
    text: 'Its entry in the keychain is missing. Import the key again, or create a new one and give its public key to the gateway’s operator.',
  },
}

const origins: Record<SigningKeyView['origin'], string> = {
  imported: 'imported',
  created: 'created here',
}

/** The RSA signing key of a profile. */
export const signingKey = {
  lead: 'A v4 card registration is signed with the merchant’s private RSA key. The gateway’s operator needs the public key.',
  key: 'Key',
  none: 'No RSA key yet. Without one, cards can be registered with v2 only.',
  states,
  origins,
  facts: icu<{ bits: number; origin: string }>('{bits} bits, {origin}'),
  bits: 'Length',
  bitsOption: icu<{ bits: number }>('{bits} bits'),
  fingerprint: 'Fingerprint (SHA-256)',
  created: 'Added',
  publicKey: 'Public key',
  copyPublicKey: 'Copy public key',
  copiedPublicKey: 'Public key copied',
  handOver:
    'Give the public key to the gateway’s operator. Until it is registered there, v4 calls fail with “access denied”.',
  simulator: 'The app registers the public key with the simulator automatically.',
  replace: 'Another key',
  import: 'Import key',
  importTitle: 'Import RSA key',
  importLead:
    'Paste the private key: PEM (PKCS#8 or PKCS#1), also on one line or without the BEGIN and END lines. It is encrypted at once and never shown again.',
  importField: 'Private key',
  importButton: 'Import key',
  imported: 'RSA key imported',
  create: 'Create key',
  createTitle: 'Create RSA key',
  createLead: 'The private key never leaves this app. You can copy the public key.',
  replaces:
    'This replaces the current key. The gateway accepts only the old one until its operator registers the new one.',
  createButton: 'Create key',
  madeIt: 'RSA key created',
  remove: 'Remove key',
  removeTitle: 'Remove RSA key?',
  removeText:
    'The private key is deleted and cannot be restored. Until the gateway has a new key, cards can be registered with v2 only.',
  removed: 'RSA key removed',
}
