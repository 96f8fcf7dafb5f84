import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainSealOf } from '../../../../src-main/db/file/chain-seal'
import { connect } from '../../../../src-main/db/file/connection'
import { ChainCheck } from '../../../../src-main/db/queries/chain-check'
import type { StorageReader } from '../../../../src-main/ports/storage'
import { declinePaceMs } from '../../../../src-main/services/consent/consent-gate'
import { AppError } from '../../../../src-shared/errors/app-error'
import { settled, TestApp } from '../../../support/fakes'
import { bensPin, ivasPin, withOperators } from '../../../support/fakes/two-operators'
import { ProvenApp } from './proven-app'

let proven: ProvenApp

beforeEach(async () => {
  proven = await ProvenApp.make()
})
afterEach(() => proven.remove())

const words = { name: 'Iva', reason: 'Compared with the back office' }
const refusal = (reason: string) => ({ details: { reason } })

/** A start with an older copy, after a charge. `unlock` is needed where there are operators. */
async function rolledBack(unlock: (app: TestApp) => Promise<unknown> = async () => {}): Promise<TestApp> {
  await unlock(
    await proven.restart(() => {
      proven.keepCopy()
    }),
  )
  await proven.app.charge()
  return proven.restart(() => {
    proven.putBack()
  })
}

/** Who accepted a finding, with the second person. */
const signedFindings = () =>
  proven.folder.names(`SELECT facts ->> 'finding' FROM audit_chain WHERE kind = 'acknowledged' ORDER BY seq`)
const signatures = () =>
  proven.folder.names(`SELECT concat_ws('+', name, second_name) FROM chain_signatures ORDER BY seq`)

describe('S20, S33: a history', () => {
  it('that was used in good order has no finding, and charges', async () => {
    await proven.app.charge()
    const app = await proven.restart()
    expect(app.proof.state()).toMatchObject({ finding: null, isAnchored: true })
    await app.charge({ amount: '31.00' })
    expect(proven.env.gateway.deliveries).toHaveLength(2)
  })

  it('that a person accepted charges again, and the finding does not come back', async () => {
    const app = await rolledBack()
    await proven.acknowledgeMissing()
    await expect(app.charge({ amount: '31.00' })).rejects.toMatchObject({
      details: { reason: 'history-not-proven' },
    })
    await app.startup.acceptHistory(words)
    const later = await proven.restart()
    expect(later.proof.state().finding).toBeNull()
    await later.charge({ amount: '31.00' })
  })

  it('that was accepted with a changed entry is checked anew: another change of it is found', async () => {
    const change = (to: string) => () => {
      proven.folder.tamper(
        `DROP TRIGGER IF EXISTS audit_chain_is_fixed; UPDATE audit_chain SET facts = '{"x":${to}}' WHERE seq = 3`,
      )
    }
    await proven.app.charge()
    const app = await proven.restart(change('1'))
    expect(app.proof.state().finding).toMatchObject({ kind: 'entry-changed', seq: 3 })
    await app.startup.acceptHistory(words)
    expect((await proven.restart()).proof.state().finding).toBeNull()
    expect((await proven.restart(change('2'))).proof.state().finding).toMatchObject({ seq: 3 })
  })

  it('that was deleted is begun anew only by a person who signs it', async () => {
    await proven.app.charge()
    const app = await proven.restart(() => {
      proven.removeHistory()
    })
    expect((await app.appState.get()).start).toMatchObject({ kind: 'history-deleted' })
    const state = await app.startup.acceptHistory(words)
    expect(state.start.kind).toBe('first-run')
    expect(state.proof.finding).toBeNull()
    expect(signedFindings()).toEqual(['deleted'])
    expect((await proven.restart()).proof.state().finding).toBeNull()
  })

  it('needs no keychain: then it says that an older copy would not be noticed', async () => {
    await proven.app.charge()
    proven.env.vault.keychain = { kind: 'unavailable', reason: 'none' }
    proven.env.vault.chainAnchor = null
    const app = await proven.restart()
    expect(app.proof.state()).toMatchObject({ finding: null, isAnchored: false })
    await app.charge({ amount: '31.00' })
  })

  it('is accepted only by a release in a window of main, also without a live profile in it', async () => {
    const app = await rolledBack()
    proven.env.consent.plan('declined')
    await expect(app.startup.acceptHistory(words)).rejects.toMatchObject(refusal('release-declined'))
    expect(app.proof.state().finding).toMatchObject({ kind: 'rolled-back' })
    await proven.env.clock.advance(declinePaceMs)
    await app.startup.acceptHistory(words)
    expect(proven.env.consent.requests.at(-1)).toMatchObject({
      question: { kind: 'accept-history', finding: 'rolled-back', ...words },
      demand: { kind: 'click' },
      profile: null,
    })
    expect(app.proof.state().finding).toBeNull()
    expect(signatures()).toEqual(['Iva'])
  })

  it('that was deleted stays deleted when the release is declined', async () => {
    const app = await proven.restart(() => {
      proven.removeHistory()
    })
    proven.env.consent.plan('declined')
    await expect(app.startup.acceptHistory(words)).rejects.toMatchObject(refusal('release-declined'))
    expect((await app.appState.get()).start).toMatchObject({ kind: 'history-deleted' })
    expect(existsSync(proven.folder.file)).toBe(false)
  })

  it('is accepted by two people where there are two operators, and both names are stored', async () => {
    const { iva, ben } = await withOperators(proven.app)
    const unlock = ({ session }: TestApp) => session.unlock(iva, ivasPin)
    const app = await rolledBack(unlock)
    await unlock(app)
    const { consent } = proven.env
    consent.typed = { amount: '', operatorId: iva, pin: ivasPin }
    await expect(app.startup.acceptHistory(words)).rejects.toMatchObject(refusal('second-person-needed'))
    expect(app.proof.state().finding).not.toBeNull()
    consent.typed = { amount: '', operatorId: ben, pin: bensPin }
    // Who acts comes from main: the name of the page does not count.
    await app.startup.acceptHistory({ ...words, name: 'Somebody Else' })
    expect(consent.requests.at(-1)?.demand).toMatchObject({
      kind: 'second-person',
      people: [{ name: 'Ben' }],
    })
    expect(signatures()).toEqual(['Iva+Ben'])
  })

  it('has nothing to accept while there is no finding', async () => {
    await expect(proven.app.startup.acceptHistory(words)).rejects.toMatchObject({
      details: { reason: 'nothing-to-accept' },
    })
  })
})

