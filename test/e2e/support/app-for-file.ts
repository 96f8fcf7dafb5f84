import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchApp, type LaunchedApp } from '../../../scripts/lib/launch.mjs'
import { connect, type Sqlite } from '../../../src-main/db/file/connection'
import { defaultSaleRules } from '../../../src-shared/domain/sale-rules'
import { keepEvidence } from '../../support/launch/launch-app'
import { get, makeRecoveryCode } from './app-calls'
import { databaseKey } from './keychain-item'
import { startRecorder, type Recorder } from './recorder'
import { startSimulator, type RunningSimulator } from './simulator'

/** One app for all tests of a file, with its own simulator and a recorder in between. */
export interface FileApp {
  readonly testApp: LaunchedApp
  readonly page: Page
  readonly simulator: RunningSimulator
  readonly recorder: Recorder
  readonly profileId: string
  readonly userDataDir: string
  /** Parameters of the newest request whose path contains this command. */
  sent(command: string): URLSearchParams
}

/** Prepares the data of a file's tests. A returned function changes the database before the app is started again. */
type SetScene = (open: FileApp) => Promise<((db: Sqlite) => void) | undefined>

/**
 * Starts the app once per test file, because a start takes longer than most tests. The profile has an endpoint and a
 * group. Returns a function that returns the app inside a test.
 */
export function appForFile(setScene: SetScene = async () => undefined) {
  const undos: (() => Promise<void> | void)[] = []
  let open: FileApp | null = null

  beforeAll(async () => {
    const atEnd = (undo: () => Promise<void> | void) => void undos.push(undo)
    const simulator = await startSimulator(['--speed', '20'], atEnd)
    const recorder = await startRecorder(simulator.baseUrl, atEnd)
    const userDataDir = await mkdtemp(join(tmpdir(), 'desk-'))
    atEnd(() => rm(userDataDir, { recursive: true, force: true, maxRetries: 5 }))
    const start = async () => {
      const testApp = await launchApp({ userDataDir })
      atEnd(testApp.kill)
      testApp.page.setDefaultTimeout(10_000)
      await get(testApp.page, 'appState.get', {})
      return testApp
    }
    let testApp = await start()
    const profileId = await addProfileWithGroup(testApp.page, simulator, recorder.baseUrl)
    const sent = (command: string) => {
      const request = recorder.requests.findLast(({ path }) => path.includes(command))
      if (request === undefined) throw new Error(`the gateway was never asked for ${command}`)
      return new URLSearchParams(request.body)
    }
    open = { testApp, page: testApp.page, simulator, recorder, profileId, userDataDir, sent }
    const change = await setScene(open)
    if (change !== undefined) {
      await testApp.close()
      const db = connect({ file: join(userDataDir, 'desk', 'log.db') }, await databaseKey(), 'write')
      change(db)
      db.close()
      testApp = await start()
      open = { ...open, testApp, page: testApp.page }
    }
  })
  afterEach(async ({ task }) => {
    if (open !== null && task.result?.state === 'fail') await keepEvidence(open.testApp, task.name, true)
  })
  afterAll(async () => {
    await open?.testApp.close()
    for (const undo of undos.reverse()) await undo()
  })

  return (): FileApp => {
    if (open === null) throw new Error('the app did not start')
    return open
  }
}

async function addProfileWithGroup(
  page: Page,
  simulator: RunningSimulator,
  baseUrl: string,
): Promise<string> {
  await makeRecoveryCode(page)
  await get(page, 'settings.save', {
    theme: 'system',
    density: 'comfortable',
    detailPx: null,
    timeZone: 'UTC',
    operatorName: 'Dana Whitfield',
  })
  const { profileId } = await get(page, 'profiles.save', {
    profile: {
      profileId: null,
      name: 'Nord Shop test',
      target: { kind: 'gateway-test', baseUrl },
      login: simulator.login,
      routes: [
        { kind: 'endpoint', id: simulator.endpointId, label: '', currency: 'EUR' },
        { kind: 'group', id: simulator.groupId, label: '', currency: null },
      ],
      rebillControl: 'without-endpoint',
      defaultIpAddress: '203.0.113.24',
      pollPace: { minMs: 3000, maxMs: 3000 },
      safetyLevel: 'confirm',
      saleRules: defaultSaleRules('gateway-test'),
    },
    controlKey: simulator.controlKey,
  })
  return profileId
}
