import { describe, expect, it } from 'vitest'
import {
  aptCommand,
  missingLibrariesIn,
  parseDistribution,
  planPackages,
} from '../../../scripts/toolchain/system-packages.mjs'

const bookworm = parseDistribution(
  'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n',
)
const trixie = parseDistribution('PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n')
const noble = parseDistribution('NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n')
const jammy = parseDistribution("ID='ubuntu'\nID_LIKE=debian\nVERSION_ID='22.04'\n")
const mint = parseDistribution('ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="22"\n')
const sid = parseDistribution('ID=debian\nPRETTY_NAME="Debian GNU/Linux forky/sid"\n')
const fedora = parseDistribution('ID=fedora\nPRETTY_NAME="Fedora Linux 42"\nVERSION_ID=42\n')

const missing = { programs: ['Xvfb', 'dbus-daemon', 'dbus-send'], libraries: ['libnss3.so', 'libsmime3.so'] }

describe('the detection of the system', () => {
  it('recognises systems with apt-get', () => {
    const families = [bookworm, trixie, noble, jammy, mint, sid, fedora].map(({ family }) => family)
    expect(families).toEqual(['debian', 'debian', 'debian', 'debian', 'debian', 'debian', 'other'])
  })

  it('recognises releases with package names for 64-bit time', () => {
    const names = [bookworm, jammy, trixie, noble, sid].map(({ hasTime64Names }) => hasTime64Names)
    expect(names).toEqual([false, false, true, true, true])
  })

  it('treats an unreadable file as an unknown system', () => {
    expect(parseDistribution('')).toMatchObject({ family: 'other', name: 'this system' })
  })
})

describe('the search for missing libraries', () => {
  it('finds exactly those that the loader does not find', () => {
    const listed =
      '\tlinux-vdso.so.1 (0x00007ffd)\n\tlibffmpeg.so => /opt/libffmpeg.so (0x1)\n' +
      '\tlibnss3.so => not found\n\tlibgbm.so.1 => not found\n\t/lib64/ld-linux-x86-64.so.2 (0x2)\n'
    expect(missingLibrariesIn(listed)).toEqual(['libnss3.so', 'libgbm.so.1'])
  })

  it('finds none in a static program', () => {
    expect(missingLibrariesIn('\tnot a dynamic executable\n')).toEqual([])
  })
})

describe('the plan for missing packages', () => {
  it('does nothing when nothing is missing, on any system', () => {
    const nothing = { programs: [], libraries: [] }
    expect(planPackages(nothing, { distribution: fedora, isRoot: false })).toEqual({ kind: 'nothing' })
  })

  it('installs each package once when root asks on Debian', () => {
    expect(planPackages(missing, { distribution: bookworm, isRoot: true })).toEqual({
      kind: 'install',
      packages: ['dbus', 'libnss3', 'xvfb'],
    })
  })

  it('prints the exact command for other users on Debian', () => {
    const plan = planPackages(missing, { distribution: bookworm, isRoot: false })
    expect(plan).toMatchObject({ kind: 'refuse' })
    expect(plan.kind === 'refuse' && plan.message).toContain(
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends dbus libnss3 xvfb',
    )
  })

  it('installs what is neither a program nor a library by the name of its package', () => {
    const bindings = { programs: ['xdotool'], libraries: [], packages: ['python3-gi'] }
    expect(planPackages(bindings, { distribution: bookworm, isRoot: true })).toEqual({
      kind: 'install',
      packages: ['python3-gi', 'xdotool'],
    })
    expect(planPackages(bindings, { distribution: fedora, isRoot: true })).toMatchObject({ kind: 'refuse' })
  })

  it('uses the package name of the release', () => {
    const audio = { programs: [], libraries: ['libasound.so.2', 'libgbm.so.1'] }
    const packages = [bookworm, trixie, noble].map((distribution) =>
      planPackages(audio, { distribution, isRoot: true }),
    )
    expect(packages).toEqual([
      { kind: 'install', packages: ['libasound2', 'libgbm1'] },
      { kind: 'install', packages: ['libasound2t64', 'libgbm1'] },
      { kind: 'install', packages: ['libasound2t64', 'libgbm1'] },
    ])
  })

  it('lists what is missing if it does not know the packages, also for root', () => {
    const plan = planPackages(missing, { distribution: fedora, isRoot: true })
    expect(plan.kind === 'refuse' && plan.message).toContain(
      'Fedora Linux 42 lacks Xvfb, dbus-daemon, dbus-send, libnss3.so',
    )
  })

  it('installs nothing if it does not know every library', () => {
    const plan = planPackages(
      { programs: ['make'], libraries: ['libodd.so.3'] },
      { distribution: bookworm, isRoot: true },
    )
    expect(plan.kind === 'refuse' && plan.message).toContain('lacks libodd.so.3')
    expect(plan.kind === 'refuse' && plan.message).toContain(aptCommand(['make'], true))
  })
})
