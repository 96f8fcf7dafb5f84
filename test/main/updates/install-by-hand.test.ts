import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { linuxCommand, packageKindOnLinux } from '../../../src-main/updates/install-by-hand'

describe('an installation by hand', () => {
  it.each([
    ['/opt/rebill-desk/rebill-desk', true, 'deb'],
    ['/home/iva/rebill-desk-0.1.0-linux-x64/rebill-desk', true, 'tar.xz'],
    ['/opt/rebill-desk-0.1.0/rebill-desk', true, 'tar.xz'],
    ['/usr/lib/electron', false, 'deb'],
  ] as const)('of %s uses the package that it came from', (program, isRelease, kind) => {
    expect(packageKindOnLinux(program, isRelease)).toBe(kind)
  })

  it('is a command that names the file, whatever its folder is called', () => {
    const file = "/home/iva's; rm -rf ~/$(id)/`id`/Rebill Desk/a.deb"
    const { line, needsAdministrator } = linuxCommand('deb', file)
    expect(needsAdministrator).toBe(true)
    expect(line).toMatch(/^sudo apt-get install '/)
    const words = line.replace('sudo apt-get install', "printf '%s'")
    expect(execFileSync('sh', ['-c', words], { encoding: 'utf8' })).toBe(file)
    expect(linuxCommand('tar.xz', '/a b.tar.xz')).toEqual({
      line: "tar -xJf '/a b.tar.xz'",
      needsAdministrator: false,
    })
  })
})
