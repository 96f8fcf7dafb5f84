import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../../src-main/window/menu-template'
import type { ZoomChange } from '../../../src-main/window/zoom'
import { menuAction, type MenuAction } from '../../../src-shared/ipc/contract'

function itemsOf(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  choose: (action: MenuAction) => void = () => undefined,
) {
  const flatten = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => (Array.isArray(item.submenu) ? flatten(item.submenu) : [item]))
  const zoomed: ZoomChange[] = []
  let resets = 0
  const template = menuTemplate({
    ...{ platform, isPackaged, choose },
    zoom: (change) => zoomed.push(change),
    resetPlace: () => (resets += 1),
  })
  return {
    titles: template.map((menu) => menu.label ?? menu.role),
    ...{ items: flatten(template), zoomed, resets: () => resets },
  }
}

/** Electron passes item, window and event; the menu uses none of them. */
function click(item: MenuItemConstructorOptions): void {
  ;(item.click as (() => void) | undefined)?.()
}

describe('the application menu', () => {
  it('has the usual menus', () => {
    expect(itemsOf('linux', true).titles).toEqual(['File', 'Edit', 'View', 'Orders', 'Window', 'Help'])
    expect(itemsOf('darwin', true).titles).toEqual([
      'appMenu',
      'File',
      'Edit',
      'View',
      'Orders',
      'Window',
      'Help',
    ])
  })

  it.each(['linux', 'win32', 'darwin'] as const)(
    'offers every action and a way to quit on %s',
    (platform) => {
      const chosen: MenuAction[] = []
      const { items, zoomed, resets } = itemsOf(platform, true, (action) => chosen.push(action))
      for (const item of items) click(item)
      expect(resets()).toBe(1)
      expect(zoomed.sort()).toEqual(['in', 'out', 'reset'])
      expect([...new Set(chosen)].sort()).toEqual([...menuAction.options].sort())
      expect(items.filter((item) => item.role === 'quit')).toHaveLength(1)
    },
  )

  it('moves no money: only one item leads to the charge form', () => {
    const labels = itemsOf('linux', true).items.flatMap((item) => item.label ?? [])
    expect(labels.filter((label) => /charge|pay|send|confirm/i.test(label))).toEqual(['Charge card…'])
  })

  it('offers reload and developer tools only in an unpackaged build', () => {
    const rolesOf = (isPackaged: boolean) => itemsOf('linux', isPackaged).items.map((item) => item.role)
    expect(rolesOf(true)).not.toEqual(expect.arrayContaining(['toggleDevTools']))
    expect(rolesOf(true)).not.toEqual(expect.arrayContaining(['reload']))
    expect(rolesOf(false)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']))
  })

  it('registers no key that the window handles, except on macOS', () => {
    const bound = (platform: NodeJS.Platform) =>
      itemsOf(platform, true).items.filter(
        (item) => item.accelerator !== undefined && item.registerAccelerator !== false,
      )
    expect(bound('linux')).toEqual([])
    expect(bound('darwin').map((item) => item.accelerator)).toEqual([
      'CmdOrCtrl+,',
      'CmdOrCtrl+Shift+L',
      'CmdOrCtrl+F',
      'CmdOrCtrl+K',
      'Cmd+[',
      'Cmd+]',
      'CmdOrCtrl+0',
      'CmdOrCtrl+Plus',
      'CmdOrCtrl+-',
      'CmdOrCtrl+Shift+H',
      'CmdOrCtrl+E',
    ])
  })
})
