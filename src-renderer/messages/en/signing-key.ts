import type { SigningKeyView } from '../../../src-shared/domain/profile'

const states: Record<SigningKeyView['state'], { title: string; text: string }> = {
  present: { title: 'The profile has an RSA key', text: '' },
  'bound-elsewhere': {
    title: 'The key belongs to another login or address',
    text: 'It was made for what the profile was before, so it signs nothing now. Import or make a key for this login and address.',
  },
  lost: {
    title: 'The key cannot be opened any more',
    text: 'The part of it that is in the keychain is gone. Import the key again, or make a new one and hand its public part to the operator.',
  },
}

const origins: Record<SigningKeyView['origin'], string> = {
  imported: 'imported',
  created: 'made here',
}

/** The RSA signing key of a profile. */
export const signingKey = {
  title: 'RSA key for v4 calls',
  lead: 'A v4 registration is signed with the merchant’s private RSA key. The operator of the gateway needs the public part.',
  key: 'Key',
  none: 'No key yet. Without one, cards can be registered by v2 only.',
  states,
  origins,
  facts: (bits: number, origin: string) => `${bits.toLocaleString('en')} bits, ${origin}`,
  bits: 'Length',
  bitsOption: (bits: number) => `${bits} bits`,
  fingerprint: 'Fingerprint (SHA-256)',
  created: 'Since',
  publicKey: 'Public part',
  copyPublicKey: 'Copy the public part',
  copiedPublicKey: 'Public part copied',
  handOver:
    'Hand the public part to the operator of the gateway. Until it is registered there, v4 answers “access denied”.',
  simulator: 'The simulator gets the public part by itself.',
  replace: 'Another key',
  import: 'Import a key',
  importTitle: 'Import a private RSA key',
  importLead:
    'Paste the private key as you have it: PEM of PKCS#8 or PKCS#1, on one line or without its frame. It is sealed at once and never shown again.',
  importField: 'Private key',
  importButton: 'Import the key',
  imported: 'Key imported',
  create: 'Make a key pair',
  createTitle: 'Make a new key pair',
  createLead: 'The private part never leaves this app. You get the public part to copy.',
  replaces:
    'The key that the profile has now is replaced. The gateway knows only the old one until the operator registers the new one.',
  createButton: 'Make the key pair',
  madeIt: 'Key pair made',
  remove: 'Remove the key',
  removeTitle: 'Remove the RSA key?',
  removeText:
    'The private part is erased for good. Cards can then be registered by v2 only, until a new key is known to the gateway.',
  removed: 'Key removed',
}
