// Digits and letters without I, L, O and U, which are misheard or misread on the phone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const prefixLength = 3
const randomBytesNeeded = 16

/** Fixed length of every id: the control value joins its parts without a separator. */
export const clientOrderIdLength = prefixLength + 1 + 26

/** Source of cryptographic randomness. */
export type RandomBytes = (size: number) => Uint8Array

/** Makes a client order id from letters of the profile name and 128 random bits, e.g. `NOR-0A1B…`. */
export function newClientOrderId(profileName: string, randomBytes: RandomBytes): string {
  return `${prefixOf(profileName)}-${base32(randomBytes(randomBytesNeeded))}`
}

function prefixOf(profileName: string): string {
  const letters = profileName
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  return (letters === '' ? 'RBD' : letters).slice(0, prefixLength).padEnd(prefixLength, 'X')
}

function base32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((buffer >> bits) & 31)
      buffer &= (1 << bits) - 1
    }
  }
  return bits === 0 ? text : text + alphabet.charAt((buffer << (5 - bits)) & 31)
}
