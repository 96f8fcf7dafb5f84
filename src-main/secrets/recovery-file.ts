import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readRecoveryCode, recoveryCodeBytes, recoveryCodeFrom } from '../../src-shared/domain/recovery-code'
import { AppError } from '../../src-shared/errors/app-error'
import { writeDurably } from '../platform/durable-file'
import { scryptKey } from '../platform/scrypt'
import type { RecoveryFile } from '../ports/secret-store'

const cost = { n: 131_072, r: 8, p: 1 } as const
const keyBytes = 32
const format = 'rebill-desk-recovery'

const bytes = (count: number) =>
  z
    .string()
    .max(200)
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((decoded) => decoded.length === count)

/** Version 1 has fixed parameters, so that a planted file cannot demand weak or endless work. */
const wrappedKey = z.strictObject({
  format: z.literal(format),
  version: z.literal(1),
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    n: z.literal(cost.n),
    r: z.literal(cost.r),
    p: z.literal(cost.p),
    salt: bytes(16),
  }),
  cipher: z.strictObject({
    name: z.literal('aes-256-gcm'),
    iv: bytes(12),
    tag: bytes(16),
    data: bytes(keyBytes),
  }),
})

/** The recovery file on disk. Errors: `storage-failed` with a reason, `not-found` when there is no file. */
export class DiskRecoveryFile implements RecoveryFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async isUsable(): Promise<boolean> {
    return this.#read().then(
      () => true,
      () => false,
    )
  }

  async create(key: Uint8Array): Promise<string> {
    if (key.length !== keyBytes) throw new AppError('internal', { reason: 'recovery-key-size' })
    const code = recoveryCodeFrom(randomBytes(recoveryCodeBytes))
    const salt = randomBytes(16)
    const iv = randomBytes(12)
    const wrapping = await scryptKey(code, salt, keyBytes, cost)
    const cipher = createCipheriv('aes-256-gcm', wrapping, iv).setAAD(associatedData)
    const data = Buffer.concat([cipher.update(key), cipher.final()])
    const content = {
      format,
      version: 1,
      kdf: { name: 'scrypt', ...cost, salt: salt.toString('base64') },
      cipher: {
        name: 'aes-256-gcm',
        iv: iv.toString('base64'),
        tag: cipher.getAuthTag().toString('base64'),
        data: data.toString('base64'),
      },
    }
    try {
      await writeDurably(this.#path, `${JSON.stringify(content, null, 2)}\n`)
    } catch (error) {
      throw new AppError('storage-failed', { reason: 'recovery-file-not-written' }, { cause: error })
    }
    // A code is returned only after the file on disk was opened with it.
    const opened = unwrap(await this.#read(), wrapping)
    const isSame = opened?.equals(key) === true
    opened?.fill(0)
    wrapping.fill(0)
    if (!isSame) {
      throw new AppError('storage-failed', { reason: 'recovery-file-not-written' })
    }
    return code
  }

  async open(code: string): Promise<Uint8Array | null> {
    const content = await this.#read()
    const reading = readRecoveryCode(code)
    if (reading.kind !== 'code') return null
    const wrapping = await scryptKey(reading.code, content.kdf.salt, keyBytes, cost)
    const key = unwrap(content, wrapping)
    wrapping.fill(0)
    return key
  }

  async #read(): Promise<z.infer<typeof wrappedKey>> {
    let text: string
    try {
      text = await readFile(this.#path, 'utf8')
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      throw isMissing
        ? new AppError('not-found', { reason: 'recovery-file-missing' }, { cause: error })
        : new AppError('storage-failed', { reason: 'recovery-file-unreadable' }, { cause: error })
    }
    const parsed = wrappedKey.safeParse(jsonOrNull(text))
    if (!parsed.success) throw new AppError('storage-failed', { reason: 'recovery-file-damaged' })
    return parsed.data
  }
}

const associatedData = Buffer.from(`${format} 1`)

function unwrap(content: z.infer<typeof wrappedKey>, wrapping: Uint8Array): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', wrapping, content.cipher.iv)
    .setAAD(associatedData)
    .setAuthTag(content.cipher.tag)
  // The first part is the whole key. The last part is empty and only authenticates.
  const key = decipher.update(content.cipher.data)
  try {
    decipher.final()
    return key
  } catch {
    key.fill(0)
    return null
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
