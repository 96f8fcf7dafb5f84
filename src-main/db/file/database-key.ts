import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Every database of ours starts with these eight bytes; the encryption leaves the first sixteen readable as
 * its salt.
 */
const magic = Buffer.from('RebillDk', 'latin1')
const checkPurpose = 'rebill-desk database file'
const keyBytes = 32

/** Bytes at the start of a file that tell whose it is. */
export const markBytes = 16

/**
 * The salt of a database: our magic, then eight bytes that only its own key gives. A raw key needs no random
 * salt (pages carry random nonces), so the salt can prove at a glance whether a file is ours and whether the
 * key is its key; damage is then told apart from a wrong key.
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

/** What the driver takes as key: raw key and salt, no derivation. The caller wipes it. */
export function keyMaterial(key: Uint8Array): Buffer {
  if (key.length !== keyBytes) throw new RangeError('the database key is 32 bytes')
  const prefix = Buffer.from('raw:', 'latin1')
  const mark = markOf(key)
  // Outside of V8's heap, where small arrays lie: native code is handed a copy of those, and wiping reaches only that.
  const material = Buffer.from(new ArrayBuffer(prefix.length + keyBytes + markBytes))
  material.set(prefix, 0)
  material.set(key, prefix.length)
  material.set(mark, prefix.length + keyBytes)
  return material
}