describe('S20: the check of a large history', () => {
  it('finds a change of the newest part before the first charge', async () => {
    const { app, open } = await restartInParts(`UPDATE audit_chain SET at_ms = 1 WHERE seq = ${last} - 1`)
    await expect(app.charge({ amount: '31.00' })).rejects.toMatchObject(refusal('history-not-proven'))
    expect(app.proof.state()).toMatchObject({ finding: { kind: 'entry-changed' }, checked: null })
    open()
  })

  it('lets the first charge wait for the newest part only, and stops charging when it finds an older change', async () => {
    const { app, open } = await restartInParts('UPDATE audit_chain SET at_ms = 1 WHERE seq = 3')
    await app.charge({ amount: '31.00' })
    expect(app.proof.state()).toMatchObject({ finding: null, checked: null })
    open()
    await app.proof.verify()
    expect(app.proof.state().finding).toMatchObject({ kind: 'entry-changed', seq: 3 })
    await expect(app.charge({ amount: '32.00' })).rejects.toMatchObject(refusal('history-not-proven'))
  })

  it('begins by itself soon after the start, and not before the first screen can be there', async () => {
    const { app, open } = await restartInParts('UPDATE audit_chain SET at_ms = 1 WHERE seq = 3')
    open()
    expect(app.proof.state()).toMatchObject({ finding: null, share: null })
    await proven.env.clock.advance(2_000)
    await settled()
    expect(app.proof.state().finding).toMatchObject({ kind: 'entry-changed', seq: 3 })
  })

  it('is not begun again by the start after a charge began it', async () => {
    const { app, open, parts } = await restartInParts('SELECT 1')
    open()
    await app.charge({ amount: '31.00' })
    await app.proof.verify()
    const before = parts()
    await proven.env.clock.advance(2_000)
    await settled()
    expect(parts()).toBe(before)
  })

  it('charges nothing after a part could not be read, until all of it was read', async () => {
    const { app, fail, open } = await restartInParts('SELECT 1')
    fail()
    open()
    await expect(app.proof.verify()).rejects.toMatchObject({ code: 'storage-failed' })
    await expect(app.charge({ amount: '31.00' })).rejects.toMatchObject({ code: 'storage-failed' })
    fail(false)
    await app.charge({ amount: '31.00' })
    expect(app.proof.state()).toMatchObject({
      finding: null,
      checked: { entries: expect.any(Number) as number },
    })
  })

  const last = '(SELECT max(seq) FROM audit_chain)'

  /** Starts with a change of the file. The check goes on after its newest 20 entries when `open` is called. */
  async function restartInParts(sql: string): Promise<{
    readonly app: TestApp
    readonly open: () => void
    /** The part after the newest one cannot be read. */
    readonly fail: (does?: boolean) => void
    /** How many parts were read. */
    readonly parts: () => number
  }> {
    await proven.app.charge()
    for (let number = 0; number < 30; number++)
      await proven.app.settings.save((await proven.app.appState.get()).settings)
    await proven.app.proof.end()
    await proven.stop()
    proven.folder.edit(sql)
    let isFailing = false
    let parts = 0
    let open: () => void = () => undefined
    const isOpen = new Promise<void>((resolve) => (open = resolve))
    const db = proven.folder.closing(connect({ file: proven.folder.file }, proven.folder.key, 'read'))
    const check = new ChainCheck(db, chainSealOf(proven.folder.key, ''), 20)
    const host = proven.env.storage
    const openHost = host.open.bind(host)
    host.open = async (key, onUpdate) => {
      const opened = await openHost(key, onUpdate)
      if (opened.kind !== 'opened') return opened
      const checkChain: StorageReader['checkChain'] = async (progress) => {
        parts += 1
        if (progress !== null && progress.part !== 'newest') {
          await isOpen
          if (isFailing) throw new AppError('storage-failed', { reason: 'disk' })
        }
        return check.next(progress)
      }
      return { ...opened, reader: { ...opened.reader, checkChain } }
    }
    const app = new TestApp(proven.env)
    await app.startup.start()
    proven.app = app
    return { app, open, fail: (does = true) => (isFailing = does), parts: () => parts }
  }
})

describe('S20: a charge', () => {
  it('is not sent when the keychain takes no anchor, and is stored as not sent', async () => {
    const { app, env } = proven
    env.vault.refusesAnchors = true
    await expect(app.charge()).rejects.toMatchObject({ code: 'secret-store-unavailable' })
    await settled()
    expect(env.gateway.deliveries).toEqual([])
    const { summary } = await app.orders.get('1')
    expect(summary).toMatchObject({ chargeState: 'not-sent', followState: 'stopped' })
  })

  it('is in the keychain before it is at the gateway', async () => {
    const { app, env } = proven
    const before = env.vault.chainAnchor?.seq ?? 0
    let atDelivery = 0
    env.gateway.onDelivery = () => (atDelivery = env.vault.chainAnchor?.seq ?? 0)
    await app.charge()
    expect(atDelivery).toBeGreaterThan(before)
  })
})
