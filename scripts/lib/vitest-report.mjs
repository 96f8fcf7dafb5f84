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

/**
 * @typedef {{ name: string, status: string, message: string,
 *   assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }} TestFile
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: TestFile[] }} Report of vitest's JSON reporter
 */

/** @param {string} name @returns {Promise<Report>} */
export async function readReport(name) {
  return JSON.parse(await readFile(reportFile(name), 'utf8'))
}

/**
 * A test file that fails outside of its tests counts as one failure, because vitest lists its tests as skipped or not
 * at all.
 * @param {Report} report
 * @returns {Counts}
 */
export function countsOf(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(failedAsAWhole).length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * What failed, to be shown again at the end, where a long output is read first. Each text has the file, the name of the
 * test and its first message.
 * @param {Report} report
 * @returns {string[]}
 */
export function failuresOf(report) {
  return report.testResults.flatMap((file) => {
    const at = path.relative(projectRoot, file.name)
    const tests = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${at}: ${test.fullName}\n${test.failureMessages[0] ?? ''}`)
    return failedAsAWhole(file) ? [`${at}\n${file.message}`] : tests
  })
}

/** @param {TestFile} file */
function failedAsAWhole(file) {
  return file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')
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
