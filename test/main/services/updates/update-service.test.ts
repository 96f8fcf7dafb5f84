// Control S30 in docs/security.md.
import { describe, expect, it } from 'vitest'
import { signManifest } from '../../../../scripts/package/manifest.mjs'
import type { UpdateInstaller, UpdateToInstall } from '../../../../src-main/ports/update-installer'
import type { UpdateMemory } from '../../../../src-main/ports/update-memory'
import type { UpdatePackages } from '../../../../src-main/ports/update-packages'
import { UpdateService } from '../../../../src-main/services/updates/update-service'
import type { UpdateChannel } from '../../../../src-shared/domain/policy'
import type { UpdateProblem } from '../../../../src-shared/domain/update'
import type { UpdateManifest } from '../../../../src-shared/domain/update-manifest'
import { AppError } from '../../../../src-shared/errors/app-error'
import { fail, ok, type Result } from '../../../../src-shared/util/result'
import { FakeClock, RecordingPublisher, settled } from '../../../support/fakes'
import { makeReleaseKey, manifestOf } from '../../../support/update-server'

const releaser = makeReleaseKey()
const content = Buffer.from('a package')
const hourMs = 3_600_000

/** An update server in memory. Downloads wait until the test ends them. */
class FakePackages implements UpdatePackages {
  manifest: Result<Uint8Array, UpdateProblem> = fail('unreachable')
  asked = 0
  kept: (string | null)[] = []
  finish: (result: Result<void, UpdateProblem>) => void = () => undefined
  progress: (bytes: number) => void = () => undefined
  checkedAs: Result<string, UpdateProblem> = ok('/data/updates/package')

  async readManifest() {
    this.asked += 1
    return this.manifest
  }

  download(_file: unknown, onProgress: (bytes: number) => void, signal: AbortSignal) {
    this.progress = onProgress
    return new Promise<Result<void, UpdateProblem>>((resolve) => {
      this.finish = resolve
      signal.addEventListener('abort', () => resolve(fail('cancelled')))
    })
  }

  async checked() {
    return this.checkedAs
  }

  async removeAllBut(name: string | null) {
    this.kept.push(name)
  }
}

interface Here {
  readonly memory?: Partial<UpdateMemory>
  readonly hasSource?: boolean
  readonly channel?: UpdateChannel | null
  readonly installs?: (update: UpdateToInstall) => Promise<void>
  readonly consents?: () => Promise<void>
}

async function start(here: Here = {}) {
  const clock = new FakeClock()
  const packages = new FakePackages()
  const publisher = new RecordingPublisher()
  const errors: unknown[] = []
  const questions: unknown[] = []
  const state = { isSending: false }
  let memory: UpdateMemory = {
    ...{ isDaily: false, lastCheckAtMs: null, newestSignedAtMs: 0 },
    installationId: '5b1f0c52-3b9a-4d6e-9a41-5c2d8b60f1a3',
    ...here.memory,
  }
  const byHand: UpdateInstaller = {
    ...{ by: 'person', kind: 'deb' },
    commandFor: (file) => ({ line: `install ${file}`, needsAdministrator: true }),
    show: () => undefined,
  }
  const service = new UpdateService({
    source:
      here.hasSource === false
        ? null
        : { address: 'https://updates.example/desk/', publicKeys: [releaser.publicKey] },
    policy: { updateChannel: here.channel === undefined ? 'stable' : here.channel },
    packages,
    installer: here.installs === undefined ? byHand : { by: 'app', kind: 'deb', install: here.installs },
    memory: {
      read: async () => memory,
      write: async (next) => {
        memory = next
      },
    },
    consent: {
      require: async (question) => {
        questions.push(question)
        await here.consents?.()
      },
    },
    publisher,
    clock,
    report: (_where, error) => errors.push(error),
    appVersion: '0.1.0',
    system: 'linux-x64',
    isSending: () => state.isSending,
  })
  await service.start()
  const publish = (change: Partial<UpdateManifest> = {}) => {
    const manifest = manifestOf(content, { nowMs: clock.nowMs(), ...change })
    packages.manifest = ok(Buffer.from(signManifest(manifest, releaser.privateKey)))
  }
  const pass = (ms: number) => clock.advance(ms)
  const makeReady = async () => {
    publish()
    await service.check()
    service.download()
    await settled()
    packages.finish(ok(undefined))
    await settled()
  }
  return {
    ...{ service, packages, publisher, clock, state, errors, questions, publish, pass, makeReady },
    memory: () => memory,
  }
}

describe('asking for a version', () => {
  it('is off until a person switches it on, also with an address', async () => {
    const { packages, pass } = await start()
    await pass(49 * hourMs)
    expect(packages.asked).toBe(0)
  })

  it('happens once a day when it is switched on, also when the server does not answer', async () => {
    const { service, packages, pass, memory } = await start()
    await service.saveDaily(true)
    await pass(hourMs)
    expect(packages.asked).toBe(1)
    expect(memory()).toMatchObject({ isDaily: true })
    await pass(22 * hourMs)
    expect(packages.asked).toBe(1)
    await pass(2 * hourMs)
    expect(packages.asked).toBe(2)
    await service.saveDaily(false)
    await pass(48 * hourMs)
    expect(packages.asked).toBe(2)
  })

  it('waits while a charge waits for its response', async () => {
    const { packages, pass, state } = await start({ memory: { isDaily: true } })
    state.isSending = true
    await pass(hourMs)
    expect(packages.asked).toBe(0)
    state.isSending = false
    await pass(hourMs)
    expect(packages.asked).toBe(1)
  })

  it('by itself leads to an offer, and to no download', async () => {
    const { service, packages, pass, publish } = await start({ memory: { isDaily: true } })
    publish()
    await pass(hourMs)
    expect(service.get().step).toMatchObject({ kind: 'offered', update: { version: '0.2.0' } })
    expect(packages.kept).toEqual([])
  })

  it('removes the downloaded packages when the newest version is installed', async () => {
    const { service, packages, publish } = await start()
    publish({ version: '0.1.0' })
    await service.check()
    expect(packages.kept).toEqual([null])
  })

  it('is impossible without an address', async () => {
    const { service, packages } = await start({ hasSource: false })
    expect(service.get().host).toBeNull()
    await expect(service.check()).rejects.toThrow('no-update-address')
    await expect(service.saveDaily(true)).rejects.toThrow('no-update-address')
    expect(packages.asked).toBe(0)
  })
})

