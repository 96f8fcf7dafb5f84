import type { BrowserWindow, BrowserWindowConstructorOptions, Session, WebPreferences } from 'electron'
import { closedPreferences } from '../closed-preferences'
import { barHeight } from './issuer-bar'
import { issuerText } from './issuer-text'

/** The page's own size; the largest window that EMV names is 600 by 400, and people scroll less in a higher one. */
export const pageSize = { width: 640, height: 680 } as const
const minSize = { width: 420, height: 480 } as const

const closed: WebPreferences = { ...closedPreferences, devTools: false }

/** Preferences of contents that show an issuer's page: no preload, so nothing of the app is in them (C5, C9). */
export function issuerPreferences(session: Session): WebPreferences {
  // A method page is never shown, and a cardholder may look at their phone: timers must run on meanwhile.
  return { ...closed, session, javascript: true, backgroundThrottling: false }
}

/** Options of the window around it, whose own contents are the bar. */
export function issuerWindowOptions(choices: {
  readonly parent: BrowserWindow | null
  readonly session: Session
  readonly iconFile: string | null
  readonly host: string
  readonly workArea: { readonly width: number; readonly height: number }
}): BrowserWindowConstructorOptions {
  const { parent, session, iconFile, host, workArea } = choices
  return {
    title: issuerText.windowTitle(host),
    width: Math.min(pageSize.width, workArea.width),
    height: Math.min(pageSize.height + barHeight, workArea.height),
    minWidth: minSize.width,
    minHeight: minSize.height,
    useContentSize: true,
    show: false,
    fullscreenable: false,
    ...(parent === null ? {} : { parent }),
    ...(iconFile === null ? {} : { icon: iconFile }),
    webPreferences: { ...closed, session, javascript: false },
  }
}
