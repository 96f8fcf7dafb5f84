import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { PinHash } from '../../ports/storage'

export type PinCost = Pick<PinHash, 'n' | 'r' | 'p'>

/** About a tenth of a second on a usual computer. The parameters are stored with each hash, so they can rise later. */
export const pinCost: PinCost = { n: 32_768, r: 8, p: 3 }

const hashBytes = 32

export async function hashPin(pin: string, cost: PinCost): Promise<PinHash> {
  const salt = randomBytes(16)
  const hash = await derive(pin, salt, cost)
  return { ...cost, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

export async function isPinOf(pin: string, stored: PinHash): Promise<boolean> {
  const hash = await derive(pin, Buffer.from(stored.salt, 'base64'), stored)
  const expected = Buffer.from(stored.hash, 'base64')
  return expected.length === hashBytes && timingSafeEqual(hash, expected)
}

/** Runs in a thread of Node’s pool, not in main. */
function derive(pin: string, salt: Uint8Array, { n, r, p }: PinCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, hashBytes, { N: n, r, p, maxmem: 256 * n * r + 1_048_576 }, (error, hash) => {
      if (error === null) resolve(hash)
      else reject(error)
    })
  })
}
