import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { requireUnchanged, sha512Of } from '../../../scripts/toolchain/cached-file.mjs'

it('a cached program is used only as long as it is what was put there (S29)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cached-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'electron')
  writeFileSync(file, 'a program')
  const sum = await sha512Of(file)
  await requireUnchanged(file, sum)
  writeFileSync(file, 'b program')
  await expect(requireUnchanged(file, sum)).rejects.toThrow(/was changed after it was put there/)
})
