import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/platform/clock'
import { KeychainSecretStore } from '../../../src-main/secrets/keychain-secret-store'
import { buildKeychainProcess, type BuiltKeychainProcess } from './built-keychain-process'
import { startKeyringSession, type KeyringSession, type SessionKind } from '../../support/keyring-session'

let built: BuiltKeychainProcess
let session: KeyringSession
let store: KeychainSecretStore
let child: ChildProcess
let starts = 0

beforeAll(async () => {
  built = await buildKeychainProcess()
}, 60_000)
afterAll(() => built.remove())
async function open(kind: SessionKind, timeoutMs = 20_000): Promise<void> {
  session = await startKeyringSession(kind)
  store = anotherStore(timeoutMs)
}

function anotherStore(timeoutMs = 20_000): KeychainSecretStore {
  starts = 0
  return new KeychainSecretStore({
    clock: systemClock,
    serviceName: 'Rebill Desk test',
    timeoutMs,
    spawn: () => {
      starts += 1
      const started = built.start(session.env)
      child = started.child
      return started.process
    },
  })
}

const isLocked = expect.objectContaining({ code: 'secret-store-locked' }) as Error
const isUnavailable = expect.objectContaining({ code: 'secret-store-unavailable' }) as Error

describe('the keychain process', () => {
  it('that ends as soon as it starts makes the keychain unavailable, and the app continues', async () => {
    const store = new KeychainSecretStore({
      clock: systemClock,
      serviceName: 'Rebill Desk test',
      spawn: () => built.start({ NODE_OPTIONS: '--no-such-option' }).process,
    })
    expect(await store.probe()).toEqual({ kind: 'unavailable', reason: 'keychain-process-died' })
    await expect(store.get('database-key')).rejects.toEqual(isUnavailable)
  })
})

function withRealSecretService(): void {
  afterEach(async () => {
    store.stop()
    await session.stop()
  })

  it('keeps a secret across processes and names the program that stores it', async () => {
    await open('unlocked')
    expect(await store.probe()).toEqual({ kind: 'available', backend: 'gnome-keyring-daemon' })
    await store.set('database-key', 'first')
    await store.set('database-key', 'sécond')
    store.stop()

    const later = anotherStore()
    expect(await later.get('database-key')).toBe('sécond')
    await later.delete('database-key')
    expect(await later.get('database-key')).toBeNull()
    later.stop()
  })

  it('answers null for a missing item, and deleting it is no error', async () => {
    await open('unlocked')
    expect(await store.get('never-set')).toBeNull()
    await store.delete('never-set')
  })

  it('reports "locked", never "no such item", while the keyring is locked', async () => {
    await open('locked')
    expect(await store.probe()).toEqual({ kind: 'locked' })
    await expect(store.get('database-key')).rejects.toEqual(isLocked)
    await expect(store.set('database-key', 'secret')).rejects.toEqual(isLocked)
    await expect(store.delete('database-key')).rejects.toEqual(isLocked)
    expect({ starts, isAlive: child.exitCode === null }).toEqual({ starts: 1, isAlive: true })
  })

  it.each(['no-bus', 'no-provider'] as const)('reports "unavailable" with %s', async (kind) => {
    await open(kind)
    expect(await store.probe()).toMatchObject({ kind: 'unavailable' })
    await expect(store.get('database-key')).rejects.toEqual(isUnavailable)
    await expect(store.set('database-key', 'secret')).rejects.toEqual(isUnavailable)
    await expect(store.delete('database-key')).rejects.toEqual(isUnavailable)
  })

  it('reports "locked", not "missing", after the daemon was killed during the session', async () => {
    await open('unlocked')
    await store.set('database-key', 'kept')
    await session.killDaemon()
    await expect(store.get('database-key')).rejects.toEqual(isLocked)
    expect(await store.probe()).toEqual({ kind: 'locked' })

    await session.unlock()
    expect(await store.get('database-key')).toBe('kept')
  })

  it('gives up on an unlock prompt that nobody answers and can be asked again', async () => {
    await open('prompting', 1500)
    expect(await store.probe()).toEqual({ kind: 'locked' })
    await expect(store.get('database-key')).rejects.toEqual(isLocked)
    expect(starts).toBe(2)
  })

  it('tells the lock state and reads nothing of a locked keyring without a prompt (D2)', async () => {
    await open('prompting')
    expect(await store.lockState()).toBe('locked')
    // With a prompt this would wait for ever.
    await expect(store.get('database-key', 'no-prompt')).rejects.toEqual(isLocked)
    await session.unlock()
    expect(await store.lockState()).toBe('unlocked')
    expect(await store.get('database-key', 'no-prompt')).toBeNull()
    expect(starts).toBe(1)
  })

  it.each(['no-bus', 'no-provider'] as const)('does not know the lock state with %s (D2)', async (kind) => {
    await open(kind)
    expect(await store.lockState()).toBe('unknown')
  })

  it('fails the call when the keychain process is killed, and the next call starts it again', async () => {
    await open('unlocked')
    await store.set('database-key', 'kept')
    const isOver = once(child, 'exit')
    child.kill('SIGSEGV')
    await isOver
    expect(await store.get('database-key')).toBe('kept')
    expect(starts).toBe(2)
  })

  it('leaves only the stored items behind', async () => {
    await open('unlocked')
    await store.set('database-key', 'kept')
    await store.probe()
    await store.get('never-set')
    await store.delete('never-set')
    expect(await session.countItems()).toBe(1)
  })
}

// Other systems would show a prompt on this machine.
if (process.platform === 'linux') describe('the real Secret Service', withRealSecretService)
