import type { BrowserWindow, BrowserWindowConstructorOptions, Session, WebPreferences } from 'electron'
import { closedPreferences } from '../closed-preferences'
import { issuerWindowTitle } from '../messages'
import type { Rectangle } from '../window-state'
import { barHeight } from './issuer-bar'

/** Size of the page. The largest challenge window of EMV 3-D Secure is 600 x 400; more height needs less scrolling. */
export const pageSize = { width: 640, height: 680 } as const
const minSize = { width: 420, height: 480 } as const

const closed: WebPreferences = { ...closedPreferences, devTools: false }

/** Preferences of web contents with an issuer's page. There is no preload script, so the page cannot reach the app. */
export function issuerPreferences(session: Session): WebPreferences {
  // A method page is never visible, and a cardholder may switch to a phone: timers must run in the background.
  return { ...closed, session, javascript: true, backgroundThrottling: false }
}

/** Options of the window of an issuer's page. The window's own contents are the bar. */
export function issuerWindowOptions(choices: {
  readonly parent: BrowserWindow | null
  readonly session: Session
  readonly iconFile: string | null
  readonly host: string
  readonly workArea: Rectangle
}): BrowserWindowConstructorOptions {
  const { parent, session, iconFile, host, workArea } = choices
  const width = Math.min(pageSize.width, workArea.width)
  const height = Math.min(pageSize.height + barHeight, workArea.height)
  return {
    title: issuerWindowTitle(host),
    width,
    height,
    // Without a position Electron chooses the primary screen.
    x: workArea.x + Math.round((workArea.width - width) / 2),
    y: workArea.y + Math.round((workArea.height - height) / 2),
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
