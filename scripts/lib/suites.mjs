import { rm } from 'node:fs/promises'
import path from 'node:path'
import { outFolder } from './paths.mjs'
import { runInSession } from '../toolchain/session.mjs'
import { readCounts, reportFile, VITEST_FOLDERS, vitestCommand } from './vitest-report.mjs'

/** Each runs in a session of its own: several of the unit suite's tests talk to the real Secret Service. */
const SUITES = {
  unit: { config: 'test/vitest.config.ts', projects: [] },
  e2e: { config: 'test/e2e/vitest.config.ts', projects: ['--project=e2e'] },
  screens: { config: 'test/e2e/vitest.config.ts', projects: ['--project=screens'] },
}

/** Where tests leave pictures of every screen and of what went wrong, and programs that they build for themselves. */
const TEST_FOLDERS = ['shots', 'e2e', 'test'].map((name) => path.join(outFolder, name))

/**
 * @param {keyof typeof SUITES} name
 * @param {import('../toolchain/provision.mjs').Provision} provisioned
 * @param {readonly string[]} [args] for vitest
 * @returns {Promise<{ exitCode: number, counts: import('./vitest-report.mjs').Counts }>}
 */
export async function runSuite(name, provisioned, args = []) {
  await rm(reportFile(name), { force: true })
  const { config, projects } = SUITES[name]
  const exitCode = await runInSession({
    provisioned,
    command: vitestCommand(name, config, [...projects, ...args]),
    writableFolders: [...VITEST_FOLDERS, ...TEST_FOLDERS],
    wantsSmallDisk: true,
  })
  // Without a report nothing was run to its end, whatever the exit code.
  const counts = await readCounts(name).catch(() => ({ passed: 0, failed: 1, skipped: 0 }))
  return { exitCode, counts }
}
