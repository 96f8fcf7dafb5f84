import { describe, expect, it } from 'vitest'
import { KeychainServer } from '../../../src-main/secrets/keychain-server'
import { FakeKeychainLibrary } from './fake-keychain-process'

describe('KeychainServer', () => {
  it.each([
    ['no object', 'get'],
    ['another operation', { kind: 'findCredentials', id: 1, service: 'Rebill Desk' }],
    ['a missing account', { kind: 'get', id: 1, service: 'Rebill Desk', prompting: 'may-prompt' }],
    ['an extra field', { kind: 'probe', id: 1, service: 'Rebill Desk', account: 'a' }],
  ])('asks nothing of the keychain for a message with %s', async (_case, message) => {
    const library = new FakeKeychainLibrary()
    const server = new KeychainServer(library, {
      platform: 'linux',
      describeBackend: () => Promise.resolve('fake-keyring'),
      lockState: () => Promise.resolve('unlocked'),
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
      lockState: () => Promise.resolve('unlocked'),
    })
    const deletion = server.answer({ kind: 'delete', id: 1, service: 's', account: 'a' })
    expect(await deletion).toEqual({ kind: 'unavailable', id: 1, reason: 'gone' })
    library.unavailable = null
    const probe = server.answer({ kind: 'probe', id: 2, service: 's' })
    expect(await probe).toEqual({ kind: 'done', id: 2, value: 'fake-keyring' })
  })

  it.each([
    ['locked', [], { kind: 'locked', id: 1 }],
    ['unlocked', ['get'], { kind: 'done', id: 1, value: 'secret' }],
    ['unknown', ['get'], { kind: 'done', id: 1, value: 'secret' }],
  ] as const)(
    'reads an item without a prompt only where the keychain is not %s (D2)',
    async (state, calls, reply) => {
      const library = new FakeKeychainLibrary()
      library.items.set('s/a', 'secret')
      const server = new KeychainServer(library, {
        platform: 'linux',
        describeBackend: () => Promise.resolve('fake-keyring'),
        lockState: () => Promise.resolve(state),
      })
      const request = { kind: 'get', id: 1, service: 's', account: 'a', prompting: 'no-prompt' }
      expect(await server.answer(request)).toEqual(reply)
      expect(library.calls).toEqual(calls)
    },
  )
})
