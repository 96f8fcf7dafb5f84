import { rm } from 'node:fs/promises'
import path from 'node:path'
import { outFolder } from './paths.mjs'
import { runInSession } from '../toolchain/session.mjs'
import {
  countsOf,
  failuresOf,
  readReport,
  reportFile,
  VITEST_FOLDERS,
  vitestCommand,
} from './vitest-report.mjs'

/** Each suite runs in its own session: the proofs use the real Secret Service, the window tests open windows. */
const SUITES = {
  // Fast tests without a build and without waiting.
  unit: { config: 'test/vitest.config.ts', projects: ['--project=node', '--project=renderer'] },
  // Slow tests: crashes, kills, races between processes, models, builds, the real keychain, a full disk.
  proofs: { config: 'test/vitest.config.ts', projects: ['--project=proofs', '--project=renderer-proofs'] },
  e2e: { config: 'test/e2e/vitest.config.ts', projects: ['--project=e2e'] },
  // Minutes of mixed use with every packet, for `npm run capture`.
  capture: { config: 'test/e2e/vitest.config.ts', projects: ['--project=capture'] },
  // All screens, for `npm run shots`. `npm test` runs the two parts in different sessions.
  shots: { config: 'test/e2e/vitest.config.ts', projects: ['--project=screens', '--project=pseudo'] },
  screens: { config: 'test/e2e/vitest.config.ts', projects: ['--project=screens'] },
  pseudo: { config: 'test/e2e/vitest.config.ts', projects: ['--project=pseudo'] },
}

/** Output folders of tests: pictures of screens and failures, and programs that tests build. */
const TEST_FOLDERS = ['shots', 'e2e', 'test'].map((name) => path.join(outFolder, name))

/**
 * @param {keyof typeof SUITES} name
 * @param {import('../toolchain/provision.mjs').Provision} provisioned
 * @param {readonly string[]} [args] for vitest
 * @param {string} [report] name of the report, for parts of a suite that run at the same time
 * @returns {Promise<{ exitCode: number, counts: import('./vitest-report.mjs').Counts, failures: string[] }>}
 */
export async function runSuite(name, provisioned, args = [], report = name) {
  await rm(reportFile(report), { force: true })
  const { config, projects } = SUITES[name]
  const exitCode = await runInSession({
    provisioned,
    command: vitestCommand(report, config, [...projects, ...args]),
    writableFolders: [...VITEST_FOLDERS, ...TEST_FOLDERS],
    wantsSmallDisk: name !== 'unit',
    wantsNetwork: name === 'e2e' || name === 'capture',
  })
  // Without a report the run did not finish, whatever the exit code.
  const written = await readReport(report).catch(() => null)
  if (written === null)
    return {
      exitCode,
      counts: { passed: 0, failed: 1, skipped: 0 },
      failures: [`${report}: it did not finish.`],
    }
  return { exitCode, counts: countsOf(written), failures: failuresOf(written) }
}
