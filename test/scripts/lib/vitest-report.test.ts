import { describe, expect, it } from 'vitest'
import path from 'node:path'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import { addCounts, countsOf, failuresOf, vitestCommand } from '../../../scripts/lib/vitest-report.mjs'

describe('the test counts', () => {
  it.each([
    ['could not be loaded', []],
    ['failed before its tests', [aTest('skipped')]],
    ['failed after its tests', [aTest('passed')]],
  ])('counts a test file that %s as a failure, and names it', (_case, assertionResults) => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        aFile('a.test.ts', 'failed', [aTest('failed'), aTest('passed')]),
        aFile('b.test.ts', 'failed', assertionResults),
        aFile('c.test.ts', 'passed', [aTest('passed')]),
      ],
    }
    expect(countsOf(report)).toEqual({ passed: 3, failed: 2, skipped: 0 })
    expect(failuresOf(report)).toEqual([
      'test/a.test.ts: adds two numbers\nexpected 4',
      'test/b.test.ts\nCannot be loaded.',
    ])
  })

  it('counts `todo` tests as skipped', () => {
    const report = {
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [],
    }
    expect(countsOf(report).skipped).toBe(3)
  })

  it('adds up suites', () => {
    const sum = addCounts([
      { passed: 5, failed: 0, skipped: 0 },
      { passed: 2, failed: 1, skipped: 4 },
    ])
    expect(sum).toEqual({ passed: 7, failed: 1, skipped: 4 })
  })

  it('fails on a forgotten `only`', () => {
    expect(vitestCommand('unit', 'test/vitest.config.ts')).toContain('--allowOnly=false')
  })
})

function aFile(name: string, status: string, assertionResults: ReturnType<typeof aTest>[]) {
  const message = status === 'failed' ? 'Cannot be loaded.' : ''
  return { name: path.join(projectRoot, 'test', name), status, message, assertionResults }
}

function aTest(status: string) {
  return { fullName: 'adds two numbers', status, failureMessages: status === 'failed' ? ['expected 4'] : [] }
}
