import { copyFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aProfile } from '../../../support/builders'
import { settled, TestApp, TestEnvironment } from '../../../support/fakes'
import { InProcessStorageHost } from '../../../support/in-process-storage-host'
import { card, TestFolder } from '../../db/builders'

let folder: TestFolder
let env: TestEnvironment
let app: TestApp

/** The app on a real encrypted file, with one production profile and one card. */
beforeEach(async () => {
  folder = new TestFolder()
  env = Object.assign(new TestEnvironment(), { storage: new InProcessStorageHost({ file: folder.file }) })
  const profile = aProfile()
  await env.vault.saveControlKey(profile, env.gateway.controlKey)
  await env.vault.saveDatabaseKey(folder.key)
  const { writer, close } = folder.create()
  writer.saveProfile(profile)
  writer.setActiveProfile(profile.profileId)
  writer.setRecoveryMade(true)
  writer.upsertCard(card({ profileId: profile.profileId, routeId: '7722' }))
  close()
  app = await started()
})
afterEach(async () => {
  await env.storage.close()
  folder.remove()
})

async function started(): Promise<TestApp> {
  const next = new TestApp(env)
  await next.startup.start()
  await next.proof.verify()
  return next
}

/** Ends the app in good order, changes the disk, and starts again. */
async function restarted(change: () => void = () => undefined): Promise<TestApp> {
  await app.proof.end()
  app.kill()
  await env.storage.close()
  change()
  app = await started()
  return app
}

const suffixes = ['', '-wal', '-shm']
const copyOf = () => `${folder.file}.copy`
function keepCopy(): void {
  for (const suffix of suffixes) rmSync(copyOf() + suffix, { force: true })
  copyFileSync(folder.file, copyOf())
}
function putBack(): void {
  for (const suffix of suffixes) rmSync(folder.file + suffix, { force: true })
  copyFileSync(copyOf(), folder.file)
}

const refusal = { details: { reason: 'history-not-proven' } }

describe('a history', () => {
  it('that was used in good order has no finding, and charges', async () => {
    await app.charge()
    await restarted()
    expect(app.proof.state()).toMatchObject({ finding: null, isAnchored: true })
    await app.charge({ amount: '31.00' })
    expect(env.gateway.deliveries).toHaveLength(2)
  })

  it('that was replaced by an older copy is noticed at the start: it can be read, and nothing is charged', async () => {
    await restarted(keepCopy)
    await app.charge()
    await restarted(putBack)
    expect(app.proof.state().finding).toMatchObject({ kind: 'rolled-back' })
    expect((await app.appState.get()).start.kind).toBe('ready')
    await app.startup.acknowledgeMissing(
      (await app.appState.get()).missingCharges.map(({ clientOrderId }) => clientOrderId),
    )
    await expect(app.charge({ amount: '31.00' })).rejects.toMatchObject(refusal)
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('that a person accepted charges again, and the finding does not come back', async () => {
    await restarted(keepCopy)
    await app.charge()
    await restarted(putBack)
    await app.startup.acknowledgeMissing(
      (await app.appState.get()).missingCharges.map(({ clientOrderId }) => clientOrderId),
    )
    await app.startup.acceptHistory({ name: 'Iva', reason: 'Compared with the back office' })
    await restarted()
    expect(app.proof.state().finding).toBeNull()
    await app.charge({ amount: '31.00' })
  })
})

describe('a charge', () => {
  it('is not sent when the keychain takes no anchor, and is stored as not sent', async () => {
    env.vault.refusesAnchors = true
    await expect(app.charge()).rejects.toMatchObject({ code: 'secret-store-unavailable' })
    await settled()
    expect(env.gateway.deliveries).toEqual([])
    const { summary } = await app.orders.get('1')
    expect(summary).toMatchObject({ chargeState: 'not-sent', followState: 'stopped' })
  })

  it('is in the keychain before it is at the gateway', async () => {
    const before = env.vault.chainAnchor?.seq ?? 0
    let atDelivery = 0
    env.gateway.onDelivery = () => (atDelivery = env.vault.chainAnchor?.seq ?? 0)
    await app.charge()
    expect(atDelivery).toBeGreaterThan(before)
  })
})
