import { createHmac, timingSafeEqual } from 'node:crypto'

/** Our databases start with these eight bytes. The encryption leaves the first 16 bytes readable as salt. */
const magic = Buffer.from('RebillDk', 'latin1')
const checkPurpose = 'rebill-desk database file'
const keyBytes = 32

/** Number of bytes at the start of a file that identify it. */
export const markBytes = 16

/**
 * The salt of a database: our magic bytes, then eight bytes derived from its key. A raw key needs no random salt
 * (pages have random nonces). So the salt shows at once whether a file is ours and whether the key fits, and a wrong
 * key differs from damage.
 */
function markOf(key: Uint8Array): Buffer {
  const check = createHmac('sha256', key).update(checkPurpose).digest()
  return Buffer.concat([magic, check.subarray(0, markBytes - magic.length)])
}

/** Compares the first bytes of a file with a key. */
export function readMark(start: Uint8Array, key: Uint8Array): 'fits' | 'other-key' | 'not-ours' {
  if (start.length < markBytes || !magic.equals(start.subarray(0, magic.length))) return 'not-ours'
  return timingSafeEqual(markOf(key), start.subarray(0, markBytes)) ? 'fits' : 'other-key'
}

/** The key in the driver’s format: raw key and salt, without derivation. The caller wipes it. */
export function keyMaterial(key: Uint8Array): Buffer {
  if (key.length !== keyBytes) throw new RangeError('the database key is 32 bytes')
  const prefix = Buffer.from('raw:', 'latin1')
  const mark = markOf(key)
  // Allocated outside V8’s heap. V8 copies small arrays from its heap for native code, and wiping would miss the
  // copy.
  const material = Buffer.from(new ArrayBuffer(prefix.length + keyBytes + markBytes))
  material.set(prefix, 0)
  material.set(key, prefix.length)
  material.set(mark, prefix.length + keyBytes)
  return material
}
