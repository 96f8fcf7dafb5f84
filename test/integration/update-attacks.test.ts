// Control S30 in docs/security.md.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signManifest } from '../../scripts/package/manifest.mjs'
import { UpdateService } from '../../src-main/services/updates/update-service'
import { DiskUpdateMemory } from '../../src-main/updates/update-memory-file'
import { linuxCommand } from '../../src-main/updates/install-by-hand'
import { UpdateFolder } from '../../src-main/updates/update-folder'
import type { ProxyResolver } from '../../src-main/ports/gateway-client'
import type { UpdateStep } from '../../src-shared/domain/update'
import type { UpdateManifest } from '../../src-shared/domain/update-manifest'
import { makeCertificates } from '../support/certificates'
import { FakeClock, RecordingPublisher } from '../support/fakes'
import { makeReleaseKey, manifestOf, sendFile, UpdateServer } from '../support/update-server'

const certificates = makeCertificates()
const releaser = makeReleaseKey()
const stranger = makeReleaseKey()
const deb = Buffer.alloc(300_000, 'a package of version 0.2.0 ')
const name = 'rebill-desk_0.2.0_amd64.deb'
const clock = new FakeClock(Date.UTC(2026, 10, 30, 9))
const nowMs = clock.nowMs()
const dayMs = 86_400_000

let server: UpdateServer
let elsewhere: UpdateServer
let folder: string
/** Stands for the installed version; no step may touch it. */
let installed: string
const errors: unknown[] = []

beforeAll(async () => {
  elsewhere = await UpdateServer.start(certificates.localhost)
})
afterAll(() => elsewhere.stop())

beforeEach(async () => {
  server = await UpdateServer.start(certificates.localhost)
  folder = await mkdtemp(join(tmpdir(), 'desk-updates-'))
  installed = join(folder, 'installed')
  await writeFile(installed, 'version 0.1.0')
  errors.length = 0
})
afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  expect(errors).toEqual([])
})

interface Here {
  readonly appVersion?: string
  readonly publicKeys?: readonly string[]
  readonly address?: string
  readonly authorities?: readonly string[]
  readonly isSending?: () => boolean
  readonly proxies?: ProxyResolver
}

/** The real service, HTTPS client and files. Only the window and the installer are not there. */
async function start(here: Here = {}) {
  const shown: string[] = []
  const address = here.address ?? `https://localhost:${String(server.port)}/desk/`
  const service = new UpdateService({
    source: { address, publicKeys: here.publicKeys ?? [releaser.publicKey] },
    policy: { updateChannel: 'stable' },
    packages: new UpdateFolder({
      ...{
        address,
        folder: join(folder, 'packages'),
        proxies: here.proxies ?? { resolve: async () => 'DIRECT' },
      },
      authorities: here.authorities ?? [certificates.authority],
      ...{ allowsPlainLoopback: false, silenceMs: 500, manifestMs: 1_500 },
    }),
    installer: {
      ...{ by: 'person', kind: 'deb' },
      commandFor: (file) => linuxCommand('deb', file),
      show: (file) => shown.push(file),
    },
    memory: new DiskUpdateMemory(join(folder, 'updates.json')),
    consent: { require: () => Promise.reject(new Error('nobody is asked here')) },
    publisher: new RecordingPublisher(),
    clock,
    report: (_where, error) => errors.push(error),
    appVersion: here.appVersion ?? '0.1.0',
    system: 'linux-x64',
    isSending: here.isSending ?? (() => false),
  })
  await service.start()
  return { service, shown }
}

async function downloaded(service: UpdateService): Promise<UpdateStep> {
  service.download()
  await expect.poll(() => service.get().step.kind, { timeout: 20_000 }).not.toBe('downloading')
  return service.get().step
}

async function packagesOnDisk(): Promise<string[]> {
  return readdir(join(folder, 'packages')).catch(() => [])
}

const good = (change: Partial<UpdateManifest> = {}) => manifestOf(deb, { nowMs, ...change })

function publishGood(change: Partial<UpdateManifest> = {}): void {
  server.publish(good(change), releaser)
  server.files.set(name, deb)
}

/** The signed manifest as text of JSON, to be tampered with. */
function signedText(manifest: unknown = good()): { manifest: string; signature: string } {
  return JSON.parse(signManifest(manifest, releaser.privateKey)) as { manifest: string; signature: string }
}