describe('a release in steps', () => {
  it('reaches about its share of the installations, and each one at every check the same', async () => {
    const reached = async (rollOut: number) => {
      let count = 0
      for (let number = 0; number < 100; number += 1) {
        const here = await start({ memory: { installationId: `installation ${String(number)}` } })
        here.publish({ rollOut })
        const first = (await here.service.check()).step.kind
        expect((await here.service.check()).step.kind).toBe(first)
        if (first === 'offered') count += 1
      }
      return count
    }
    expect(await reached(0)).toBe(0)
    const some = await reached(30)
    expect(some).toBeGreaterThan(15)
    expect(some).toBeLessThan(45)
    expect(await reached(100)).toBe(100)
  })
})

describe('an administrator', () => {
  const refusal = { code: 'not-allowed-now', details: { reason: 'set-by-administrator' } }

  it('who switched updates off is obeyed by the daily look and by every button', async () => {
    const { service, packages, publish, pass } = await start({ channel: null, memory: { isDaily: true } })
    publish()
    await pass(49 * hourMs)
    expect(packages.asked).toBe(0)
    await expect(service.check()).rejects.toMatchObject(refusal)
    await expect(service.saveDaily(true)).rejects.toMatchObject(refusal)
    expect(() => service.download()).toThrow(expect.objectContaining(refusal))
    await expect(service.install()).rejects.toMatchObject(refusal)
  })

  it('who chose the beta channel gets a version whose roll-out has not begun, and nobody else', async () => {
    for (const [channel, kind] of [
      ['beta', 'offered'],
      ['stable', 'later'],
    ] as const) {
      const { service, publish } = await start({ channel })
      publish({ rollOut: 0 })
      expect((await service.check()).step.kind).toBe(kind)
    }
  })
})

describe('a download', () => {
  it('is announced, stopped by a person, and offered again', async () => {
    const { service, packages, publish, publisher, clock } = await start()
    publish()
    await service.check()
    expect(service.download().step).toMatchObject({ kind: 'downloading', bytes: 0 })
    await settled()
    expect(packages.kept).toEqual(['rebill-desk_0.2.0_amd64.deb'])
    packages.progress(3)
    packages.progress(4)
    await clock.advance(250)
    expect(publisher.of('updates.changed').at(-1)?.step).toMatchObject({ bytes: 4 })
    expect(() => service.download()).toThrow('update-running')
    await expect(service.check()).rejects.toThrow('update-running')
    service.cancel()
    await settled()
    expect(service.get().step.kind).toBe('offered')
  })

  it('that runs when the app quits is ended', async () => {
    const { service, publish } = await start()
    publish()
    await service.check()
    service.download()
    await settled()
    service.end()
    await settled()
    expect(service.get().step.kind).toBe('offered')
  })
})

describe('the installation', () => {
  it('by the app is released by a person outside of the page', async () => {
    const given: UpdateToInstall[] = []
    const { service, questions, makeReady } = await start({
      installs: async (update) => void given.push(update),
    })
    await makeReady()
    expect((await service.install()).step).toMatchObject({ kind: 'handed-over', command: null })
    expect(questions).toEqual([{ kind: 'install-update', from: '0.1.0', to: '0.2.0' }])
    expect(given).toMatchObject([{ file: '/data/updates/package', version: '0.2.0' }])
  })

  it('does not begin when the person declines', async () => {
    const given: UpdateToInstall[] = []
    const { service, makeReady } = await start({
      installs: async (update) => void given.push(update),
      consents: () => Promise.reject(new AppError('cancelled', { reason: 'release-declined' })),
    })
    await makeReady()
    await expect(service.install()).rejects.toThrow('release-declined')
    expect(given).toEqual([])
    expect(service.get().step.kind).toBe('ready')
  })

  it('does not begin when a charge was sent while the question was open', async () => {
    const given: UpdateToInstall[] = []
    const here: Awaited<ReturnType<typeof start>> = await start({
      installs: async (update) => void given.push(update),
      consents: async () => {
        here.state.isSending = true
      },
    })
    await here.makeReady()
    await expect(here.service.install()).rejects.toThrow('charge-in-flight')
    expect(given).toEqual([])
  })

  it('that the installer of the system refuses leaves the app as it is', async () => {
    const { service, errors, makeReady } = await start({
      installs: () => Promise.reject(new Error('not signed by the publisher')),
    })
    await makeReady()
    expect((await service.install()).step).toMatchObject({ kind: 'failed', problem: 'not-installed' })
    expect(errors).toHaveLength(1)
  })

  it('needs a package that was downloaded', async () => {
    const { service, publish } = await start()
    publish()
    await service.check()
    await expect(service.install()).rejects.toThrow('no-update')
  })
})
