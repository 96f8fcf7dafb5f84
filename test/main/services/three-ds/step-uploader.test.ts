import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-shared/errors/app-error'
import { cresText, issuerSteps, paResText } from '../../../support/fakes'
import { pass, sold, statesOf } from '../../../support/sold'
import { usableProfile } from '../../../support/storage'

const { method, challenge, pareq } = issuerSteps

describe('a disk that is full', () => {
  it('when the issuer answers keeps the answer, and uploads it only once it is on disk', async () => {
    const { env, view } = await sold([challenge], { presence: 'present' })
    env.browser.onVisit = () => {
      env.storageFaults.failWrites('database')
    }
    await pass(env, 30)
    expect(env.gateway.uploads).toEqual([])
    expect(statesOf(await view())).toEqual(['challenge open'])
    env.storageFaults.endWriteFaults()
    await pass(env, 60)
    expect(env.gateway.uploads).toMatchObject([{ kind: 'challenge', cres: cresText }])
    expect((await view()).summary.status).toBe('approved')
    expect(env.problems.map(({ where }) => where)).toContain('retry-until-stored')
  })

  it('when the gateway answers stores it later and never uploads again', async () => {
    const { env, view } = await sold([challenge])
    env.gateway.onUpload = () => {
      env.storageFaults.failWrites('database')
    }
    await pass(env, 30)
    expect(statesOf(await view())).toEqual(['challenge sending'])
    env.storageFaults.endWriteFaults()
    await pass(env, 60)
    expect(statesOf(await view())).toEqual(['challenge sent'])
    expect(env.gateway.uploads).toHaveLength(1)
  })

  it('before the upload means that nothing is uploaded, and a person sends it later', async () => {
    const { env, app, orderId, view } = await sold([challenge])
    env.storageFaults.beforeWrite = () => {
      if (env.storage.orders()[0]?.steps[0]?.state === 'answered')
        throw new AppError('storage-failed', { reason: 'database' })
    }
    await pass(env, 20)
    expect(env.gateway.uploads).toEqual([])
    env.storageFaults.endWriteFaults()
    await pass(env, 60)
    expect((await view()).summary.awaitedStep).toBe('unsent-answer')
    expect(env.gateway.uploads).toEqual([])
    await app.threeDs.sendAnswer(orderId)
    expect(env.gateway.uploads).toHaveLength(1)
  })

  it('does not keep a stop waiting', async () => {
    const { env, app, orderId } = await sold([challenge], {
      prepare: ({ browser }) => browser.plan(null),
    })
    await pass(env, 10)
    env.storageFaults.failWrites('database')
    let isStopped = false
    const stopped = app.threeDs.stop(orderId).then(() => {
      isStopped = true
    })
    await pass(env, 5)
    expect(isStopped).toBe(true)
    await stopped
    env.storageFaults.endWriteFaults()
    await pass(env, 60)
    expect(statesOf(await app.orders.get(orderId))).toEqual(['challenge awaited'])
  })
})

describe('a key that is gone', () => {
  it('leaves the caught answer on disk for a person, with nothing sent', async () => {
    const { env, app, orderId, view } = await sold([challenge])
    env.browser.onVisit = () => {
      void env.vault.deleteProfileSecrets('profile-1')
    }
    await pass(env, 20)
    expect(statesOf(await view())).toEqual(['challenge answered'])
    await expect(app.threeDs.sendAnswer(orderId)).rejects.toMatchObject({ code: 'secret-missing' })
    await env.vault.saveControlKey(usableProfile(env.storage), env.gateway.controlKey)
    await app.threeDs.sendAnswer(orderId)
    expect(env.gateway.uploads).toMatchObject([{ cres: cresText }])
  })
})

describe('what is uploaded', () => {
  it('of a method page are the data of this browser and the address that the sale was made with', async () => {
    const { env, clientOrderId } = await sold([method])
    await pass(env, 20)
    expect(env.gateway.uploads).toMatchObject([
      {
        ...{ kind: 'method', serverTransId: method.serverTransId, completion: 'Y' },
        ...{ clientOrderId, gatewayOrderId: '6684100', ipAddress: '198.51.100.7' },
        ...{ route: { kind: 'endpoint', id: '4411' }, browser: env.browser.describe() },
      },
    ])
  })

  it('is erased from the log once it was taken, and only its proof stays', async () => {
    const { env, app, orderId } = await sold([challenge], {
      prepare: ({ gateway }) => gateway.planUploads({ kind: 'not-sent' }),
    })
    await pass(env, 20)
    expect(env.storage.find(cresText)).toEqual([cresText])
    await app.threeDs.sendAnswer(orderId)
    expect(env.storage.find(cresText)).toEqual([])
    expect((await app.orders.get(orderId)).steps[0]?.answerDigest).toMatch(/sha256/)
  })
})

describe('an answer that the interface does not take', () => {
  const tooLong = () => {
    throw new AppError('validation-failed', { fields: { paRes: 'too-long' } })
  }

  it('is given up with the reason, and nobody is asked to send it (A19)', async () => {
    const { env, view } = await sold([pareq])
    env.gateway.prepareUpload = tooLong
    await pass(env, 20)
    const { summary, steps, timeline } = await view()
    expect(steps).toMatchObject([{ state: 'abandoned', failure: 'answer-not-sendable paRes too-long' }])
    expect(summary.awaitedStep).toBeNull()
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'step-failed', text: 'pareq answer-not-sendable paRes too-long' }),
    )
    expect(env.gateway.uploads).toEqual([])
    expect(env.problems.map(({ where }) => where)).toEqual(['three-ds'])
  })

  it('is told from a field that a person can mend, which keeps the answer for later (A19)', async () => {
    const { env, app, orderId, view } = await sold([pareq])
    const prepare = env.gateway.prepareUpload.bind(env.gateway)
    env.gateway.prepareUpload = () => {
      throw new AppError('validation-failed', { fields: { login: 'required' } })
    }
    await pass(env, 20)
    expect(statesOf(await view())).toEqual(['pareq answered'])
    env.gateway.prepareUpload = prepare
    await app.threeDs.sendAnswer(orderId)
    expect(env.gateway.uploads).toMatchObject([{ kind: 'pareq', paRes: paResText }])
  })
})
