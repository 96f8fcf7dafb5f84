// The first program inside a session: starts a message bus, a virtual screen and a keychain, runs the given command,
// and stops them again. Its exit code is that of the command.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { secretServiceOwner } from './secret-service.mjs'

const SCREEN = '1920x1080x24'
const READY_LIMIT_MS = 15_000
const STOP_LIMIT_MS = 3_000

/** @type {import('node:child_process').ChildProcess[]} */
const services = []
/** Services that end are missed only before the command has ended. */
let isEnding = false

const exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
await Promise.all(services.map(stop))
process.exit(exitCode)

/** @param {string[]} command */
async function main(command) {
  const [bus, display] = await Promise.all([startBus(), startScreen()])
  process.env.DBUS_SESSION_BUS_ADDRESS = bus
  process.env.DISPLAY = display
  await startKeychain()
  return await runCommand(command).finally(() => (isEnding = true))
}

async function startBus() {
  const bus = spawn(
    'dbus-daemon',
    ['--session', '--nofork', '--nopidfile', '--nosyslog', '--print-address=3'],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  )
  return await firstLine('The message bus', bus)
}

/** The X server chooses a free display number, so parallel sessions do not collide. */
async function startScreen() {
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset']
  const authority = process.env.XAUTHORITY ? ['-auth', process.env.XAUTHORITY] : []
  const server = spawn('Xvfb', [...args, ...authority], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  return `:${await firstLine('The virtual screen', server)}`
}

/**
 * The keychain of the session, unlocked with a fixed password, because it contains only test data. In long sessions its
 * daemon has ended by itself. It is started again then, because the bus would start a locked one.
 */
async function startKeychain(isAgain = false) {
  const args = [...(isAgain ? ['--replace'] : []), '--unlock', '--foreground', '--components=secrets']
  const daemon = spawn('gnome-keyring-daemon', args, { stdio: ['pipe', 'ignore', 'pipe'] })
  daemon.stdin.end('throw-away')
  const complaints = await until('The keychain', daemon, async () => (await secretServiceOwner()) !== null)
  daemon.once('exit', (exitCode, signal) => {
    if (isEnding) return
    services.splice(services.indexOf(daemon), 1)
    console.error(
      `The keychain of the session ended (${signal ?? exitCode}) and is started again: ${complaints.text.trim()}`,
    )
    startKeychain(true).catch((error) => console.error(error))
  })
}

/**
 * The command gets its own process group, so that all processes that it started can be ended with it.
 * @param {string[]} command
 */
function runCommand(command) {
  return new Promise((resolve) => {
    const child = spawn(command[0] ?? '', command.slice(1), { stdio: 'inherit', detached: true })
    const stopIt = () => {
      signalGroup(child, 'SIGTERM')
      setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_LIMIT_MS)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stopIt)
    whenStarterIsGone(stopIt)
    child.on('error', (error) => {
      console.error(`${command[0]}: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (exitCode) => {
      signalGroup(child, 'SIGKILL')
      resolve(exitCode ?? 1)
    })
  })
}

/**
 * @param {import('node:child_process').ChildProcess} leader
 * @param {NodeJS.Signals} signal
 */
function signalGroup(leader, signal) {
  try {
    if (leader.pid !== undefined) process.kill(-leader.pid, signal)
  } catch {
    // The group is empty.
  }
}

/** Descriptor 3 is a pipe that closes when the parent process ends. @param {() => void} callback */
function whenStarterIsGone(callback) {
  new Socket({ fd: 3 })
    .on('close', callback)
    .on('error', () => undefined)
    .resume()
    .unref()
}

/**
 * The text that a service writes to its descriptor 3 when it is ready.
 * @param {string} what
 * @param {import('node:child_process').ChildProcess} service
 */
async function firstLine(what, service) {
  const answer = collect(/** @type {import('node:stream').Readable} */ (service.stdio[3]))
  await until(what, service, async () => answer.text.includes('\n'))
  return answer.text.split('\n')[0]
}

/**
 * @param {string} what
 * @param {import('node:child_process').ChildProcess} service
 * @param {() => Promise<boolean>} isReady
 * @returns {Promise<{ text: string }>} what it writes to stderr
 */
async function until(what, service, isReady) {
  services.push(service)
  const complaints = collect(/** @type {import('node:stream').Readable} */ (service.stderr))
  service.on('error', (error) => (complaints.text += error.message))
  const giveUpAtMs = Date.now() + READY_LIMIT_MS
  while (!(await isReady())) {
    const isGone = service.pid === undefined || service.exitCode !== null || service.signalCode !== null
    if (isGone || Date.now() > giveUpAtMs) {
      const reason = complaints.text.trim() || 'no reason given'
      throw new Error(`${what} did not start${isGone ? '' : ' in time'}: ${reason}`)
    }
    await sleep(20)
  }
  return complaints
}

/** @param {import('node:child_process').ChildProcess} service */
async function stop(service) {
  if (service.pid === undefined || service.exitCode !== null || service.signalCode !== null) return
  const isGone = once(service, 'exit')
  service.kill('SIGTERM')
  const lastResort = setTimeout(() => service.kill('SIGKILL'), STOP_LIMIT_MS)
  await isGone
  clearTimeout(lastResort)
}

/** @param {import('node:stream').Readable} stream */
function collect(stream) {
  const collected = { text: '' }
  stream.setEncoding('utf8').on('data', (chunk) => (collected.text += chunk))
  return collected
}