function publishText(value: unknown): void {
  server.files.set('latest.json', Buffer.from(JSON.stringify(value)))
}

describe('a good update', () => {
  it('is offered, downloaded after a question, checked again and handed over', async () => {
    publishGood()
    const { service, shown } = await start()
    expect((await service.check()).step).toMatchObject({ kind: 'offered', update: { version: '0.2.0' } })
    expect(server.requests).toEqual(['latest.json'])
    expect(await downloaded(service)).toMatchObject({ kind: 'ready' })
    const { step } = await service.install()
    const file = join(folder, 'packages', name)
    expect(step).toMatchObject({
      kind: 'handed-over',
      command: { line: `sudo apt-get install '${file}'` },
    })
    expect(shown).toEqual([file])
    expect(await readFile(file)).toEqual(deb)
  })

  it('is accepted when it was signed by the next key of the releaser', async () => {
    publishGood()
    const { service } = await start({ publicKeys: [stranger.publicKey, releaser.publicKey] })
    expect((await service.check()).step.kind).toBe('offered')
  })

  it('that was interrupted is finished later, without the part that is there', async () => {
    publishGood()
    server.files.set(name, (_request, response) => {
      response.writeHead(200, { 'content-length': deb.length })
      response.write(deb.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 50))
    })
    const { service } = await start()
    await service.check()
    expect(await downloaded(service)).toMatchObject({ kind: 'failed', problem: 'interrupted' })
    server.files.set(name, deb)
    expect(await downloaded(service)).toMatchObject({ kind: 'ready' })
    expect(server.requests).toEqual(['latest.json', name, `${name} from 100000`])
    expect(await readFile(join(folder, 'packages', name))).toEqual(deb)
  })

  it('is finished by a server that sends the whole file again', async () => {
    publishGood()
    let times = 0
    server.files.set(name, (_request, response) => {
      times += 1
      if (times > 1) sendFile(response, deb, 0)
      else {
        response.writeHead(200, { 'content-length': deb.length })
        response.write(deb.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 50))
      }
    })
    const { service } = await start()
    await service.check()
    await downloaded(service)
    expect(await downloaded(service)).toMatchObject({ kind: 'ready' })
  })
})

