import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settled } from '../../../support/fakes'
import { ProvenApp } from './proven-app'

let proven: ProvenApp

beforeEach(async () => {
  proven = await ProvenApp.make()
})
afterEach(() => proven.remove())

const words = { name: 'Iva', reason: 'Compared with the back office' }

describe('S20: a history', () => {
  it('that was used in good order has no finding, and charges', async () => {
    await proven.app.charge()
    const app = await proven.restart()
    expect(app.proof.state()).toMatchObject({ finding: null, isAnchored: true })
    await app.charge({ amount: '31.00' })
    expect(proven.env.gateway.deliveries).toHaveLength(2)
  })

  it('that a person accepted charges again, and the finding does not come back', async () => {
    await proven.restart(() => {
      proven.keepCopy()
    })
    await proven.app.charge()
    const app = await proven.restart(() => {
      proven.putBack()
    })
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

  it('has nothing to accept while there is no finding', async () => {
    await expect(proven.app.startup.acceptHistory(words)).rejects.toMatchObject({
      details: { reason: 'nothing-to-accept' },
    })
  })
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
