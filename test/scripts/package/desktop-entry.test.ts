import { describe, expect, it } from 'vitest'
import { linkScheme } from '../../../src-main/window/order-link'
import { commandOf, desktopEntry, valueIn } from '../../../scripts/package/desktop-entry.mjs'

describe('the command of a desktop entry', () => {
  it('is the one that the package writes', () => {
    const entry = desktopEntry({ name: 'Rebill Desk', command: '/usr/bin/rebill-desk', comment: 'Charges' })
    expect(commandOf(entry)).toEqual(['/usr/bin/rebill-desk'])
  })

  it('gets a link to an order as one argument (S25)', () => {
    const entry = desktopEntry({ name: 'Rebill Desk', command: '/usr/bin/rebill-desk', comment: 'Charges' })
    expect(valueIn(entry, 'Exec')).toBe('/usr/bin/rebill-desk %u')
    expect(valueIn(entry, 'MimeType')).toBe(`x-scheme-handler/${linkScheme};`)
  })

  it.each([
    ['Exec=/opt/desk --a=b %U', ['/opt/desk', '--a=b']],
    ['Exec = "/opt/My Desk/desk" "say \\"yes\\""', ['/opt/My Desk/desk', 'say "yes"']],
    ['Exec=desk 100%% %f', ['desk', '100%']],
  ])('%s runs %j', (line, command) => {
    expect(commandOf(`[Desktop Entry]\nType=Application\n${line}\n`)).toEqual(command)
  })

  it('is not that of an action of the entry', () => {
    const entry = '[Desktop Entry]\nExec=desk\n\n[Desktop Action new]\nExec=desk --new\n'
    expect(commandOf(entry)).toEqual(['desk'])
  })

  it('is missing when no line names a program', () => {
    expect(() => commandOf('[Desktop Entry]\nName=Desk\n')).toThrow('no Exec line')
    expect(() => commandOf('[Desktop Entry]\nExec=%U\n')).toThrow('names no program')
  })
})

describe('a value of a desktop entry', () => {
  it('is that of the whole key, and null without the key', () => {
    const entry = '[Desktop Entry]\nGenericName=Payment desk\nName = Desk\n'
    expect(valueIn(entry, 'Name')).toBe('Desk')
    expect(valueIn(entry, 'Icon')).toBeNull()
  })
})