/** What a person on the network or on the server can try with the manifest, and what the app says. */
const manifestAttacks: readonly (readonly [
  attack: string,
  arrange: () => void | Promise<void>,
  expected: object,
])[] = [
  [
    'a tampered manifest',
    () => {
      const { manifest, signature } = signedText()
      publishText({ manifest: manifest.replace('"rollOut":100', '"rollOut":99 '), signature })
    },
    { kind: 'failed', problem: 'not-signed' },
  ],
  [
    'a manifest signed with another key',
    () => server.publish(good(), stranger),
    { kind: 'failed', problem: 'not-signed' },
  ],
  [
    'the signature of another manifest',
    () =>
      publishText({
        manifest: signedText().manifest,
        signature: signedText(good({ version: '0.1.9' })).signature,
      }),
    { kind: 'failed', problem: 'not-signed' },
  ],
  [
    'a missing signature',
    () => publishText({ manifest: signedText().manifest }),
    { kind: 'failed', problem: 'unreadable' },
  ],
  [
    'an empty signature',
    () => publishText({ manifest: signedText().manifest, signature: '' }),
    { kind: 'failed', problem: 'not-signed' },
  ],
  [
    'an unknown field in a signed manifest',
    () => server.publish({ ...good(), runAfterwards: 'rm' }, releaser),
    { kind: 'failed', problem: 'unreadable' },
  ],
  [
    'a signed manifest of another program',
    () => server.publish({ ...good(), product: 'other' }, releaser),
    { kind: 'failed', problem: 'unreadable' },
  ],
  [
    'a package name that leads out of the folder',
    () =>
      server.publish(
        { ...good(), files: good().files.map((file) => ({ ...file, name: '../evil.deb' })) },
        releaser,
      ),
    { kind: 'failed', problem: 'unreadable' },
  ],
  [
    'no JSON',
    () => {
      server.files.set('latest.json', Buffer.from('<html>Sign in to this network</html>'))
    },
    { kind: 'failed', problem: 'unreadable' },
  ],
  [
    'an oversized manifest',
    () => server.publish(good({ notes: 'x'.repeat(70_000) }), releaser),
    { kind: 'failed', problem: 'too-large' },
  ],
  [
    'an endless manifest',
    () => {
      server.files.set('latest.json', (_request, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'.repeat(10_000)), 5)
        response.on('close', () => clearInterval(timer))
      })
    },
    { kind: 'failed', problem: 'too-large' },
  ],
  [
    'a manifest that comes drop by drop',
    () => {
      server.files.set('latest.json', (_request, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'), 100)
        response.on('close', () => clearInterval(timer))
      })
    },
    { kind: 'failed', problem: 'no-answer' },
  ],
  [
    'a server that says nothing',
    () => {
      server.files.set('latest.json', () => undefined)
    },
    { kind: 'failed', problem: 'no-answer' },
  ],
  [
    'a redirect to another host',
    () => {
      elsewhere.publish(good(), releaser)
      server.files.set('latest.json', (_request, response) => {
        const location = `https://localhost:${String(elsewhere.port)}/latest.json`
        response.writeHead(302, { location }).end()
      })
    },
    { kind: 'failed', problem: 'redirected' },
  ],
  [
    'an expired manifest',
    () => server.publish(good({ expiresAtMs: nowMs - 1 }), releaser),
    { kind: 'failed', problem: 'expired', expiredAtMs: nowMs - 1 },
  ],
  [
    'a version older than the installed one',
    () => server.publish(good({ version: '0.0.9' }), releaser),
    { kind: 'up-to-date' },
  ],
  [
    'the installed version',
    () => server.publish(good({ version: '0.1.0' }), releaser),
    { kind: 'up-to-date' },
  ],
  ['a roll-out of 0 %', () => server.publish(good({ rollOut: 0 }), releaser), { kind: 'later' }],
  [
    'a version that this one cannot be updated to',
    () => server.publish(good({ minimumVersion: '0.1.5' }), releaser),
    { kind: 'failed', problem: 'version-too-old' },
  ],
  [
    'no package for this system',
    () =>
      server.publish(
        { ...good(), files: good().files.map((file) => ({ ...file, system: 'linux-arm64' })) },
        releaser,
      ),
    { kind: 'failed', problem: 'no-package' },
  ],
]

describe.each(manifestAttacks)('%s (S30)', (_attack, arrange, expected) => {
  it('is not offered, nothing is downloaded, and the installed version stays', async () => {
    server.files.set(name, deb)
    elsewhere.requests.length = 0
    await arrange()
    const { service } = await start()
    expect((await service.check()).step).toMatchObject(expected)
    expect(() => service.download()).toThrow('no-update')
    await expect(service.install()).rejects.toThrow('no-update')
    expect(server.requests).toEqual(['latest.json'])
    expect(elsewhere.requests).toEqual([])
    expect(await packagesOnDisk()).toEqual([])
    expect(await readFile(installed, 'utf8')).toBe('version 0.1.0')
  })
})

const packageAttacks: readonly (readonly [attack: string, arrange: () => void, problem: string])[] = [
  [
    'a tampered package of the same size',
    () => {
      const other = Buffer.from(deb)
      other[150_000] = 0
      server.files.set(name, other)
    },
    'wrong-content',
  ],
  [
    'a truncated package',
    () => {
      server.files.set(name, deb.subarray(0, 200_000))
    },
    'wrong-size',
  ],
  [
    'a package that ends before its length',
    () => {
      server.files.set(name, (_request, response) => {
        response.writeHead(200)
        response.end(deb.subarray(0, 200_000))
      })
    },
    'interrupted',
  ],
  [
    'an endless package',
    () => {
      server.files.set(name, (_request, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write(Buffer.alloc(50_000)), 5)
        response.on('close', () => clearInterval(timer))
      })
    },
    'wrong-size',
  ],
  [
    'a package that stops coming',
    () => {
      server.files.set(name, (_request, response) => {
        response.writeHead(200, { 'content-length': deb.length })
        response.write(deb.subarray(0, 100_000))
      })
    },
    'interrupted',
  ],
  [
    'a package behind a redirect to another host',
    () => {
      elsewhere.files.set(name, deb)
      server.files.set(name, (_request, response) => {
        response.writeHead(302, { location: `https://localhost:${String(elsewhere.port)}/${name}` }).end()
      })
    },
    'redirected',
  ],
  [
    'a compressed package',
    () => {
      server.files.set(name, (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(deb)
      })
    },
    'unreadable',
  ],
  [
    'a missing package',
    () => {
      server.files.delete(name)
    },
    'server-error',
  ],
]

