import { beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '../../../../src-shared/errors/app-error'
import {
  readyEnvironment,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes/test-app'
import { chainedActs } from '../../../support/storage'

const pin = '274915'
const other = '830264'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const add = (name: string, newPin = pin, ownPin = '', manages = false) =>
  app.operators.save({ operatorId: null, name, manages, pin: newPin, ownPin })

/** The first operator, who acts from then on. */
async function withIva(): Promise<string> {
  const { operators } = await add('Iva')
  return operators.currentId ?? ''
}

async function reasonOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => null,
    (refused: unknown) => refused as AppError,
  )
  return error?.details.reason ?? error?.code
}

const idleMinutes = (minutes: number, seconds = 0) => {
  env.presence.idle = minutes * 60_000 + seconds * 1000
}

describe('an app without operators', () => {
  it('is never locked, and acts with the name of the settings', async () => {
    await app.settings.save({ ...(await app.appState.get()).settings, operatorName: 'Dana' })
    idleMinutes(600)
    env.presence.leave()
    await env.clock.advance(600_000)
    expect(app.session.lock()).toBe(false)
    expect(app.session.isLocked).toBe(false)
    expect(await app.session.actor()).toEqual({
      name: 'Dana',
      operatorId: null,
      place: { osUser: 'iva', host: 'desk-7', appVersion: '0.1.0' },
    })
  })
})

describe('an app with an operator', () => {
  it('names the operator in the audit chain, also for acts that have no row of their own (S20)', async () => {
    const iva = await withIva()
    await add('Ben', other, pin)
    const { settings } = await app.appState.get()
    await app.settings.save({ ...settings, theme: 'dark' })
    app.kill()
    app = await startApp(env)
    const ben = app.session.others().find(({ name }) => name === 'Ben')?.operatorId ?? ''
    await app.session.unlock(ben, other)
    await app.settings.save({ ...settings, theme: 'light' })
    await app.session.unlock(iva, pin)
    await app.settings.save({ ...settings, theme: 'dark' })
    const [first, bens, last] = chainedActs(env.storage, 'settings-saved')
      .slice(-3)
      .map(({ by }) => by)
    expect(first).toEqual(expect.any(String))
    expect(last).toBe(first)
    expect(bens).toEqual(expect.any(String))
    expect(bens).not.toBe(first)
  })

  it('acts with the name of the operator, whatever the settings say', async () => {
    const operatorId = await withIva()
    await app.settings.save({ ...(await app.appState.get()).settings, operatorName: 'Somebody Else' })
    expect(await app.session.actor()).toMatchObject({ name: 'Iva', operatorId })
    expect(await app.session.namedActor('Somebody Else')).toMatchObject({ name: 'Iva', operatorId })
  })

  it('stores who charged, and where, with the order', async () => {
    await withIva()
    const order = await app.charge()
    expect(order.timeline.find(({ kind }) => kind === 'confirmed')).toMatchObject({
      actor: 'Iva',
      place: { osUser: 'iva', host: 'desk-7', appVersion: '0.1.0' },
    })
    expect(order.timeline.find(({ kind }) => kind === 'sent')).toMatchObject({ actor: null, place: null })
  })

  it('is locked after 15 minutes without a person, not a second before (S18)', async () => {
    await withIva()
    idleMinutes(14, 59)
    await env.clock.advance(5_000)
    expect(app.session.isLocked).toBe(false)
    idleMinutes(15)
    await env.clock.advance(5_000)
    expect(app.session.isLocked).toBe(true)
  })

  it('is locked after the minutes that were chosen', async () => {
    await withIva()
    await app.operators.saveLockMinutes(1)
    idleMinutes(0, 59)
    await env.clock.advance(5_000)
    expect(app.session.isLocked).toBe(false)
    idleMinutes(1)
    await env.clock.advance(5_000)
    expect(app.session.isLocked).toBe(true)
  })

  it.each([
    ['the screen is locked or the computer sleeps', () => env.presence.leave()],
    ['the screen is found locked', () => (env.presence.screenLocked = true)],
  ])('is locked when %s (S18)', async (_, leave) => {
    await withIva()
    leave()
    await env.clock.advance(5_000)
    expect(app.session.isLocked).toBe(true)
  })

  it('is locked at the next start, and opened by the PIN only', async () => {
    const operatorId = await withIva()
    app.kill()
    const next = await startApp(env)
    expect(next.session.isLocked).toBe(true)
    expect(await reasonOf(next.session.unlock(operatorId, other))).toBe('wrong-pin')
    expect(next.session.isLocked).toBe(true)
    expect(chainedActs(env.storage, 'pin-refused')).toMatchObject([{ tries: 1 }])
    await next.session.unlock(operatorId, pin)
    expect(chainedActs(env.storage, 'pin-refused').length).toBe(1)
    expect(next.session.isLocked).toBe(false)
    expect(await next.session.actor()).toMatchObject({ name: 'Iva', operatorId })
  })

  it('goes on polling while it is locked', async () => {
    await withIva()
    const order = await app.charge()
    app.session.lock()
    const before = env.gateway.statusRequests.length
    await env.clock.advance(30_000)
    expect(env.gateway.statusRequests.length).toBeGreaterThan(before)
    expect(order.summary.chargeState).toBe('accepted')
  })

  it('tells who may unlock it and nothing else', async () => {
    const operatorId = await withIva()
    app.session.lock()
    expect(await app.session.lockState()).toEqual({
      isLocked: true,
      operators: [{ operatorId, name: 'Iva', waitMs: 0 }],
      lastId: operatorId,
      hasRecoveryCode: true,
      theme: 'system',
    })
  })

  it('stores no PIN, only its hash with the parameters', async () => {
    await withIva()
    const [stored] = env.storage.reader.listOperators()
    expect(JSON.stringify(stored)).not.toContain(pin)
    expect(stored?.pinHash).toMatchObject({ n: 2, r: 1, p: 1 })
  })
})

