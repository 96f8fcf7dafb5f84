import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '../../../../src-shared/errors/app-error'
import {
  readyEnvironment,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes/test-app'

const pin = '274915'
const another = '830264'

let env: TestEnvironment
let app: TestApp
let operatorId: string
let recoveryCode: string

beforeEach(async () => {
  env = await readyEnvironment()
  const key = await env.vault.readDatabaseKey()
  recoveryCode = await env.recoveryFile.create(key ?? new Uint8Array())
  app = await startApp(env)
})

const addIva = () => app.operators.save({ operatorId: null, name: 'Iva', manages: true, pin, ownPin: '' })

async function refusal(work: Promise<unknown>): Promise<Pick<AppError, 'code' | 'details'> | null> {
  return work.then(
    () => null,
    ({ code, details }: AppError) => ({ code, details }),
  )
}

it('the first operator needs a recovery code, without which a forgotten PIN would close the history', async () => {
  env.storage.writer.setRecoveryMade(false)
  expect(await refusal(addIva())).toEqual({
    code: 'not-allowed-now',
    details: { reason: 'recovery-needed' },
  })
  expect(env.storage.reader.listOperators()).toEqual([])
})

describe('a forgotten PIN', () => {
  beforeEach(async () => {
    operatorId = (await addIva()).operators.currentId ?? ''
    app.session.lock()
  })

  it('is replaced with the recovery code, which unlocks the app (S18)', async () => {
    let unlocks = 0
    app.session.onUnlocked(() => (unlocks += 1))
    expect(await app.session.lockState()).toMatchObject({ isLocked: true, hasRecoveryCode: true })
    const state = await app.operators.resetPin({ operatorId, recoveryCode, pin: another })
    expect(state).toMatchObject({ isLocked: false, lastId: operatorId })
    expect(await app.session.actor()).toMatchObject({ name: 'Iva', operatorId })
    expect(unlocks).toBe(1)
    app.session.lock()
    expect(await refusal(app.session.unlock(operatorId, pin))).toMatchObject({
      details: { reason: 'wrong-pin' },
    })
    await app.session.unlock(operatorId, another)
    expect(app.session.isLocked).toBe(false)
  })

  it('is replaced after a restart too, and ends the wait after wrong PINs', async () => {
    for (let at = 0; at < 3; at++) await refusal(app.session.unlock(operatorId, another))
    app.kill()
    app = await startApp(env)
    await app.operators.resetPin({ operatorId, recoveryCode, pin: another })
    expect(app.session.isLocked).toBe(false)
    expect(env.storage.reader.listOperators()[0]?.wrongPins).toBe(0)
  })

  it('stays with a wrong code, and the app stays locked', async () => {
    const reset = app.operators.resetPin({ operatorId, recoveryCode: 'AAAAA-BBBBB', pin: another })
    expect(await refusal(reset)).toEqual({
      code: 'validation-failed',
      details: { fields: { recoveryCode: 'does-not-fit' } },
    })
    expect(app.session.isLocked).toBe(true)
    await app.session.unlock(operatorId, pin)
  })

  it('stays when the recovery file on the disk was replaced by one of another key', async () => {
    const planted = await env.recoveryFile.create(Uint8Array.from(randomBytes(32)))
    const reset = app.operators.resetPin({ operatorId, recoveryCode: planted, pin: another })
    expect(await refusal(reset)).toMatchObject({ code: 'validation-failed' })
    expect(app.session.isLocked).toBe(true)
  })

  it('stays when there is no such operator', async () => {
    const reset = app.operators.resetPin({ operatorId: 'nobody', recoveryCode, pin: another })
    expect(await refusal(reset)).toMatchObject({ code: 'not-found' })
    expect(app.session.isLocked).toBe(true)
  })
})
