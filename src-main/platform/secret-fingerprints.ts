import { createHmac, randomBytes } from 'node:crypto'
import { hiddenMark } from './redact'

/** Shorter texts would blank out half of an ordinary line; nothing so short is a key. */
const minSecretLength = 6

/** The most characters that a character of a secret takes in any form: three bytes, percent-encoded. */
const maxGrowth = 9

/** One form of a secret: the sum finds candidates quickly, the code proves them. */
interface Fingerprint {
  readonly length: number
  readonly sum: number
  readonly code: string
}

/**
 * Hides secrets in texts without keeping them: of each secret, in its plain and its usual encoded forms, only the
 * length and keyed fingerprints stay in memory. Upper and lower case count as the same.
 */
export class SecretFingerprints {
  readonly #key = randomBytes(32)
  /** Odd, so that no character's weight becomes zero. */
  readonly #base = this.#key.readInt32LE(0) | 1
  /** By owner, then by the code of the plain form, so that a secret that is added again changes nothing. */
  readonly #owners = new Map<string, Map<string, readonly Fingerprint[]>>()
  #byLength = new Map<number, readonly Fingerprint[]>()

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret)
  }

  /** Hides the secret from now on, bytes in their text forms, until its owner is forgotten. */
  add(secret: string | Uint8Array, owner = ''): void {
    if (secret.length < minSecretLength) return
    const bytes = typeof secret === 'string' ? bytesOf(secret) : Buffer.from(secret)
    const [plain, ...encoded] = formsOf(secret, bytes)
    const first = this.#fingerprint(plain, secret.length)
    const known = this.#owners.get(owner) ?? new Map<string, readonly Fingerprint[]>()
    if (!known.has(first.code)) {
      const forms = [first, ...encoded.map((form) => this.#fingerprint(form, secret.length))]
      this.#owners.set(owner, known.set(first.code, forms))
      this.#sortByLength()
    }
    bytes.fill(0)
  }

  /** Forgets every secret of the owner. */
  forget(owner: string): void {
    this.#owners.delete(owner)
    this.#sortByLength()
  }

  /** The text with a mark in the place of each secret. */
  hideIn(text: string): string {
    const found = [...this.#byLength].flatMap(([length, forms]) => this.#find(text, length, forms))
    let clean = ''
    let end = 0
    for (const { start, length } of found.sort((left, right) => left.start - right.start)) {
      if (start >= end) clean += text.slice(end, start) + hiddenMark
      end = Math.max(end, start + length)
    }
    return end === 0 ? text : clean + text.slice(end)
  }

  /** Where forms of one length stand, read once from left to right with a sum that moves along. */
  #find(text: string, length: number, forms: readonly Fingerprint[]): { start: number; length: number }[] {
    const found: { start: number; length: number }[] = []
    const leavingWeight = this.#weightOf(length)
    let sum = 0
    let nextStart = 0
    for (let at = 0; at < text.length; at++) {
      sum = (Math.imul(sum, this.#base) + foldedUnit(text, at)) | 0
      const start = at - length + 1
      if (start > 0) sum = (sum - Math.imul(leavingWeight, foldedUnit(text, start - 1))) | 0
      if (start < nextStart) continue
      for (const form of forms) {
        if (form.sum !== sum || form.code !== this.#codeAt(text, start, length)) continue
        found.push({ start, length })
        nextStart = at + 1
        break
      }
    }
    return found
  }

  #fingerprint(pieces: Iterable<string>, secretLength: number): Fingerprint {
    const units = new Uint16Array(secretLength * maxGrowth)
    let length = 0
    let sum = 0
    for (const piece of pieces)
      for (let at = 0; at < piece.length; at++) {
        const unit = foldedUnit(piece, at)
        units[length++] = unit
        sum = (Math.imul(sum, this.#base) + unit) | 0
      }
    return { length, sum, code: this.#codeOf(units.subarray(0, length)) }
  }

  #codeAt(text: string, start: number, length: number): string {
    return this.#codeOf(Uint16Array.from({ length }, (_, index) => foldedUnit(text, start + index)))
  }

  /** Wipes the units. */
  #codeOf(units: Uint16Array): string {
    const code = createHmac('sha256', this.#key).update(units).digest('base64')
    units.fill(0)
    return code
  }

  #weightOf(length: number): number {
    let weight = 1
    for (let count = 0; count < length; count++) weight = Math.imul(weight, this.#base)
    return weight
  }

  #sortByLength(): void {
    const all = [...this.#owners.values()].flatMap((secrets) => [...secrets.values()].flat())
    const different = new Map(all.map((form) => [`${form.length} ${form.code}`, form]))
    this.#byLength = new Map()
    for (const form of different.values())
      this.#byLength.set(form.length, [...(this.#byLength.get(form.length) ?? []), form])
  }
}

/**
 * The forms in pieces of a few characters, since a whole one would be another copy of the secret; the plain one first.
 */
function formsOf(secret: string | Uint8Array, bytes: Buffer): [Iterable<string>, ...Iterable<string>[]] {
  const base64 = () => piecesOf(bytes, 3, 'base64')
  const encoded = [piecesOf(bytes, 3, 'base64url'), piecesOf(bytes, 1, 'hex')]
  if (typeof secret !== 'string') return [base64(), each(base64(), percentOf), ...encoded]
  return [secret, each(secret, jsonOf), each(secret, percentOf), each(secret, formOf), base64(), ...encoded]
}

/** Base64 of three bytes each stands in the whole as it is, but for the padding at the end. */
function* piecesOf(bytes: Buffer, size: number, encoding: 'base64' | 'base64url' | 'hex'): Iterable<string> {
  for (let at = 0; at < bytes.length; at += size)
    yield bytes.toString(encoding, at, at + size).replaceAll('=', '')
}

function* each(pieces: Iterable<string>, encode: (piece: string) => string): Iterable<string> {
  for (const piece of pieces) yield encode(piece)
}

const jsonOf = (char: string) => JSON.stringify(char).slice(1, -1)
// Half a character has no percent-encoding.
const percentOf = (piece: string) => encodeURIComponent(piece.replace(/\p{Cs}/gu, '\ufffd'))
const formOf = (char: string) => new URLSearchParams([['', char]]).toString().slice(1)

/** Memory of its own, not of the pool that all small buffers share, so that wiping it leaves nothing. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.alloc(Buffer.byteLength(text, 'utf8'))
  bytes.write(text, 'utf8')
  return bytes
}

/** A character with the capitals of ASCII made small. */
function foldedUnit(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 65 && unit <= 90 ? unit + 32 : unit
}
