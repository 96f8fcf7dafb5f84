import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { launchDesk as launch, type LaunchedDesk } from '../../../scripts/lib/launch.mjs'
import { outFolder } from '../../../scripts/lib/paths.mjs'

export type { LaunchedDesk }

export interface LaunchOptions {
  /** Data folder of an earlier launch. Default: a new folder that is removed after the test. */
  userDataDir?: string
  env?: Record<string, string>
  args?: readonly string[]
}

/**
 * Starts the built app in the window of the session for the running test. The test ends it with `close` or `kill`;
 * otherwise it is killed after the test. When the test fails, `out/e2e/` gets a picture of the window and the app’s
 * log.
 */
export async function launchDesk(
  options: LaunchOptions = {},
): Promise<LaunchedDesk & { userDataDir: string }> {
  const userDataDir = options.userDataDir ?? (await freshUserData())
  const desk = await launch({ ...options, userDataDir })
  let isLeft = false
  const leave = (end: () => Promise<void>) => async (): Promise<void> => {
    isLeft = true
    await end()
  }
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepEvidence(desk, task.name, !isLeft)
    await desk.kill()
  })
  return { ...desk, userDataDir, close: leave(desk.close), kill: leave(desk.kill) }
}

/** Saves the app’s log in `out/e2e/` after a failure, and a picture of its window if it still has one. */
export async function keepEvidence(desk: LaunchedDesk, testName: string, hasWindow: boolean): Promise<void> {
  const name = path.join(outFolder, 'e2e', `${fileNameOf(testName)}-${desk.pid}`)
  if (hasWindow) await desk.screenshot(`${name}.png`).catch(() => undefined)
  await mkdir(path.dirname(name), { recursive: true })
  await writeFile(`${name}.txt`, desk.logs())
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
