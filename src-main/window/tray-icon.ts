import { Menu, nativeImage, Tray } from 'electron'
import { appName, trayText } from './messages'

const sidePx = 22

/**
 * The icon of an app that was started without a window. A desktop that shows no such icons shows none; there a second start
 * of the program opens the window. The caller keeps it, because one that nobody holds disappears.
 */
export function showTrayIcon(given: {
  readonly iconFile: string
  readonly onOpen: () => void
  readonly onQuit: () => void
}): Tray {
  const image = nativeImage.createFromPath(given.iconFile).resize({ width: sidePx, height: sidePx })
  const tray = new Tray(image)
  tray.setToolTip(appName)
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: trayText.open, click: given.onOpen },
      { label: trayText.quit, click: given.onQuit },
    ]),
  )
  tray.on('click', given.onOpen)
  return tray
}
