import type { BrowserWindowConstructorOptions, Session } from 'electron'
import { closedPreferences } from './closed-preferences'
import { appName } from './messages'
import { minSize, type WindowPlacement } from './window-state'

/** Background before the first paint; the same colours as in the renderer's theme, so that nothing flashes. */
const backgroundColors = { light: '#f5f5f3', dark: '#111214' } as const

/** The options that differ between starts. */
export interface MainWindowChoices {
  readonly placement: WindowPlacement
  readonly theme: 'light' | 'dark'
  readonly preloadFile: string
  readonly iconFile: string | null
  readonly session: Session
  readonly isPackaged: boolean
  /** It is shown when a person asks for it. */
  readonly isHidden: boolean
}

/** All options of the app's window. Every preference is set, so that no default of Electron applies. */
export function mainWindowOptions(choices: MainWindowChoices): BrowserWindowConstructorOptions {
  const { x, y, width, height } = choices.placement
  return {
    title: appName,
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
      zoomFactor: choices.placement.zoomFactor,
      devTools: !choices.isPackaged,
    },
  }
}
