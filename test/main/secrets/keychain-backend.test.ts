import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeBackend } from '../../../src-main/secrets/keychain-backend'

const ownPath = process.env['PATH']
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planted-'))
})

afterEach(async () => {
  process.env['PATH'] = ownPath
  await rm(folder, { recursive: true })
})

it('the keychain process runs no program that was planted in PATH (E6)', async () => {
  const planted = join(folder, 'dbus-send')
  await writeFile(planted, `#!/bin/sh\n: > ${folder}/has-run\n`)
  await chmod(planted, 0o755)
  process.env['PATH'] = `${folder}:${ownPath ?? ''}`
  expect(await describeBackend('linux')).not.toBe('')
  expect(await readdir(folder)).toEqual(['dbus-send'])
})
