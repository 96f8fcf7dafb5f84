import { beforeEach, describe, expect, it } from 'vitest'
import { readSigningKey } from '../../../../src-main/services/profiles/signing-key'
import { readyEnvironment, startApp, type TestApp } from '../../../support/fakes'
import { rsaKey } from '../../../support/rsa-key'

const imported = readSigningKey(rsaKey().privateKey)
let app: TestApp

beforeEach(async () => {
  app = await startApp(await readyEnvironment())
})

// Making a key takes long, so these are apart from the other tests of the service.
describe('a signing key', () => {
  it('is made here, with its public part to be handed on', async () => {
    const { signingKey } = await app.signingKeys.create('profile-1', 3072)
    expect(signingKey).toMatchObject({ state: 'present', origin: 'created', bits: 3072 })
    expect(signingKey?.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  })

  it('is the later one of two that come at once', async () => {
    await Promise.all([
      app.signingKeys.create('profile-1', 3072),
      app.signingKeys.import('profile-1', imported.privateKey),
    ])
    expect((await app.appState.get()).profiles[0]?.signingKey).toMatchObject({
      fingerprint: imported.fingerprint,
      origin: 'imported',
    })
  })
})
