import { BrowserWindow, session, type Session } from 'electron'
import type { MenuAction } from '../../src-shared/ipc/contract'
import type { Logger } from '../platform/logger'
import { startUrl } from './app-files'
import { mainWindowOptions, type MainWindowChoices } from './window-options'
import type { WindowState } from './window-state'

/** The pages' own session, in memory: no cookie, cache or storage of the window ever reaches the disk. */
export function windowSession(): Session {
  return session.fromPartition('desk', { cache: false })
}

/** Reports of the window to the app. */
export interface WindowReports {
  /** Size, place or maximised state have settled at a new value. */
  onMoved(state: WindowState): void
  /** A mouse or a keyboard has a key for this action, and it was pressed. */
  onAction(action: MenuAction): void
}

const settleMs = 400
/** More crashes than this in a row mean that a reload does not help. */
const maxReloads = 3
const reloadWindowMs = 60_000

/** Makes the one window and loads the app into it; it shows itself when there is something to see. */
export function createMainWindow(
  choices: MainWindowChoices,
  { reports, logger }: { readonly reports: WindowReports; readonly logger: Logger },
): BrowserWindow {
  const window = new BrowserWindow(mainWindowOptions(choices))
  if (choices.placement.isMaximized) window.maximize()
  window.once('ready-to-show', () => {
    window.show()
  })
  reportMoves(window, reports)
  // Windows and Linux report the back and forward keys of mice and keyboards so.
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
    reports.onMoved({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() })
  }
  const reportSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(report, settleMs)
  }
  window.on('resize', reportSoon)
  window.on('move', reportSoon)
  window.on('maximize', reportSoon)
  window.on('unmaximize', reportSoon)
  window.on('close', report)
  window.on('closed', () => {
    clearTimeout(timer)
  })
}

/** Chromium lets a page leave for about:blank without asking anybody; the app then comes back by itself (C6). */
function returnFromBlankPage(window: BrowserWindow, logger: Logger): void {
  window.webContents.on('did-navigate', (_event, url) => {
    if (url.startsWith(startUrl)) return
    logger.warn('window.left-the-app')
    window.loadURL(startUrl).catch((error: unknown) => {
      logger.error('window.load-failed', { error })
    })
  })
}

/** A crashed page is loaded anew; charges and polls live in main and go on meanwhile (P25). */
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
