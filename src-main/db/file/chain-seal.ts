import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { hostname, userInfo } from 'node:os'

const purpose = 'rebill-desk audit chain'
const markDigits = 16

/** What an opened database needs to write and to check its audit chain. */
export interface ChainSeal {
  /** Outside of V8's heap; the bytes it was made from are wiped. */
  readonly key: KeyObject
  /** A keyed mark of the account and the machine that run the app. */
  readonly seat: string
  readonly appVersion: string
}

/** The content of one entry of the chain. */
export interface ChainContent {
  readonly seq: number
  readonly atMs: number
  readonly kind: string
  readonly orderId: number | null
  /** JSON text, without personal data. */
  readonly facts: string
}

/**
 * The seal of a database. The chain key is derived from the key of the database, so that it needs no item of its own in
 * the keychain, and the recovery code brings both back.
 */
export function chainSealOf(databaseKey: Uint8Array, appVersion: string): ChainSeal {
  const bytes = createHmac('sha256', databaseKey).update(purpose).digest()
  const key = createSecretKey(bytes)
  bytes.fill(0)
  return { key, appVersion, seat: markOf(key, `seat ${accountName()}@${hostname()}`) }
}

/**
 * A keyed mark of a name: the same name gives the same mark, and nobody without the key finds the name by trying.
 */
export function markOf(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(`mark ${text}`).digest('hex').slice(0, markDigits)
}

/** What the persons gave who accept a finding. */
export interface SignedWords {
  readonly name: string
  readonly reason: string
  readonly second: string | null
}

/** The mark of a signature. Its entry in the chain holds it. */
export function markOfWords(key: KeyObject, { name, reason, second }: SignedWords): string {
  return markOf(key, `signed ${JSON.stringify([name, reason, second])}`)
}

/** The link of an entry. It covers the link before it (empty for the first), so nothing in the chain can change alone. */
export function linkOf(key: KeyObject, before: string, content: ChainContent): string {
  return createHmac('sha256', key)
    .update(`link ${before}\n${textOf(content)}`)
    .digest('hex')
}

/** What the hash of the next entry builds on; empty before the first entry. */
export interface ChainHash {
  readonly hash: string
  readonly link: string
}

/** The hash of an entry over all before it. It is not stored: anybody can compute it, also without a key. */
export function hashOf(before: ChainHash, content: ChainContent): string {
  return createHash('sha256')
    .update(`${before.hash}${before.link}\n${textOf(content)}`)
    .digest('hex')
}

function textOf({ seq, atMs, kind, orderId, facts }: ChainContent): string {
  return JSON.stringify([seq, atMs, kind, orderId, facts])
}

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // An account without a name, as in some containers.
    return ''
  }
}
