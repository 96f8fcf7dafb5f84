import { describe, expect, it } from 'vitest'
import { addCounts, countsOf, vitestCommand } from '../../../scripts/lib/vitest-report.mjs'

describe('the test counts', () => {
  it.each([
    ['could not be loaded', []],
    ['failed before its tests', [{ status: 'skipped' }]],
    ['failed after its tests', [{ status: 'passed' }]],
  ])('counts a test file that %s as a failure', (_case, assertionResults) => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    }
    expect(countsOf(report)).toEqual({ passed: 3, failed: 2, skipped: 0 })
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
