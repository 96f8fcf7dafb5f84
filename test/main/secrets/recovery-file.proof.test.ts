import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskRecoveryFile } from '../../../src-main/secrets/recovery-file'

let folder: string
let path: string
let file: DiskRecoveryFile

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recovery-'))
  path = join(folder, 'recovery.json')
  file = new DiskRecoveryFile(path)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const key = randomBytes(32)

async function rewrite(change: (content: Record<string, Record<string, unknown>>) => void): Promise<void> {
  const content = JSON.parse(await readFile(path, 'utf8')) as Record<string, Record<string, unknown>>
  change(content)
  await writeFile(path, JSON.stringify(content))
}

describe('DiskRecoveryFile', () => {
  it('gives the key back for its code, however a person types it', async () => {
    expect(await file.isUsable()).toBe(false)
    const code = await file.create(key)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){6}$/)
    expect(await file.isUsable()).toBe(true)
    const typed = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('-', ' ')} `
    const opened = await new DiskRecoveryFile(path).open(typed)
    expect(Buffer.from(opened ?? []).equals(key)).toBe(true)
  })

  it('answers null for another code, a mistyped one and nonsense', async () => {
    const code = await file.create(key)
    const other = await new DiskRecoveryFile(join(folder, 'other.json')).create(key)
    const mistyped = (code.startsWith('A') ? 'B' : 'A') + code.slice(1)
    for (const wrong of [other, mistyped, '', 'x'.repeat(200), code.slice(0, -1)]) {
      expect(await file.open(wrong)).toBeNull()
    }
  })

  it.each([
    ['zeroed', (text: string) => '\0'.repeat(text.length)],
    ['cut', (text: string) => text.slice(0, -20)],
    ['empty', () => ''],
  ])('is not usable when it is %s (A20)', async (_, damage) => {
    await file.create(key)
    await writeFile(path, damage(await readFile(path, 'utf8')))
    expect(await file.isUsable()).toBe(false)
  })

  it('makes the older code worthless when a new one is made', async () => {
    const first = await file.create(key)
    const second = await file.create(key)
    expect(await file.open(first)).toBeNull()
    expect(await file.open(second)).not.toBeNull()
  })

  it('holds neither the key nor the code, and only its owner can read it', async () => {
    const code = await file.create(key)
    const text = await readFile(path, 'utf8')
    for (const secret of [code, code.replaceAll('-', ''), key.toString('base64'), key.toString('hex')]) {
      expect(text).not.toContain(secret)
    }
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['recovery.json'])
  })

  it('keeps the old file and leaves no draft when the new one cannot be written', async () => {
    const missing = new DiskRecoveryFile(join(folder, 'no-such-folder', 'recovery.json'))
    await expect(missing.create(key)).rejects.toMatchObject({ code: 'storage-failed' })
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses a key of another size', async () => {
    await expect(file.create(randomBytes(16))).rejects.toMatchObject({ code: 'internal' })
  })

  it('reports that the file is missing, not that the code is wrong', async () => {
    await expect(file.open('anything')).rejects.toMatchObject({ code: 'not-found' })
  })

  it.each<[string, (content: Record<string, Record<string, unknown>>) => void]>([
    ['a later version', (content) => Object.assign(content, { version: 2 })],
    ['a work factor of its own', (content) => Object.assign(content.kdf ?? {}, { n: 2 ** 30 })],
    ['a short salt', (content) => Object.assign(content.kdf ?? {}, { salt: 'AAAA' })],
    ['another cipher', (content) => Object.assign(content.cipher ?? {}, { name: 'none' })],
    ['a short tag', (content) => Object.assign(content.cipher ?? {}, { tag: 'AAAA' })],
  ])('says that a file with %s is damaged', async (_case, change) => {
    const code = await file.create(key)
    await rewrite(change)
    await expect(file.open(code)).rejects.toMatchObject({
      code: 'storage-failed',
      details: { reason: 'recovery-file-damaged' },
    })
  })

  it.each(['', 'no json', '[]', 'null'])('says that a file that reads "%s" is damaged', async (text) => {
    await writeFile(path, text)
    await expect(file.open('anything')).rejects.toMatchObject({ code: 'storage-failed' })
  })

  it('answers null when a byte of the wrapped key was changed', async () => {
    const code = await file.create(key)
    await rewrite((content) =>
      Object.assign(content.cipher ?? {}, { data: randomBytes(32).toString('base64') }),
    )
    expect(await file.open(code)).toBeNull()
  })
})
