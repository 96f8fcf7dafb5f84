// Runs inside a session (see package-check.mjs): starts the installed program from its desktop entry and uses it from
// outside, as a person with a screen reader does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../lib/paths.mjs'
import { capture, lastLines } from '../lib/run.mjs'
import { Refusal, runScript, say } from '../lib/script.mjs'
import { playTour } from '../lib/tour.mjs'
import { commandOf, valueIn } from './desktop-entry.mjs'
import { desktopHands } from './desktop-hands.mjs'

/** Chromium builds the tree of a page only when asked. The app allows this switch to everybody. */
const FOR_SCREEN_READERS = '--force-renderer-accessibility'

const QUIT_LIMIT_MS = 15_000
const REFUSED = 78

/**
 * What opens a running program to others; each start with one of them must be refused (control S26).
 * @type {readonly { args?: readonly string[], env?: Record<string, string> }[]}
 */
const DANGEROUS = [
  { args: ['--remote-debugging-port=0'] },
  { args: ['--remote-debugging-pipe'] },
  { args: ['--inspect=0'] },
  { args: ['--js-flags=--expose-gc'] },
  { args: ['--load-extension=/tmp'] },
  { args: ['--no-sandbox'] },
  { env: { ELECTRON_RUN_AS_NODE: '1' } },
  { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
  { env: { SSLKEYLOGFILE: '/tmp/keys' } },
]

/**
 * Every program that was started; what still runs when a check fails is ended.
 * @type {import('node:child_process').ChildProcess[]}
 */
const started = []

await runScript(async () => {
  const [entry = '', pictures = ''] = process.argv.slice(2)
  const entryText = await readFile(entry, 'utf8')
  const command = commandOf(entryText)
  say(`${entry} starts ${command.join(' ')}, as the account ${process.getuid?.()}.`)
  await announceScreenReader()
  const hands = desktopHands()
  try {
    for (const way of DANGEROUS) await mustRefuse(command, way)
    say(`Refused: ${DANGEROUS.length} starts with switches and variables that open the program.`)

    const startedAtMs = Date.now()
    const first = start(command, [FOR_SCREEN_READERS])
    const shownFolder = path.relative(projectRoot, pictures)
    if (!(await playTour(hands, { amount: '49.00', folder: pictures, startedAtMs, shownFolder }))) {
      say(`The program said:\n${first.output()}`)
      return 1
    }
    await mustBelongTo(valueIn(entryText, 'StartupWMClass'))
    await mustBeSandboxed(first.pid)
    await mustBeTheOnlyOne(command)
    await quit(first)

    // The fuse takes this variable away before the app could see it. With it, Node would end at once.
    const again = start(command, [FOR_SCREEN_READERS], { NODE_OPTIONS: '--require /nowhere.js' })
    await hands.see('link', 'Orders')
    await hands.picture(path.join(pictures, 'second-start.png'))
    say('Second start: the history opens with the key from the keychain; NODE_OPTIONS has no effect.')
    await quit(again)
  } finally {
    for (const child of started) child.kill('SIGKILL')
    await hands.close()
  }
  return 0
})

/** Says to the desktop what a screen reader says at its start: programs shall tell what they show. */
async function announceScreenReader() {
  const said = await capture('dbus-send', [
    ...['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'],
    'org.freedesktop.DBus.Properties.Set',
    ...['string:org.a11y.Status', 'string:IsEnabled', 'variant:boolean:true'],
  ])
  if (said.exitCode !== 0) throw new Refusal(`The desktop has no accessibility bus:\n${lastLines(said)}`)
}

/** The environment of a person who has just logged in, and nothing of npm. */
function loginEnvironment() {
  const names = [
    'HOME',
    'DISPLAY',
    'XAUTHORITY',
    'DBUS_SESSION_BUS_ADDRESS',
    'XDG_RUNTIME_DIR',
    'TMPDIR',
    'LANG',
  ]
  const kept = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(kept), PATH: '/usr/local/bin:/usr/bin:/bin' }
}

