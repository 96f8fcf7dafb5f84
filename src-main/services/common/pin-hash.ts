import { randomBytes, timingSafeEqual } from 'node:crypto'
import { scryptKey, type ScryptCost } from '../../platform/scrypt'
import type { PinHash } from '../../ports/storage'

/** About a tenth of a second on a usual computer. The parameters are stored with each hash, so they can rise later. */
export const pinCost: ScryptCost = { n: 32_768, r: 8, p: 3 }

const hashBytes = 32

export async function hashPin(pin: string, cost: ScryptCost): Promise<PinHash> {
  const salt = randomBytes(16)
  const hash = await scryptKey(pin, salt, hashBytes, cost)
  return { ...cost, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

export async function isPinOf(pin: string, stored: PinHash): Promise<boolean> {
  const hash = await scryptKey(pin, Buffer.from(stored.salt, 'base64'), hashBytes, stored)
  const expected = Buffer.from(stored.hash, 'base64')
  return expected.length === hashBytes && timingSafeEqual(hash, expected)
}
