import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { verifyProof } from '../../../../scripts/lib/verify-proof.mjs'
import type { StorageReader, StorageWriter } from '../../../../src-main/ports/storage'
import { writeDurably } from '../../../../src-main/platform/durable-file'
import { ProofFile } from '../../../../src-main/services/proof/proof-file'
import { anActor } from '../../../support/builders'
import { FakeClock } from '../../../support/fakes'
import { withPromises } from '../../../support/in-process-storage-host'
import { TestDatabase, TestFolder } from '../../db/builders'

const flips = 10_000

/** A proof file of a history with two charges, saved as the app saves it. */
async function savedProof(): Promise<{ readonly folder: TestFolder; readonly path: string }> {
  const folder = new TestFolder()
  onTestFinished(() => {
    folder.remove()
  })
  const database = new TestDatabase(folder.create())
  for (const state of ['final', 'not-sent'] as const) database.chargeIn(state)
  const path = join(folder.path, 'proof.jsonl')
  const { reader, writer } = database.open
  const file = new ProofFile({
    operators: { actor: () => Promise.resolve(anActor()) },
    storage: {
      reader: withPromises<StorageReader>(reader),
      writer: withPromises<StorageWriter>(writer),
    },
    dialogs: {
      saveText: async ({ name, format }, text) => {
        await writeDurably(path, text)
        return { fileName: `${name}.${format}` }
      },
    },
    clock: new FakeClock(),
    appVersion: '0.1.0',
  })
  expect(await file.save()).toEqual({ fileName: expect.stringMatching(/^proof-.*\.jsonl$/) as string })
  return { folder, path }
}

it(`S20: finds each of ${String(flips)} flipped bytes of a proof file`, async ({ annotate }) => {
  const { path } = await savedProof()
  const bytes = readFileSync(path)
  expect(await verifyProof([bytes])).toMatchObject({ problem: null })
  let seed = 1
  let found = 0
  for (let flip = 0; flip < flips; flip++) {
    seed = (seed * 48_271) % 2_147_483_647
    const place = flip < bytes.length ? flip : seed % bytes.length
    const changed = Buffer.from(bytes)
    changed.writeUInt8(bytes.readUInt8(place) ^ (1 + (seed % 255)), place)
    if ((await verifyProof([changed])).problem !== null) found += 1
  }
  await annotate(`${String(found)} of ${String(flips)} flips found, ${String(bytes.length)} bytes`)
  expect(found).toBe(flips)
})

it('is checked by a program that needs neither the app nor a key', async () => {
  const { folder, path } = await savedProof()
  const verify = (file: string) =>
    spawnSync(process.execPath, ['scripts/verify-log.mjs', file], { encoding: 'utf8' })
  const sound = verify(path)
  expect([sound.status, sound.stdout]).toEqual([
    0,
    expect.stringContaining('each as it was written') as string,
  ])
  const lines = readFileSync(path, 'utf8').split('\n')
  const without = join(folder.path, 'without.jsonl')
  writeFileSync(without, lines.toSpliced(3, 1).join('\n'))
  const cut = verify(without)
  expect(cut.status).not.toBe(0)
  expect(cut.stdout + cut.stderr).toContain('entry 3 is missing')
})

it('holds no name, no e-mail address and no words of a person', async () => {
  const { path } = await savedProof()
  const text = readFileSync(path, 'utf8')
  expect(text).toContain('"amountMinor')
  for (const personal of ['Iva', 'Cardholder', '@', '198.51.100'])
    expect(text, personal).not.toContain(personal)
})
