import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { outFolder, projectRoot } from './paths.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const REPORT_FOLDER = path.join(outFolder, 'reports')

/**
 * The cache of translated modules. Each config names it. Vitest's own place is directly in `node_modules`, where the
 * account of a session cannot delete what root left after package-lock.json changed.
 */
export const VITEST_CACHE = path.join(projectRoot, 'node_modules', '.cache', 'vitest')

/** Folders for vitest's reports and cache, and for programs that tests bundle next to the packages. */
export const VITEST_FOLDERS = [
  REPORT_FOLDER,
  path.dirname(VITEST_CACHE),
  path.join(projectRoot, 'node_modules', '.vite'),
  path.join(projectRoot, 'node_modules', '.vite-temp'),
]

/**
 * @param {string} name of the report
 * @param {string} config
 * @param {readonly string[]} args
 * @returns {[string, ...string[]]}
 */
export function vitestCommand(name, config, args = []) {
  return [
    process.execPath,
    path.join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    `--config=${config}`,
    '--allowOnly=false',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile(name)}`,
    ...args,
  ]
}

/** @param {string} name */
export function reportFile(name) {
  return path.join(REPORT_FOLDER, `${name}.json`)
}

/** @param {string} name @returns {Promise<Counts>} */
export async function readCounts(name) {
  return countsOf(JSON.parse(await readFile(reportFile(name), 'utf8')))
}

/**
 * A test file that fails outside of its tests counts as one failure, because vitest lists its tests as skipped or not
 * at all.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Counts}
 */
export function countsOf(report) {
  const failedAsAWhole = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + failedAsAWhole.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @param {readonly Counts[]} all @returns {Counts} */
export function addCounts(all) {
  return all.reduce(
    (sum, next) => ({
      passed: sum.passed + next.passed,
      failed: sum.failed + next.failed,
      skipped: sum.skipped + next.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}