describe('wrong PINs', () => {
  const tryWrong = async (operatorId: string, count: number, session = app.session) => {
    for (let at = 0; at < count; at++) await reasonOf(session.unlock(operatorId, other))
  }

  it('make the next try wait, and a right one ends the wait', async () => {
    const operatorId = await withIva()
    app.session.lock()
    await tryWrong(operatorId, 3)
    expect(await reasonOf(app.session.unlock(operatorId, pin))).toBe('pin-wait')
    await env.clock.advance(4_999)
    expect(await reasonOf(app.session.unlock(operatorId, pin))).toBe('pin-wait')
    await env.clock.advance(1)
    await app.session.unlock(operatorId, pin)
    app.session.lock()
    await tryWrong(operatorId, 2)
    await app.session.unlock(operatorId, pin)
    expect(app.session.isLocked).toBe(false)
  })

  it('are counted on the disk, so that a new start does not give another try', async () => {
    const operatorId = await withIva()
    app.session.lock()
    await tryWrong(operatorId, 3)
    app.kill()
    // A clock that is set ahead does not help.
    env.clock.jump(86_400_000)
    const next = await startApp(env)
    expect(await reasonOf(next.session.unlock(operatorId, pin))).toBe('pin-wait')
    await env.clock.advance(5_000)
    await next.session.unlock(operatorId, pin)
    expect(next.session.isLocked).toBe(false)
  })

  it('lock an operator out for 15 minutes after seven', async () => {
    const operatorId = await withIva()
    app.session.lock()
    for (const waitMs of [0, 0, 0, 5_000, 15_000, 60_000, 300_000]) {
      await env.clock.advance(waitMs)
      expect(await reasonOf(app.session.unlock(operatorId, other))).toBe('wrong-pin')
    }
    await env.clock.advance(899_999)
    expect(await reasonOf(app.session.unlock(operatorId, pin))).toBe('pin-wait')
    await env.clock.advance(1)
    await app.session.unlock(operatorId, pin)
    expect(app.session.isLocked).toBe(false)
  })

  it('count one after the other, however many are tried at once', async () => {
    const operatorId = await withIva()
    app.session.lock()
    const tries = Array.from({ length: 8 }, () => reasonOf(app.session.unlock(operatorId, other)))
    expect(await Promise.all(tries)).toEqual([
      ...['wrong-pin', 'wrong-pin', 'wrong-pin'],
      ...Array<string>(5).fill('pin-wait'),
    ])
  })
})

describe('changes of operators', () => {
  it('need the PIN of an operator who may change settings', async () => {
    const iva = await withIva()
    expect(await reasonOf(add('Ben', other))).toBe('wrong-pin')
    const { operators } = await add('Ben', other, pin)
    const ben = operators.list.find(({ name }) => name === 'Ben')?.operatorId ?? ''
    app.session.lock()
    await app.session.unlock(ben, other)
    expect(await reasonOf(add('Eve', '604713', other))).toBe('not-a-manager')
    expect(await reasonOf(app.operators.remove(iva, other))).toBe('not-a-manager')
    const own = { operatorId: ben, name: 'Ben', manages: true, pin: '', ownPin: other }
    expect(await reasonOf(app.operators.save(own))).toBe('not-a-manager')
    await app.operators.save({ ...own, manages: false, pin: '604713' })
    app.session.lock()
    expect(await reasonOf(app.session.unlock(ben, other))).toBe('wrong-pin')
    await app.session.unlock(ben, '604713')
  })

  it('never leave the app without somebody who may change settings', async () => {
    const iva = await withIva()
    await add('Ben', other, pin)
    const demoted = { operatorId: iva, name: 'Iva', manages: false, pin: '', ownPin: pin }
    expect(await reasonOf(app.operators.save(demoted))).toBe('last-manager')
    expect(await reasonOf(app.operators.remove(iva, pin))).toBe('last-manager')
  })

  it('end the lock with the last operator', async () => {
    const iva = await withIva()
    const { operators } = await app.operators.remove(iva, pin)
    expect(operators).toMatchObject({ list: [], currentId: null })
    expect(app.session.lock()).toBe(false)
  })

  it('refuse a name that another operator has', async () => {
    await withIva()
    await expect(add('iva', other, pin)).rejects.toMatchObject({
      details: { fields: { name: 'given-twice' } },
    })
  })
})
