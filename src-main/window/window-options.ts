import type { BrowserWindowConstructorOptions, Session } from 'electron'
import { closedPreferences } from './closed-preferences'
import { minSize, type WindowPlacement } from './window-state'

/** The page's own background, so that nothing flashes before the first paint; the same as the renderer's theme. */
const backgroundColors = { light: '#f5f5f3', dark: '#111214' } as const

/** What differs from start to start. */
export interface MainWindowChoices {
  readonly placement: WindowPlacement
  readonly theme: 'light' | 'dark'
  readonly preloadFile: string
  readonly iconFile: string | null
  readonly session: Session
  readonly isPackaged: boolean
}

/** Every option of the one window. Every preference is given, so that no default of Electron decides (C5). */
export function mainWindowOptions(choices: MainWindowChoices): BrowserWindowConstructorOptions {
  const { x, y, width, height } = choices.placement
  return {
    title: 'Rebill Desk',
    width,
    height,
    ...(x === undefined || y === undefined ? {} : { x, y }),
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    backgroundColor: backgroundColors[choices.theme],
    ...(choices.iconFile === null ? {} : { icon: choices.iconFile }),
    webPreferences: {
      preload: choices.preloadFile,
      session: choices.session,
      ...closedPreferences,
      devTools: !choices.isPackaged,
    },
  }
}
