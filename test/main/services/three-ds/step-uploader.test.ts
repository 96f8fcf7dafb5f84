import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-shared/errors/app-error'
import { cresText, issuerSteps, paResText } from '../../../support/fakes'
import { pass, sold, statesOf } from '../../../support/sold'

const { method, challenge, pareq } = issuerSteps

describe('a disk that is full', () => {
  it('when the issuer answers keeps the answer, and uploads it only once it is on disk (P10)', async () => {
    const { world, view } = await sold([challenge], { presence: 'present' })
    world.browser.onVisit = () => {
      world.storageFaults.failWrites('database')
    }
    await pass(world, 30)
    expect(world.gateway.uploads).toEqual([])
    expect(statesOf(await view())).toEqual(['challenge open'])
    world.storageFaults.endWriteFaults()
    await pass(world, 60)
    expect(world.gateway.uploads).toMatchObject([{ kind: 'challenge', cres: cresText }])
    expect((await view()).summary.status).toBe('approved')
    expect(world.problems.map(({ where }) => where)).toContain('retry-until-stored')
  })

  it('when the gateway answers stores it later and never uploads again (P10)', async () => {
    const { world, view } = await sold([challenge])
    world.gateway.onUpload = () => {
      world.storageFaults.failWrites('database')
    }
    await pass(world, 30)
    expect(statesOf(await view())).toEqual(['challenge sending'])
    world.storageFaults.endWriteFaults()
    await pass(world, 60)
    expect(statesOf(await view())).toEqual(['challenge sent'])
    expect(world.gateway.uploads).toHaveLength(1)
  })

  it('before the upload means that nothing is uploaded, and a person sends it later', async () => {
    const { world, desk, orderId, view } = await sold([challenge])
    world.storageFaults.beforeWrite = () => {
      if (world.storage.orders()[0]?.steps[0]?.state === 'answered')
        throw new AppError('storage-failed', { reason: 'database' })
    }
    await pass(world, 20)
    expect(world.gateway.uploads).toEqual([])
    world.storageFaults.endWriteFaults()
    await pass(world, 60)
    expect((await view()).summary.awaitedStep).toBe('unsent-answer')
    expect(world.gateway.uploads).toEqual([])
    await desk.threeDs.sendAnswer(orderId)
    expect(world.gateway.uploads).toHaveLength(1)
  })

  it('does not keep a stop waiting', async () => {
    const { world, desk, orderId } = await sold([challenge], {
      prepare: ({ browser }) => browser.plan(null),
    })
    await pass(world, 10)
    world.storageFaults.failWrites('database')
    let isStopped = false
    const stopped = desk.threeDs.stop(orderId).then(() => {
      isStopped = true
    })
    await pass(world, 5)
    expect(isStopped).toBe(true)
    await stopped
    world.storageFaults.endWriteFaults()
    await pass(world, 60)
    expect(statesOf(await desk.orders.get(orderId))).toEqual(['challenge awaited'])
  })
})

describe('a key that is gone', () => {
  it('leaves the caught answer on disk for a person, with nothing sent', async () => {
    const { world, desk, orderId, view } = await sold([challenge])
    world.browser.onVisit = () => {
      void world.vault.deleteProfileSecrets('profile-1')
    }
    await pass(world, 20)
    expect(statesOf(await view())).toEqual(['challenge answered'])
    await expect(desk.threeDs.sendAnswer(orderId)).rejects.toMatchObject({ code: 'secret-missing' })
    const [profile] = world.storage.reader.listProfiles()
    if (profile === undefined) throw new Error('there is no profile')
    await world.vault.saveControlKey(profile, world.gateway.controlKey)
    await desk.threeDs.sendAnswer(orderId)
    expect(world.gateway.uploads).toMatchObject([{ cres: cresText }])
  })
})

describe('what is uploaded', () => {
  it('of a method page are the data of this browser and the address that the sale was made with', async () => {
    const { world, clientOrderId } = await sold([method])
    await pass(world, 20)
    expect(world.gateway.uploads).toMatchObject([
      {
        ...{ kind: 'method', serverTransId: method.serverTransId, completion: 'Y' },
        ...{ clientOrderId, gatewayOrderId: '6684100', ipAddress: '198.51.100.7' },
        ...{ route: { kind: 'endpoint', id: '4411' }, browser: world.browser.describe() },
      },
    ])
  })

  it('is erased from the log once it was taken, and only its proof stays', async () => {
    const { world, desk, orderId } = await sold([challenge], {
      prepare: ({ gateway }) => gateway.planUploads({ kind: 'not-sent' }),
    })
    await pass(world, 20)
    expect(world.storage.find(cresText)).toEqual([cresText])
    await desk.threeDs.sendAnswer(orderId)
    expect(world.storage.find(cresText)).toEqual([])
    expect((await desk.orders.get(orderId)).steps[0]?.answerDigest).toMatch(/sha256/)
  })
})

describe('an answer that the interface does not take', () => {
  const tooLong = () => {
    throw new AppError('validation-failed', { fields: { paRes: 'too-long' } })
  }

  it('is given up with the reason, and nobody is asked to send it (A19)', async () => {
    const { world, view } = await sold([pareq])
    world.gateway.prepareUpload = tooLong
    await pass(world, 20)
    const { summary, steps, timeline } = await view()
    expect(steps).toMatchObject([{ state: 'abandoned', failure: 'answer-not-sendable paRes too-long' }])
    expect(summary.awaitedStep).toBeNull()
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'step-failed', text: 'pareq answer-not-sendable paRes too-long' }),
    )
    expect(world.gateway.uploads).toEqual([])
    expect(world.problems.map(({ where }) => where)).toEqual(['three-ds'])
  })

  it('is told from a field that a person can mend, which keeps the answer for later (A19)', async () => {
    const { world, desk, orderId, view } = await sold([pareq])
    const prepare = world.gateway.prepareUpload.bind(world.gateway)
    world.gateway.prepareUpload = () => {
      throw new AppError('validation-failed', { fields: { login: 'required' } })
    }
    await pass(world, 20)
    expect(statesOf(await view())).toEqual(['pareq answered'])
    world.gateway.prepareUpload = prepare
    await desk.threeDs.sendAnswer(orderId)
    expect(world.gateway.uploads).toMatchObject([{ kind: 'pareq', paRes: paResText }])
  })
})
