import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeManifest, notesOf, readSigningKey, signManifest } from '../../../scripts/package/manifest.mjs'
import { readManifest } from '../../../src-main/services/updates/read-manifest'
import { makeReleaseKey } from '../../support/update-server'

const release = { version: '0.2.0', minimumVersion: '0.1.0', rollOut: 10, days: 30, notes: 'New', nowMs: 5 }
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-manifest-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(...names: string[]): Promise<void> {
  for (const name of names) await writeFile(join(folder, name), name)
}

describe('the manifest of a release', () => {
  it('names each package that updates use, and the app accepts what was signed (S30)', async () => {
    await put('rebill-desk_0.2.0_amd64.deb', 'rebill-desk-0.2.0-linux-x64.tar.xz', 'SHA256SUMS')
    await put('rebill-desk-0.2.0-x64.exe', 'rebill-desk-0.2.0-arm64.zip', 'rebill-desk-0.2.0-arm64.dmg')
    const key = makeReleaseKey()
    const manifest = await makeManifest(folder, release)
    const read = readManifest(Buffer.from(signManifest(manifest, key.privateKey)), [key.publicKey])
    expect(read).toEqual({ ok: true, value: manifest })
    expect(manifest).toMatchObject({ version: '0.2.0', rollOut: 10, signedAtMs: 5, notes: 'New' })
    expect(manifest.expiresAtMs).toBe(5 + 30 * 86_400_000)
    expect(manifest.files.map(({ system, kind }) => `${system} ${kind}`)).toEqual([
      ...['darwin-arm64 zip', 'linux-x64 tar.xz', 'win32-x64 exe', 'linux-x64 deb'],
    ])
  })

  it.each([
    ['a package with the stand-in Electron', 'rebill-desk-stand-in-for-tests-only_0.2.0_amd64.deb', 'tests'],
    ['a package of another version', 'rebill-desk_0.1.9_amd64.deb', 'not of version'],
    ['no package', 'notes.txt', 'no package'],
  ])('is not made of %s', async (_what, name, message) => {
    await put(name)
    await expect(makeManifest(folder, release)).rejects.toThrow(message)
  })

  it('is signed with an Ed25519 key only', async () => {
    const { generateKeyPairSync } = await import('node:crypto')
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(() => signManifest({}, pem)).toThrow('Ed25519')
  })
})

describe('the signing key', () => {
  it('is needed', async () => {
    await expect(readSigningKey(undefined)).rejects.toThrow('No manifest was written')
    await expect(readSigningKey('')).rejects.toThrow('REBILL_DESK_SIGNING_KEY')
    await expect(readSigningKey(join(folder, 'missing'))).rejects.toThrow('there is no file')
  })

  it('is refused while other users can read its file', async () => {
    const file = join(folder, 'key')
    await writeFile(file, 'key', { mode: 0o644 })
    await expect(readSigningKey(file)).rejects.toThrow('chmod 600')
  })
})

describe('the notes of a version', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n### Added\n\n- Add a.\n- Add b.\n\n## 0.1.0\n\n- Old.\n'

  it('are its lines of the changelog', () => {
    expect(notesOf(changelog, '0.2.0')).toBe('Added\n- Add a.\n- Add b.')
    expect(notesOf(changelog, '0.1.0')).toBe('- Old.')
  })

  it('are missing for a version without a heading', () => {
    expect(() => notesOf(changelog, '0.2')).toThrow('no heading')
    expect(() => notesOf(changelog, '0.3.0')).toThrow('no heading')
  })
})
