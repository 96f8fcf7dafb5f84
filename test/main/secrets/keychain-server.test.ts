import { describe, expect, it } from 'vitest'
import { KeychainServer } from '../../../src-main/secrets/keychain-server'
import { FakeKeychainLibrary } from './fake-keychain-process'

describe('KeychainServer', () => {
  it.each([
    ['no object', 'get'],
    ['another operation', { kind: 'findCredentials', id: 1, service: 'Rebill Desk' }],
    ['a missing account', { kind: 'get', id: 1, service: 'Rebill Desk' }],
    ['an extra field', { kind: 'probe', id: 1, service: 'Rebill Desk', account: 'a' }],
  ])('asks nothing of the keychain for a message with %s', async (_case, message) => {
    const library = new FakeKeychainLibrary()
    const server = new KeychainServer(library, {
      platform: 'linux',
      describeBackend: () => Promise.resolve('fake-keyring'),
    })
    expect(await server.answer(message)).toBeNull()
    expect(library.calls).toEqual([])
  })

  it('goes on after a library call that threw', async () => {
    const library = new FakeKeychainLibrary()
    library.unavailable = 'gone'
    const server = new KeychainServer(library, {
      platform: 'linux',
      describeBackend: () => Promise.resolve('fake-keyring'),
    })
    const deletion = server.answer({ kind: 'delete', id: 1, service: 's', account: 'a' })
    expect(await deletion).toEqual({ kind: 'unavailable', id: 1, reason: 'gone' })
    library.unavailable = null
    const probe = server.answer({ kind: 'probe', id: 2, service: 's' })
    expect(await probe).toEqual({ kind: 'done', id: 2, value: 'fake-keyring' })
  })
})
