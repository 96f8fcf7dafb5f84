import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { launchApp as launch, type LaunchedApp } from '../../../scripts/lib/launch.mjs'
import { outFolder } from '../../../scripts/lib/paths.mjs'

export type { LaunchedApp }

export interface LaunchOptions {
  /** Data folder of an earlier launch. Default: a new folder that is removed after the test. */
  userDataDir?: string
  env?: Record<string, string>
  args?: readonly string[]
  /** Folder of another build. */
  appFolder?: string
}

/**
 * Starts the built app in the window of the session for the running test. The test ends it with `close` or `kill`;
 * otherwise it is killed after the test. When the test fails, `out/e2e/` gets a picture of the window and the app’s
 * log.
 */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp & { userDataDir: string }> {
  const userDataDir = options.userDataDir ?? (await freshUserData())
  const app = await launch({ ...options, userDataDir })
  let isLeft = false
  const leave = (end: () => Promise<void>) => async (): Promise<void> => {
    isLeft = true
    await end()
  }
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepEvidence(app, task.name, !isLeft)
    await app.kill()
  })
  return { ...app, userDataDir, close: leave(app.close), kill: leave(app.kill) }
}

/** Keeps the app's log in `out/e2e/` after a failure, and a picture of its window where it still has one. */
export async function keepEvidence(app: LaunchedApp, testName: string, hasWindow: boolean): Promise<void> {
  const name = path.join(outFolder, 'e2e', `${fileNameOf(testName)}-${app.pid}`)
  if (hasWindow) await app.screenshot(`${name}.png`).catch(() => undefined)
  await mkdir(path.dirname(name), { recursive: true })
  await writeFile(`${name}.txt`, app.logs())
}

/** A folder for one test's app data, removed after the test. */
export async function freshUserData(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'desk-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

function fileNameOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
}
