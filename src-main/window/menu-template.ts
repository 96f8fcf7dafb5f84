import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAction } from '../../src-shared/ipc/contract'
import { menuText } from './messages'
import type { ZoomChange } from './zoom'

/**
 * The inputs of the menu. `choose` sends an action to the window; `zoom` changes the zoom of the page in front;
 * `resetPlace` puts the window back to its first size and place.
 */
export interface MenuChoices {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  readonly choose: (action: MenuAction) => void
  readonly zoom: (change: ZoomChange) => void
  readonly resetPlace: () => void
}

/** The application menu. It shows the window's shortcuts but does not register them a second time. */
export function menuTemplate({
  platform,
  isPackaged,
  choose,
  zoom,
  resetPlace,
}: MenuChoices): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  // The window handles these keys itself. On macOS the menu always gets them first.
  const keys = (accelerator: string) => ({ accelerator, registerAccelerator: isMac })
  const item = (label: string, action: MenuAction, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => choose(action),
    ...(accelerator === undefined ? {} : keys(accelerator)),
  })
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const settings = item(menuText.settings, 'show-settings', 'CmdOrCtrl+,')
  const about = item(menuText.about, 'show-about')

  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      about,
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      line,
      { role: 'quit' },
    ],
  }
  const fileMenu: MenuItemConstructorOptions = {
    label: menuText.file,
    submenu: [
      item(menuText.charge, 'show-charge'),
      item(menuText.addProfile, 'add-profile'),
      line,
      item(menuText.lock, 'lock', 'CmdOrCtrl+Shift+L'),
      line,
      ...(isMac ? [{ role: 'close' as const }] : [settings, line, { role: 'quit' as const }]),
    ],
  }
  const editMenu: MenuItemConstructorOptions = {
    label: menuText.edit,
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      line,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      line,
      item(menuText.find, 'search', 'CmdOrCtrl+F'),
    ],
  }
  const viewMenu: MenuItemConstructorOptions = {
    label: menuText.view,
    submenu: [
      item(menuText.commandBar, 'open-command-bar', 'CmdOrCtrl+K'),
      line,
      item(menuText.back, 'go-back', isMac ? 'Cmd+[' : 'Alt+Left'),
      item(menuText.forward, 'go-forward', isMac ? 'Cmd+]' : 'Alt+Right'),
      line,
      item(menuText.home, 'show-home'),
      item(menuText.cards, 'show-cards'),
      item(menuText.insights, 'show-insights'),
      item(menuText.callbacks, 'show-callbacks'),
      item(menuText.apiLog, 'show-api-log'),
      line,
      { label: menuText.actualSize, click: () => zoom('reset'), ...keys('CmdOrCtrl+0') },
      { label: menuText.zoomIn, click: () => zoom('in'), ...keys('CmdOrCtrl+Plus') },
      { label: menuText.zoomOut, click: () => zoom('out'), ...keys('CmdOrCtrl+-') },
      line,
      item(menuText.hidePersonal, 'hide-personal', 'CmdOrCtrl+Shift+H'),
      line,
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : [line, { role: 'reload' as const }, { role: 'toggleDevTools' as const }]),
    ],
  }
  const ordersMenu: MenuItemConstructorOptions = {
    label: menuText.orders,
    submenu: [
      item(menuText.orderList, 'show-orders'),
      line,
      item(menuText.recheckAll, 'recheck-all'),
      item(menuText.adoptOrder, 'adopt-order'),
      item(menuText.exportOrders, 'export-orders', 'CmdOrCtrl+E'),
      item(menuText.importOrders, 'import-orders'),
    ],
  }
  const windowMenu: MenuItemConstructorOptions = {
    label: menuText.window,
    role: 'window',
    submenu: [
      { role: 'minimize' },
      { role: 'zoom' },
      { label: menuText.resetPlace, click: resetPlace },
      ...(isMac ? [line, { role: 'front' as const }] : [{ role: 'close' as const }]),
    ],
  }
  const helpMenu: MenuItemConstructorOptions = {
    label: menuText.help,
    role: 'help',
    submenu: [item(menuText.keyboardMap, 'show-keyboard-map'), ...(isMac ? [] : [line, about])],
  }
  return [...(isMac ? [appMenu] : []), fileMenu, editMenu, viewMenu, ordersMenu, windowMenu, helpMenu]
}