describe.each(packageAttacks)('%s (S30)', (_attack, arrange, problem) => {
  it('is never ready to install, and the installed version stays', async () => {
    publishGood()
    elsewhere.requests.length = 0
    arrange()
    const { service, shown } = await start()
    await service.check()
    expect(await downloaded(service)).toMatchObject({ kind: 'failed', problem })
    await expect(service.install()).rejects.toThrow('no-update')
    expect(shown).toEqual([])
    expect(await packagesOnDisk()).not.toContain(name)
    expect(elsewhere.requests).toEqual([])
    expect(await readFile(installed, 'utf8')).toBe('version 0.1.0')
  })
})

describe('more attacks (S30)', () => {
  it('a part that was changed on the disk does not get into the package', async () => {
    publishGood()
    const { service } = await start()
    await service.check()
    await downloaded(service)
    await rm(join(folder, 'packages', name))
    await writeFile(join(folder, 'packages', `${name}.part`), Buffer.alloc(100_000, 'evil'))
    expect(await downloaded(service)).toMatchObject({ kind: 'failed', problem: 'wrong-content' })
    expect(await packagesOnDisk()).toEqual([])
  })

  it('a package that was changed after its download is not handed over', async () => {
    publishGood()
    const { service, shown } = await start()
    await service.check()
    await downloaded(service)
    await writeFile(join(folder, 'packages', name), Buffer.alloc(deb.length, 'evil'))
    expect((await service.install()).step).toMatchObject({ kind: 'failed', problem: 'wrong-content' })
    expect(shown).toEqual([])
    expect(await packagesOnDisk()).toEqual([])
  })

  it('a manifest that was signed before the newest known one is a replay, also after a restart', async () => {
    publishGood({ version: '0.3.0', signedAtMs: nowMs - dayMs })
    await (await start()).service.check()
    publishGood({ version: '0.2.0', signedAtMs: nowMs - 2 * dayMs })
    const { service } = await start()
    expect((await service.check()).step).toMatchObject({ kind: 'failed', problem: 'replayed' })
  })

  it('a release that was withdrawn is no error, and not offered any more', async () => {
    publishGood({ version: '0.3.0', signedAtMs: nowMs - dayMs })
    const { service } = await start()
    await service.check()
    publishGood({ version: '0.1.0', signedAtMs: nowMs })
    expect((await service.check()).step).toEqual({ kind: 'up-to-date' })
  })

  it('a server with a certificate of another authority gets no request', async () => {
    publishGood()
    const { service } = await start({ authorities: [certificates.selfSigned.cert] })
    expect((await service.check()).step).toMatchObject({ kind: 'failed', problem: 'unreachable' })
    expect(server.requests).toEqual([])
  })

  it('plain http is not used', async () => {
    const plain = await UpdateServer.start(null)
    try {
      plain.publish(good(), releaser)
      const { service } = await start({ address: `http://localhost:${String(plain.port)}/` })
      expect((await service.check()).step).toMatchObject({ kind: 'failed', problem: 'unreachable' })
      expect(plain.requests).toEqual([])
    } finally {
      await plain.stop()
    }
  })

  it('no step is taken while a charge waits for its response', async () => {
    publishGood()
    let isSending = true
    const { service, shown } = await start({ isSending: () => isSending })
    await expect(service.check()).rejects.toThrow('charge-in-flight')
    expect(server.requests).toEqual([])
    isSending = false
    await service.check()
    isSending = true
    expect(() => service.download()).toThrow('charge-in-flight')
    isSending = false
    await downloaded(service)
    isSending = true
    await expect(service.install()).rejects.toThrow('charge-in-flight')
    expect(shown).toEqual([])
  })
})

it('a system that does not answer for its proxy ends the check, and the server is not asked without the proxy', async () => {
  const { service } = await start({ proxies: { resolve: () => new Promise<string>(() => undefined) } })
  expect((await service.check()).step).toMatchObject({ kind: 'failed', problem: 'unreachable' })
  expect(server.requests).toEqual([])
})
