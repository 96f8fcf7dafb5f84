import { describe, expect, it } from 'vitest'
import { isTooOld, nodeLine, refuseOldNode } from '../../../scripts/lib/script.mjs'

describe('the check of the Node version', () => {
  it.each([
    ['20.20.2', true],
    ['22.13.1', true],
    ['22.14.0', false],
    ['23.0.0', false],
    ['24.21.0', false],
  ])('%s is too old: %s', (version, expected) => {
    expect(isTooOld(version)).toBe(expected)
  })

  it('says what to do about an old Node', () => {
    expect(() => refuseOldNode('20.20.2')).toThrow(/Node 20\.20\.2 is too old[\s\S]*npm ci/)
  })

  it('explains which Node is used only if that of npm is too old', () => {
    const agent = (node: string) => ({
      npm_config_user_agent: `npm/11.19.1 node/v${node} linux x64 workspaces/false`,
    })
    expect(nodeLine(agent('20.20.2'), '24.21.0')).toMatch(/^Node 20\.20\.2 runs npm only\..* Node 24\.21\.0/)
    expect(nodeLine(agent('24.21.0'), '24.21.0')).toBeNull()
    expect(nodeLine({}, '24.21.0')).toBeNull()
  })
})
