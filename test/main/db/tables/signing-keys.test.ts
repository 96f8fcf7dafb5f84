import { expect, it } from 'vitest'
import type { SigningKeyFacts } from '../../../../src-main/ports/storage'
import { aProfile, noonMs } from '../../../support/builders'
import { openStorage } from '../../../support/storage'

const facts: SigningKeyFacts = {
  ...{ origin: 'created', bits: 3072, fingerprint: 'ab12', publicKey: 'PEM', login: 'NordShop' },
  ...{ baseUrl: 'https://gate.example.com/paynet', createdAtMs: noonMs },
}

it('keeps one sealed signing key a profile, which saving the profile does not touch', async () => {
  const { writer, reader } = await openStorage()
  const factsNow = async () => (await reader.listProfiles()).map(({ signingKey }) => signingKey)
  expect([await reader.readSigningKey('profile-1'), await factsNow()]).toEqual([null, [null]])
  await writer.saveSigningKey('profile-1', facts, Uint8Array.of(1, 2, 0, 255))
  await writer.saveSigningKey('profile-1', { ...facts, bits: 4096 }, Uint8Array.of(3, 4))
  await writer.saveProfile(aProfile({ name: 'Renamed' }))
  expect(await reader.readSigningKey('profile-1')).toEqual(Uint8Array.of(3, 4))
  expect(await factsNow()).toEqual([{ ...facts, bits: 4096 }])
  await writer.removeSigningKey('profile-1')
  await writer.removeSigningKey('profile-1')
  expect([await reader.readSigningKey('profile-1'), await factsNow()]).toEqual([null, [null]])
})

it('forgets a signing key with its profile, and keeps none for a profile that is not there', async () => {
  const { writer, reader } = await openStorage()
  const refused = { code: 'not-found', details: { reason: 'profile' } }
  await writer.saveSigningKey('profile-1', facts, Uint8Array.of(1))
  await writer.removeProfile('profile-1')
  expect(await reader.readSigningKey('profile-1')).toBeNull()
  for (const profileId of ['profile-1', 'nobody'])
    await expect(writer.saveSigningKey(profileId, facts, Uint8Array.of(1))).rejects.toMatchObject(refused)
  await writer.saveProfile(aProfile())
  expect((await reader.listProfiles())[0]?.signingKey).toBeNull()
})
