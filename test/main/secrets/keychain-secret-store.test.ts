import { describe, expect, it } from 'vitest'
import type { Clock } from '../../../src-main/platform/clock'
import { KeychainSecretStore } from '../../../src-main/secrets/keychain-secret-store'
import { FakeKeychainLibrary, FakeKeychainProcess } from './fake-keychain-process'

const isLocked = expect.objectContaining({ code: 'secret-store-locked' }) as Error

function isUnavailable(reason: string): Error {
  return expect.objectContaining({ code: 'secret-store-unavailable', details: { reason } }) as Error
}

/** A clock that moves only with `fire`. */
class HeldClock implements Clock {
  readonly waits: number[] = []
  #pending: (() => void)[] = []

  nowMs(): number {
    return 0
  }

  monotonicMs(): number {
    return 0
  }

  schedule(delayMs: number, task: () => void): () => void {
    this.waits.push(delayMs)
    this.#pending.push(task)
    return () => {
      this.#pending = this.#pending.filter((other) => other !== task)
    }
  }

  fire(): void {
    for (const task of this.#pending.splice(0)) task()
  }

  get pendingCount(): number {
    return this.#pending.length
  }
}

function setUp(
  prepare: (process: FakeKeychainProcess) => void = () => undefined,
  platform?: NodeJS.Platform,
) {
  const library = new FakeKeychainLibrary()
  const clock = new HeldClock()
  const processes: FakeKeychainProcess[] = []
  const store = new KeychainSecretStore({
    clock,
    serviceName: 'Rebill Desk',
    spawn: () => {
      const started = new FakeKeychainProcess(library, platform)
      prepare(started)
      processes.push(started)
      return started
    },
  })
  return { library, clock, processes, store }
}

async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Encrypted texts: they are longer than a public key. */
function sealedIn(messages: string): string[] {
  return [...messages.matchAll(/"(?:value|sealedSecret)":"([^"]{89,})"/g)].map(([, sealed = '']) => sealed)
}

describe('KeychainSecretStore', () => {
  it('keeps, changes, reads and deletes under its own service name', async () => {
    const { store, library } = setUp()
    await store.set('database-key', 'one')
    await store.set('database-key', 'two')
    expect([...library.items]).toEqual([['Rebill Desk/database-key', 'two']])
    expect(await store.get('database-key')).toBe('two')
    await store.delete('database-key')
    expect(await store.get('database-key')).toBeNull()
  })

  it('sends and receives a secret sealed, each time differently (E2)', async () => {
    const { store, processes } = setUp()
    await store.set('a', 'horse-battery')
    expect([await store.get('a'), await store.get('a')]).toEqual(['horse-battery', 'horse-battery'])
    const passed = JSON.stringify(processes.flatMap((process) => process.passed))
    for (const encoding of ['utf8', 'base64', 'hex'] as const)
      expect(passed).not.toContain(Buffer.from('horse-battery').toString(encoding))
    const [sent = '', ...received] = sealedIn(passed)
    expect(received).toHaveLength(2)
    expect(new Set([sent, ...received]).size).toBe(3)
  })

  it('does not take what another process has sealed for an answer', async () => {
    const { store, library, processes } = setUp((process) => {
      // The process ends after it sent its key, and a new one answers.
      if (processes.length === 0) process.repliesAtMost = 1
    })
    library.items.set('Rebill Desk/a', 'horse-battery')
    await expect(store.get('a')).rejects.toEqual(isUnavailable('keychain-process-died'))
    expect(await store.get('a')).toBe('horse-battery')
    expect(processes).toHaveLength(2)
  })

  it('lets one call at a time into the keychain', async () => {
    const { store, library, processes } = setUp()
    await Promise.all([
      store.set('a', '1'),
      store.get('a'),
      store.get('missing'),
      store.delete('a'),
      store.probe(),
      store.set('b', '2'),
    ])
    expect({ most: library.mostRunning, processes: processes.length }).toEqual({ most: 1, processes: 1 })
  })

  it('treats null as "locked" unless a test item can be written', async () => {
    const { store, library } = setUp()
    await store.set('a', '1')
    library.isLocked = true
    await expect(store.get('a')).rejects.toEqual(isLocked)
    await expect(store.delete('a')).rejects.toEqual(isLocked)
    expect(await store.probe()).toEqual({ kind: 'locked' })
    library.isLocked = false
    expect(await store.get('a')).toBe('1')
  })

  it('reports a missing keychain with a reason of its own, not with the message of the system', async () => {
    const { store, library } = setUp()
    library.unavailable = 'Cannot autolaunch D-Bus without X11 $DISPLAY'
    await expect(store.get('a')).rejects.toEqual(isUnavailable('no-keychain'))
    expect(await store.probe()).toEqual({ kind: 'unavailable', reason: library.unavailable })
  })

  it('treats every refusal on macOS as "locked", since that system always has a keychain', async () => {
    const { store, library } = setUp(undefined, 'darwin')
    library.unavailable = 'User interaction is not allowed.'
    expect(await store.probe()).toEqual({ kind: 'locked' })
    await expect(store.get('a')).rejects.toEqual(isLocked)
  })

  it('does not trust a keychain that accepts a value and loses it', async () => {
    const { store, library } = setUp()
    library.losesWrites = true
    expect(await store.probe()).toEqual({ kind: 'unavailable', reason: 'canary-lost' })
  })

  it('refuses an empty value and one that is too large for Windows, before any call', async () => {
    const { store, processes } = setUp()
    for (const secret of ['', 'x'.repeat(2561), 'é'.repeat(1281)]) {
      await expect(store.set('a', secret)).rejects.toMatchObject({ code: 'internal' })
    }
    expect(processes).toHaveLength(0)
    await store.set('a', 'é'.repeat(1280))
  })

  it('ends a call after 60 s without an answer, and the next one has a new process', async () => {
    const { store, clock, processes } = setUp((process) => {
      process.isStuck = processes.length === 0
    })
    const first = store.get('a')
    const second = store.set('a', '1')
    await turns()
    expect(clock.waits).toEqual([60_000])
    clock.fire()
    await expect(first).rejects.toEqual(isLocked)
    await second
    expect(processes.map((process) => process.isKilled)).toEqual([true, false])
    expect(clock.pendingCount).toBe(0)
  })

  it('does not take the late answer to a call that was given up for the answer to the next one', async () => {
    const { store, clock, processes, library } = setUp((process) => {
      process.isStuck = processes.length === 0
    })
    library.items.set('Rebill Desk/a', 'value of a')
    const first = store.get('a')
    await turns()
    clock.fire()
    await expect(first).rejects.toEqual(isLocked)
    const next = store.get('b')
    processes[0]?.deliverLate()
    expect(await next).toBeNull()
  })

  it('starts a process that keeps dying four times in all, then every call fails at once', async () => {
    const { store, processes } = setUp((process) => {
      process.dies = true
    })
    for (let i = 0; i < 4; i++) {
      await expect(store.get('a')).rejects.toEqual(isUnavailable('keychain-process-died'))
    }
    for (let i = 0; i < 3; i++) {
      await expect(store.get('a')).rejects.toEqual(isUnavailable('keychain-process-down'))
    }
    expect(processes).toHaveLength(4)
  })

  it('starts its process before the first call, and only one', async () => {
    const { store, processes } = setUp()
    store.warmUp()
    store.warmUp()
    expect(processes).toHaveLength(1)
    expect(await store.probe()).toEqual({ kind: 'available', backend: 'fake-keyring' })
    expect(processes).toHaveLength(1)
  })

  it('tells with the first call, not before, that the process cannot be started, and starts none once stopped', async () => {
    const broken = setUp(() => {
      throw new Error('spawn ENOENT')
    })
    broken.store.warmUp()
    expect(await broken.store.probe()).toEqual({ kind: 'unavailable', reason: 'keychain-process-down' })
    const ended = setUp()
    ended.store.stop()
    ended.store.warmUp()
    expect(ended.processes).toEqual([])
  })

  it('starts the process again at a probe, which a person asks for with "Retry"', async () => {
    const { store, processes } = setUp((process) => {
      process.dies = processes.length < 4
    })
    for (let i = 0; i < 5; i++) await store.get('a').catch(() => undefined)
    expect(await store.probe()).toEqual({ kind: 'available', backend: 'fake-keyring' })
    expect(processes).toHaveLength(5)
  })

  it('reports "unavailable" when the process cannot be started at all', async () => {
    const { store } = setUp(() => {
      throw new Error('spawn ENOENT')
    })
    expect(await store.probe()).toEqual({ kind: 'unavailable', reason: 'keychain-process-down' })
    await expect(store.get('a')).rejects.toEqual(isUnavailable('keychain-process-down'))
  })

  it('repeats a call once with a new process when the keychain has disappeared', async () => {
    const { store, library, processes } = setUp()
    await store.set('a', '1')
    library.unavailable = 'The name :1.1 was not provided by any .service files'
    await expect(store.get('a')).rejects.toEqual(isUnavailable('no-keychain'))
    expect(processes).toHaveLength(2)
    await expect(store.get('a')).rejects.toEqual(isUnavailable('no-keychain'))
    expect(processes).toHaveLength(2)
  })

  it('takes the keychain for locked once it is stopped, in calls under way, waiting and to come', async () => {
    const { store, processes } = setUp((process) => {
      process.isStuck = true
    })
    const probe = store.probe()
    const waiting = expect(store.get('a')).rejects.toEqual(isLocked)
    await turns()
    store.stop()
    expect(await probe).toEqual({ kind: 'locked' })
    await waiting
    await expect(store.set('a', '1')).rejects.toEqual(isLocked)
    expect(processes).toHaveLength(1)
  })
})