/**
 * @param {[string, ...string[]]} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
function start([file, ...own], args, env = {}) {
  const child = spawn(file, [...own, ...args], {
    cwd: process.env.HOME,
    env: { ...loginEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream
      .setEncoding('utf8')
      .on('data', (/** @type {string} */ text) => (said = (said + text).slice(-20_000)))
  const ended = once(child, 'exit').then(([code]) => /** @type {number | null} */ (code))
  if (child.pid === undefined) throw new Refusal(`${file} cannot be started.`)
  return { pid: child.pid, output: () => said, ended }
}

/**
 * @param {ReturnType<typeof start>} running
 * @param {string} what
 */
async function endOf(running, what) {
  const code = await Promise.race([running.ended, sleep(QUIT_LIMIT_MS, 'late')])
  if (code === 'late')
    throw new Refusal(`${what} did not end within ${QUIT_LIMIT_MS / 1000} s.\n${running.output()}`)
  return code
}

/**
 * @param {[string, ...string[]]} command
 * @param {{ args?: readonly string[], env?: Record<string, string> }} way
 */
async function mustRefuse(command, { args = [], env = {} }) {
  const shown = [...Object.entries(env).map((pair) => pair.join('=')), ...args].join(' ')
  const running = start(command, args, env)
  const code = await endOf(running, `A start with ${shown}`)
  if (code !== REFUSED || !running.output().includes('does not start while'))
    throw new Refusal(`A start with ${shown} was not refused (exit code ${code}):\n${running.output()}`)
}

/** The desktop joins window and menu entry by the class of the window. @param {string | null} windowClass */
async function mustBelongTo(windowClass) {
  const found = await capture('xdotool', ['search', '--name', 'Rebill Desk'])
  const windows = found.stdout.split('\n').filter(Boolean)
  if (windows.length === 0) throw new Refusal('No window of the program was found.')
  for (const id of windows) {
    const shown = await capture('xprop', ['-id', id, 'WM_CLASS'])
    if (windowClass === null || !shown.stdout.includes(`"${windowClass}"`))
      throw new Refusal(`The menu entry names the class ${windowClass}, but the window says: ${shown.stdout}`)
  }
  say('Menu entry: names the class of the window.')
}

/** Every page runs behind Chromium's sandbox: a filter of system calls, and no way to gain rights. @param {number} pid */
async function mustBeSandboxed(pid) {
  const pages = []
  for (const each of await processesBelow(pid)) {
    // A process that Chromium's zygote made has its arguments in one text.
    const line = await readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => '')
    if (!/[\0 ]--type=renderer[\0 ]/.test(line)) continue
    const status = await readFile(`/proc/${each}/status`, 'utf8')
    pages.push({ hasFilter: /^Seccomp:\s+2$/m.test(status), gainsNothing: /^NoNewPrivs:\s+1$/m.test(status) })
  }
  if (pages.length === 0) throw new Refusal('No process of a page was found.')
  if (!pages.every(({ hasFilter, gainsNothing }) => hasFilter && gainsNothing))
    throw new Refusal("A page runs without Chromium's sandbox.")
  if (process.getuid?.() === 0) throw new Refusal('The program runs as root.')
  say(`Sandbox: on in ${pages.length === 1 ? 'the process' : `all ${pages.length} processes`} of pages.`)
}

/** All processes that a process has started, and theirs. @param {number} pid */
async function processesBelow(pid) {
  const below = new Set([pid])
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(parentOf))
  for (let size = 0; size < below.size;) {
    size = below.size
    for (const each of all) if (below.has(each.parent)) below.add(each.pid)
  }
  return below
}

/** @param {string} pid */
async function parentOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return { pid: Number(pid), parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0) }
}

/** A second start shows the window of the first one and ends. @param {[string, ...string[]]} command */
async function mustBeTheOnlyOne(command) {
  const code = await endOf(start(command, []), 'A second start')
  if (code !== 0) throw new Refusal(`A second start ended with ${code}.`)
  say('Single instance: a second start ends at once.')
}

/** Quits with the keys of a person. @param {ReturnType<typeof start>} running */
async function quit(running) {
  await capture('xdotool', ['key', 'ctrl+q'])
  const code = await endOf(running, 'Quitting')
  if (code !== 0) throw new Refusal(`The program quit with ${code}.\n${running.output()}`)
}
