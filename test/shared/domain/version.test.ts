import { describe, expect, it } from 'vitest'
import { compareVersions, releasedVersion } from '../../../src-shared/domain/version'

describe('versions', () => {
  it.each([
    ['0.1.0', '0.1.1'],
    ['0.1.9', '0.1.10'],
    ['0.9.9', '0.10.0'],
    ['9.0.0', '10.0.0'],
    ['0.2.0-beta.1', '0.2.0'],
    ['0.1.0', '0.2.0-beta.1'],
  ])('%s is older than %s', (older, newer) => {
    expect(compareVersions(older, newer)).toBeLessThan(0)
    expect(compareVersions(newer, older)).toBeGreaterThan(0)
  })

  it('are equal to themselves', () => {
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0)
  })

  it.each(['', '1', '1.2', '1.2.3.4', '01.2.3', '1.2.3-beta', 'v1.2.3', '1.2.3 ', '1.2.1234567', '1.-2.3'])(
    'a release is not called %j',
    (text) => {
      expect(releasedVersion.test(text)).toBe(false)
    },
  )
})
