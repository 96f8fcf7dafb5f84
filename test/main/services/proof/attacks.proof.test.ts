import { copyFileSync } from 'node:fs'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createWriter, openWriter } from '../../../../src-main/db/storage'
import type { ProofFinding } from '../../../../src-shared/domain/history-proof'
import { factNames } from '../../../../src-main/gateway/fact-names'
import { aSignature, newOrder } from '../../db/builders'
import { ProvenApp } from './proven-app'

const newest = '(SELECT max(seq) FROM audit_chain)'

/** What is done to the disk between two starts; the history has one charge by then, and `copy` is from before it. */
type Attack = readonly [name: string, attack: (proven: ProvenApp) => void, found: ProofFinding['kind']]

const attacks: readonly Attack[] = [
  ['an older copy put back', (proven) => proven.putBack(), 'rolled-back'],
  ['the file deleted', (proven) => proven.removeHistory(), 'deleted'],
  ['another history with the same key', swap, 'other-history'],
  ['a copy that went on elsewhere', fork, 'forked'],
  [
    'a copy in another keychain',
    (proven) => {
      proven.env.vault.chainAnchor = null
    },
    'no-anchor',
  ],
  ['an edited entry', edit(`UPDATE audit_chain SET facts = replace(facts, '2500', '100')`), 'entry-changed'],
  [
    'a later time of an entry',
    edit('UPDATE audit_chain SET at_ms = at_ms + 1 WHERE seq = 4'),
    'entry-changed',
  ],
  ['a removed entry', edit('DELETE FROM audit_chain WHERE seq = 4'), 'entry-missing'],
  ['the newest entry removed', edit(`DELETE FROM audit_chain WHERE seq = ${newest}`), 'rolled-back'],
  ['all entries removed', edit('DELETE FROM audit_chain'), 'other-history'],
  ['a removed signature', signAndRemove, 'entry-changed'],
  [
    'an edited amount of a charge',
    edit(`UPDATE charges SET amount_minor = 100 WHERE state <> 'draft'`),
    'order-changed',
  ],
  ['an edited status of an order', edit(`UPDATE orders SET status = 'declined'`), 'order-changed'],
  ['a removed order', edit('DELETE FROM charges; DELETE FROM orders'), 'order-missing'],
]

const tally = { tried: 0, noticed: 0 }
afterAll(() => {
  process.stdout.write(`attacks on the history: ${tally.tried} tried, ${tally.noticed} noticed\n`)
})

function edit(sql: string) {
  return ({ folder }: ProvenApp) => folder.edit(sql)
}

function swap(proven: ProvenApp): void {
  const other = `${proven.folder.file}.other`
  createWriter({ file: other }, proven.folder.key).close()
  proven.putBack(other)
}

/** The copy gets more entries than the history has, so that it is not just shorter. */
function fork(proven: ProvenApp): void {
  const opening = openWriter({ file: proven.copy, factNames }, proven.folder.key)
  if (opening.kind !== 'opened') throw new Error(opening.kind)
  for (let number = 0; number < 20; number++)
    opening.writer.adoptOrder(newOrder({ profileId: 'profile-1', clientOrderId: `F-${String(number)}` }), [])
  opening.close()
  proven.putBack()
}

function signAndRemove(proven: ProvenApp): void {
  const opening = openWriter({ file: proven.folder.file, factNames }, proven.folder.key)
  if (opening.kind !== 'opened') throw new Error(opening.kind)
  opening.writer.signChain(aSignature(opening.reader))
  opening.close()
  edit('DELETE FROM chain_signatures')(proven)
}

async function historyWithOneCharge(): Promise<ProvenApp> {
  const proven = await ProvenApp.make()
  onTestFinished(() => proven.remove())
  await proven.restart(() => {
    proven.keepCopy()
  })
  await proven.app.charge()
  return proven
}

/** The finding is there, nothing is charged, and the history can be read. */
async function expectNoticed(proven: ProvenApp, found: ProofFinding['kind']): Promise<void> {
  const { app, env } = proven
  const { start, proof } = await app.appState.get()
  expect(start.kind === 'history-deleted' ? 'deleted' : proof.finding?.kind).toBe(found)
  await expect(app.charge({ amount: '31.00' })).rejects.toMatchObject({ code: 'not-allowed-now' })
  // A deleted or a foreign history has no card to show.
  const cards = start.kind === 'ready' ? await app.cards.list() : null
  expect(cards === null || cards.length === 1).toBe(true)
  expect(env.gateway.deliveries).toHaveLength(1)
  tally.noticed += 1
}

describe('S20: a history that somebody changed between two starts', () => {
  it.each(attacks)('is noticed: %s', async (_name, attack, found) => {
    tally.tried += 1
    const proven = await historyWithOneCharge()
    await proven.restart(() => {
      attack(proven)
    })
    await expectNoticed(proven, found)
  })

  it('is noticed: a write-ahead log that was lost', async () => {
    tally.tried += 1
    const proven = await historyWithOneCharge()
    const main = `${proven.folder.file}.main`
    // While the app runs, the newest entries are in the log only.
    copyFileSync(proven.folder.file, main)
    await proven.stop()
    proven.putBack(main)
    await proven.start()
    await expectNoticed(proven, 'rolled-back')
  })
})
