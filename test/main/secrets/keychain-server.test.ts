import { describe, expect, it } from 'vitest'
import { KeychainServer } from '../../../src-main/secrets/keychain-server'
import { ChannelEnd } from '../../../src-main/secrets/sealed-channel'
import { FakeKeychainLibrary } from './fake-keychain-process'

describe('KeychainServer', () => {
  it.each([
    ['no object', 'get'],
    ['another operation', { kind: 'findCredentials', id: 1, service: 'Rebill Desk' }],
    [
      'a missing account',
      { kind: 'get', id: 1, service: 'Rebill Desk', prompting: 'may-prompt', publicKey: 'key' },
    ],
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

  it('continues after a library call that threw', async () => {
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
    ['locked', 'locked', []],
    ['unlocked', 'done', ['get']],
    ['unknown', 'done', ['get']],
  ] as const)(
    'answers for an item of a keychain that is %s, without a prompt: %s (D2)',
    async (state, kind, calls) => {
      const library = new FakeKeychainLibrary()
      library.items.set('s/a', 'secret')
      const server = new KeychainServer(library, {
        platform: 'linux',
        describeBackend: () => Promise.resolve('fake-keyring'),
        lockState: () => Promise.resolve(state),
      })
      const { publicKey } = new ChannelEnd()
      const request = { kind: 'get', id: 1, service: 's', account: 'a', prompting: 'no-prompt', publicKey }
      expect(await server.answer(request)).toMatchObject({ kind, id: 1 })
      expect(library.calls).toEqual(calls)
    },
  )
})
