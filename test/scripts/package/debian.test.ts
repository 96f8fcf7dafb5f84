import { describe, expect, it } from 'vitest'
import { controlText } from '../../../scripts/package/debian.mjs'

const manifest = {
  version: '1.2.3',
  author: 'The founders',
  description: 'Charges cards. '.repeat(12).trim(),
}
const given = { manifest, depends: 'libc6 (>= 2.34)', bytes: 281_200_000 }

describe('the control file of a Debian package', () => {
  it('names version, size in KiB and what the program needs', () => {
    const text = controlText({ ...given, name: 'rebill-desk', isStandIn: false })
    expect(text).toContain('Package: rebill-desk\nVersion: 1.2.3\n')
    expect(text).toContain('\nInstalled-Size: 274610\nDepends: libc6 (>= 2.34)\n')
    expect(text).not.toMatch(/stand-in, for tests only/i)
  })

  it('gives a pre-release a version that Debian sorts before the release', () => {
    const early = { ...given, manifest: { ...manifest, version: '1.2.3-rc.1' } }
    const text = controlText({ ...early, name: 'rebill-desk', isStandIn: false })
    expect(text).toContain('\nVersion: 1.2.3~rc.1\n')
  })

  it('says of a package with the stand-in that it is for tests only', () => {
    const name = 'rebill-desk-stand-in-for-tests-only'
    const text = controlText({ ...given, name, isStandIn: true })
    expect(text).toContain(`Package: ${name}\n`)
    expect(text).toMatch(/^Description: .*\(stand-in, for tests only\)$/m)
    expect(text).toContain('STAND-IN, FOR TESTS ONLY')
  })

  it.each([true, false])(
    'lets neither of both packages stay beside the other (stand-in: %s)',
    (isStandIn) => {
      const other = isStandIn ? 'rebill-desk' : 'rebill-desk-stand-in-for-tests-only'
      expect(controlText({ ...given, name: 'x', isStandIn })).toMatch(
        new RegExp(`^Conflicts: ${other}\nReplaces: ${other}$`, 'm'),
      )
    },
  )

  it('breaks the long description into lines behind a space, as Debian wants them', () => {
    const lines = controlText({ ...given, name: 'x', isStandIn: false })
      .trimEnd()
      .split('\n')
    const long = lines.slice(lines.findIndex((line) => line.startsWith('Description: ')) + 1)
    expect(long.length).toBeGreaterThan(1)
    for (const line of long) expect(line).toMatch(/^ \S.{0,78}$/)
  })
})
