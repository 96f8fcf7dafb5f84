import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** State of the keyring when a test begins. */
export type SessionKind = 'unlocked' | 'locked' | 'prompting' | 'no-bus' | 'no-provider'

/** A separate session bus with a real gnome-keyring-daemon. */
export interface KeyringSession {
  /** Environment variables for programs of this session, without those of the machine’s own session. */
  readonly env: Record<string, string>
  /** Kills the daemon like a crash. The bus starts it again, locked, at the next request. */
  killDaemon(): Promise<void>
  /** Replaces the running daemon by one with an unlocked keyring. */
  unlock(): Promise<void>
  /** Number of items in the keyring. */
  countItems(): Promise<number>
  stop(): Promise<void>
}

const password = 'a test password'

/** Starts a private session. `locked` has an existing keyring that is not unlocked. */
export async function startKeyringSession(kind: SessionKind): Promise<KeyringSession> {
  const folder = await mkdtemp(join(tmpdir(), 'keyring-session-'))
  const children: ChildProcess[] = []
  const env = await makeEnvironment(folder)

  const stop = async (): Promise<void> => {
    for (const child of children.reverse()) await end(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const session = {
      env,
      stop,
      countItems: () => countItems(env),
      killDaemon: async () => end(children.at(-1)),
      unlock: async () => void children.push(await startDaemon(env)),
    }
    if (kind === 'no-bus') return session
    await writeFile(join(folder, 'bus.conf'), busConfiguration(folder, kind))
    await writeServices(folder, kind)
    const bus = await startBus(folder, env)
    children.push(bus.process)
    env.DBUS_SESSION_BUS_ADDRESS = bus.address
    if (kind === 'no-provider') return session

    await session.unlock()
    if (kind === 'locked' || kind === 'prompting') await session.killDaemon()
    return session
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeEnvironment(folder: string): Promise<Record<string, string>> {
  const home = join(folder, 'home')
  const runtime = join(folder, 'run')
  await mkdir(home)
  await mkdir(runtime)
  await chmod(runtime, 0o700)
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, XDG_RUNTIME_DIR: runtime, LC_ALL: 'C' }
}

function busConfiguration(folder: string, kind: SessionKind): string {
  const services = kind === 'no-provider' ? '' : `<servicedir>${join(folder, 'services')}</servicedir>`
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=${folder}</listen>
  ${services}
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
}

async function writeServices(folder: string, kind: SessionKind): Promise<void> {
  const services = join(folder, 'services')
  await mkdir(services)
  const service = (name: string, program: string) =>
    writeFile(join(services, `${name}.service`), `[D-BUS Service]\nName=${name}\nExec=${program}\n`)
  await service(
    'org.freedesktop.secrets',
    '/usr/bin/gnome-keyring-daemon --start --foreground --components=secrets',
  )
  // A prompter that shows nothing acts like a person who never answers.
  if (kind === 'prompting') await service('org.gnome.keyring.SystemPrompter', '/bin/sleep 60')
}

async function startBus(
  folder: string,
  env: Record<string, string>,
): Promise<{ process: ChildProcess; address: string }> {
  const bus = spawn(
    'dbus-daemon',
    [`--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--print-address'],
    { env, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [line] = (await Promise.race([once(bus.stdout, 'data'), failureOf(bus, 'dbus-daemon')])) as [Buffer]
  return { process: bus, address: line.toString().trim() }
}

async function startDaemon(env: Record<string, string>): Promise<ChildProcess> {
  const daemon = spawn(
    'gnome-keyring-daemon',
    ['--replace', '--unlock', '--foreground', '--components=secrets'],
    { env, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  daemon.stdin.end(password)
  const isOwned = async (): Promise<void> => {
    while (!(await ownerIs(env, daemon.pid))) await setTimeout(20)
  }
  await Promise.race([isOwned(), failureOf(daemon, 'gnome-keyring-daemon')])
  return daemon
}

/** Asks the bus, which does not start the service. */
async function ownerIs(env: Record<string, string>, processId: number | undefined): Promise<boolean> {
  const reply = await dbusSend(env, 'org.freedesktop.DBus', '/org/freedesktop/DBus', [
    'org.freedesktop.DBus.GetConnectionUnixProcessID',
    'string:org.freedesktop.secrets',
  ])
  return reply.includes(`uint32 ${String(processId)}\n`)
}

async function countItems(env: Record<string, string>): Promise<number> {
  const reply = await dbusSend(env, 'org.freedesktop.secrets', '/org/freedesktop/secrets/collection/login', [
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Items',
  ])
  return [...reply.matchAll(/object path/g)].length
}

function dbusSend(
  env: Record<string, string>,
  destination: string,
  path: string,
  parameters: readonly string[],
): Promise<string> {
  return new Promise((resolve) => {
    const all = ['--session', '--print-reply', `--dest=${destination}`, path, ...parameters]
    execFile('dbus-send', all, { env }, (_error, output) => resolve(output))
  })
}

async function failureOf(child: ChildProcess, name: string): Promise<never> {
  const [reason] = (await Promise.race([once(child, 'exit'), once(child, 'error')])) as [unknown]
  throw new Error(`${name} ended before it was ready: ${String(reason)}`)
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const isOver = once(child, 'exit')
  child.kill('SIGKILL')
  await isOver
}
