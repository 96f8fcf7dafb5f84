// A history of an earlier version with 10,000 orders: an upgrade behind a locked keychain, a killed one, a downgrade.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startOf } from '../../scripts/lib/launch.mjs'
import { projectRoot } from '../../scripts/lib/paths.mjs'
import { connect } from '../../src-main/db/file/connection'
import { schemaVersion, supportedVersion } from '../../src-main/db/file/migrate'
import { TestFolder } from '../main/db/builders'
import { startKeyringSession } from '../support/keyring-session'
import { freshUserData } from '../support/launch/launch-app'
import { get, openApp } from './support/app-calls'
import { replaceDatabaseKey } from './support/keychain-item'
import { button } from './support/walk'

const orders = 10_000
/** The history is of a profile of the simulator, which would add its own orders to it. */
const withoutPast = { REBILL_DESK_SIMULATOR_ARGS: '--seeds cards' }
const oldVersion = 110
const copyName = `log.db.before-version-${String(supportedVersion)}`

let made: TestFolder
beforeAll(() => {
  made = new TestFolder()
  made.createHistoryOf110(orders)
})
afterAll(() => {
  made.remove()
})

/** A folder of user data with the history of the earlier version. */
async function userDataBefore(): Promise<string> {
  const userDataDir = await freshUserData()
  await mkdir(join(userDataDir, 'desk'))
  await cp(made.file, fileIn(userDataDir))
  return userDataDir
}

/** Stores the key in a keychain of its own session, as the earlier version did. */
function keepKeyIn(env: Record<string, string>): void {
  const program = `import keytar from 'keytar'
await keytar.setPassword('Rebill Desk', 'database-key', process.argv[1])`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program, Buffer.from(made.key).toString('base64')],
    { env, cwd: projectRoot },
  )
  if (status !== 0) throw new Error(stderr.toString())
}

/**
 * Starts the app without the driver of the tests and kills it some time after the upgrade began with its copy.
 */
async function killDuringUpgrade(userDataDir: string, delayMs: number): Promise<void> {
  const { program, own } = startOf()
  const child = spawn(program, own, {
    env: { ...process.env, ...withoutPast, REBILL_DESK_USER_DATA: userDataDir },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const hasBegun = async () =>
    (await readdir(join(userDataDir, 'desk'))).some((name) => name.startsWith(copyName))
  while (child.exitCode === null && !(await hasBegun())) await sleep(5)
  await sleep(delayMs)
  if (child.exitCode !== null) throw new Error(`the app ended by itself with ${String(child.exitCode)}`)
  child.kill('SIGKILL')
  await ended
}

const fileIn = (userDataDir: string, name = 'log.db') => join(userDataDir, 'desk', name)

/** What a file holds, read beside the app. */
function contentOf(file: string) {
  const db = connect({ file }, made.key, 'read')
  try {
    const list = (sql: string) => db.prepare<[], unknown>(sql).pluck().all()
    return {
      version: schemaVersion(db),
      isSound: db.pragma('integrity_check', { simple: true }) === 'ok',
      orders: list('SELECT count(*) FROM orders')[0],
      charges: list('SELECT charge_id FROM charges ORDER BY charge_id'),
      states: list('SELECT state FROM charges ORDER BY charge_id'),
      exchanges: list('SELECT count(*) FROM exchanges')[0],
      followed: list("SELECT count(*) FROM orders WHERE follow_state <> 'stopped'")[0],
    }
  } finally {
    db.close()
  }
}

/** Everything is there. A charge whose response was never stored has an unknown outcome now and is followed; nothing was sent. */
function expectAllOf(userDataDir: string): void {
  const before = contentOf(made.file)
  const after = contentOf(fileIn(userDataDir))
  expect(after).toEqual({
    ...before,
    version: supportedVersion,
    states: before.states.map((state) => (state === 'sending' ? 'outcome-unknown' : state)),
    followed: Number(before.followed) + before.states.filter((state) => state === 'sending').length,
  })
  expect(contentOf(fileIn(userDataDir, copyName))).toEqual(before)
}

it('an upgrade waits for a locked keychain and touches nothing before it is open; then all orders and open charges are there', async () => {
  const session = await startKeyringSession('unlocked')
  onTestFinished(() => session.stop())
  keepKeyIn(session.env)
  await session.killDaemon()
  const userDataDir = await userDataBefore()
  const bytes = await readFile(fileIn(userDataDir))
  const app = await openApp({ userDataDir, env: { ...withoutPast, ...session.env } })
  expect(app.state.start).toEqual({ kind: 'keychain-locked' })
  expect(bytes.equals(await readFile(fileIn(userDataDir)))).toBe(true)
  expect(await readdir(join(userDataDir, 'desk'))).not.toContain(copyName)

  await session.unlock()
  await button(app.page, 'Try again').click()
  await app.page.getByRole('link', { name: 'Orders', exact: true }).click()
  await app.page.getByRole('row').nth(1).waitFor()
  expect((await get(app.page, 'appState.get', {})).start.kind).toBe('ready')
  await app.close()
  expectAllOf(userDataDir)
})

it('an earlier version refuses the history of a newer one, changes nothing, and says two ways back', async () => {
  await replaceDatabaseKey(made.key)
  const userDataDir = await userDataBefore()
  const upgraded = await openApp({ userDataDir, env: withoutPast })
  await upgraded.close()
  const file = fileIn(userDataDir)
  // This app takes the part of the earlier version: the history and the name of its copy are of the next one.
  const newer = supportedVersion + 1
  const db = connect({ file }, made.key, 'write')
  db.pragma(`user_version = ${String(newer)}`)
  db.close()
  const copy = fileIn(userDataDir, `log.db.before-version-${String(newer)}`)
  await rename(fileIn(userDataDir, copyName), copy)
  const bytes = await readFile(file)

  const refused = await openApp({ userDataDir, env: withoutPast })
  expect(refused.state.start).toEqual({ kind: 'storage-too-new', found: newer, supported: supportedVersion })
  await refused.page.getByText('Install the newer version again').waitFor()
  await refused.page.getByText(basename(copy)).waitFor()
  await refused.close()
  expect(bytes.equals(await readFile(file))).toBe(true)

  // The second way: the copy takes the place of the history.
  for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true })
  await rename(copy, file)
  const back = await openApp({ userDataDir, env: withoutPast })
  expect(back.state.start.kind).toBe('ready')
  expect((await get(back.page, 'appState.get', {})).proof.finding?.kind).toBe('other-history')
  await back.close()
  expectAllOf(userDataDir)
})

it('a killed upgrade is finished by the next start, wherever it was killed', async () => {
  await replaceDatabaseKey(made.key)
  const versions: number[] = []
  // From its first moment on. A kill before each single step is in migrations.proof.test.ts.
  for (const delayMs of [0, 150, 400, 900]) {
    const userDataDir = await userDataBefore()
    await killDuringUpgrade(userDataDir, delayMs)
    const { version, isSound, orders: left, charges } = contentOf(fileIn(userDataDir))
    expect({ isSound, left, charges }).toEqual({
      isSound: true,
      left: orders,
      charges: contentOf(made.file).charges,
    })
    versions.push(version)
    const app = await openApp({ userDataDir, env: withoutPast })
    expect(app.state.start.kind).toBe('ready')
    await app.close()
    expectAllOf(userDataDir)
    expect((await readdir(join(userDataDir, 'desk'))).filter((name) => name.endsWith('.new'))).toEqual([])
  }
  expect(versions[0]).toBe(oldVersion)
})
