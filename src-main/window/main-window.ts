import { BrowserWindow, session, type Session } from 'electron'
import type { MenuAction } from '../../src-shared/ipc/contract'
import type { Logger } from '../platform/logger'
import { startUrl } from './app-files'
import { mainWindowOptions, type MainWindowChoices } from './window-options'
import type { WindowState } from './window-state'
import { zoomByHand } from './zoom'

/** The session of the window, in memory only: no cookie, cache or storage is written to disk. */
export function windowSession(): Session {
  return session.fromPartition('desk', { cache: false })
}

/** Events of the window for the app. */
export interface WindowReports {
  /** Size, position, maximised state or zoom changed, and the change has ended. */
  onMoved(state: WindowState): void
  /** A special key of mouse or keyboard for this action was pressed. */
  onAction(action: MenuAction): void
}

const settleMs = 400
/** After this number of crashes in a row a reload does not help. */
const maxReloads = 3
const reloadWindowMs = 60_000

/** Creates the app's window and loads the app. Unless it is hidden, the window becomes visible when the page is ready. */
export function createMainWindow(
  choices: MainWindowChoices,
  { reports, logger }: { readonly reports: WindowReports; readonly logger: Logger },
): BrowserWindow {
  const window = new BrowserWindow(mainWindowOptions(choices))
  if (choices.isHidden) {
    // To maximise a window shows it.
    if (choices.placement.isMaximized) window.once('show', () => window.maximize())
  } else {
    if (choices.placement.isMaximized) window.maximize()
    window.once('ready-to-show', () => {
      window.show()
    })
  }
  reportMoves(window, reports)
  // Windows and Linux report the back and forward keys with this event.
  window.on('app-command', (_event, command) => {
    if (command === 'browser-backward') reports.onAction('go-back')
    if (command === 'browser-forward') reports.onAction('go-forward')
  })
  rebuildAfterCrash(window, logger)
  returnFromBlankPage(window, logger)
  window.loadURL(startUrl).catch((error: unknown) => {
    logger.error('window.load-failed', { error })
  })
  return window
}

function reportMoves(window: BrowserWindow, reports: WindowReports): void {
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    reports.onMoved({
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      zoomFactor: window.webContents.zoomFactor,
    })
  }
  const reportSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(report, settleMs)
  }
  window.on('resize', reportSoon)
  window.on('move', reportSoon)
  window.on('maximize', reportSoon)
  window.on('unmaximize', reportSoon)
  zoomByHand(window.webContents, reportSoon)
  window.on('close', report)
  window.on('closed', () => {
    clearTimeout(timer)
  })
}

/** Chromium allows a navigation to about:blank without an event that could prevent it. The app is loaded again then. */
function returnFromBlankPage(window: BrowserWindow, logger: Logger): void {
  window.webContents.on('did-navigate', (_event, url) => {
    if (url.startsWith(startUrl)) return
    logger.warn('window.left-the-app')
    window.loadURL(startUrl).catch((error: unknown) => {
      logger.error('window.load-failed', { error })
    })
  })
}

/** Reloads a crashed page. Charges and polls run in main and are not affected. */
function rebuildAfterCrash(window: BrowserWindow, logger: Logger): void {
  let crashesAtMs: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    logger.error('window.renderer-gone', { reason, exitCode })
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const nowMs = performance.now()
    crashesAtMs = [...crashesAtMs.filter((atMs) => nowMs - atMs < reloadWindowMs), nowMs]
    if (crashesAtMs.length <= maxReloads) window.webContents.reload()
  })
}
