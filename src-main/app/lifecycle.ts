import {
  app,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  session,
  webContents,
  type BrowserWindow,
  type Tray,
} from 'electron'
import type { MenuAction } from '../../src-shared/ipc/contract'
import { registerCommands } from '../ipc/register-commands'
import { serveAppFiles } from '../window/app-protocol'
import { serveFromDevServer } from '../window/dev-server'
import { createMainWindow, windowSession } from '../window/main-window'
import { menuTemplate } from '../window/menu-template'
import { linkedOrderId } from '../window/order-link'
import { lockDownContents, lockDownSession, nowhere } from '../window/session-lockdown'
import { showTrayIcon } from '../window/tray-icon'
import { placeWindow } from '../window/window-state'
import { changeZoom } from '../window/zoom'
import type { MainProcess } from './compose'
import { endApp, endMs } from './end-app'

/** Delay of the integrity check of the database, so that it does not slow down the start. */
const integrityCheckDelayMs = 5_000
/** After this time the app ends although the installer of an update has not quit it. */
const installMs = 10_000

/** Starts the parts in order, pauses them while the machine sleeps, and ends them. */
export class Lifecycle {
  readonly #main: MainProcess
  #window: BrowserWindow | null = null
  /** Held, so that the icon stays. */
  #tray: Tray | null = null
  #isEnding = false
  /** True when all parts have ended. */
  #hasEnded = false

  constructor(main: MainProcess) {
    this.#main = main
  }

  /** `isHidden`: without a window, until a person asks for it or the start needs one. */
  async run(isHidden: boolean): Promise<void> {
    const main = this.#main
    const unendedMs = main.runMark.begin(main.clock.nowMs())
    if (unendedMs !== null)
      main.logger.warn('app.last-run-did-not-end', { startedAt: new Date(unendedMs).toISOString() })
    const edge = registerCommands({
      receiver: ipcMain,
      senders: main.senders,
      handlers: main.handlers,
      log: main.windowLog,
      clock: main.clock,
      isLocked: () => main.operators.isLocked,
      storageTrouble: () => main.storage.trouble,
    })
    app.on('before-quit', (event) => {
      if (this.#hasEnded) return
      event.preventDefault()
      // A second quit has no effect.
      if (this.#isEnding) return
      this.#isEnding = true
      void this.#end(edge).finally(() => {
        // A thread that is inside SQLite cannot be stopped, and the exit would wait for it. All that matters is stored.
        if (main.host.hasThreads || main.copies.hasThreads) process.kill(process.pid, 'SIGKILL')
        else if (main.atEnd.install === null) app.exit(0)
        else this.#install(main.atEnd.install)
      })
    })
    app.on('web-contents-created', (_event, contents) => {
      // Issuer windows and questions have their own navigation rules. Every other window stays on the app's page.
      if (!main.issuerWindows.adopt(contents) && !main.consentWindow.adopt(contents))
        lockDownContents(contents, main.windowLogger)
    })
    powerMonitor.on('suspend', () => {
      main.follower.suspend()
    })
    powerMonitor.on('resume', () => {
      main.follower.resume()
    })
    main.operators.onLocked((why) => {
      // What is open beside the page: a question that somebody else could answer, and pages of cardholders.
      main.consent.close()
      main.issuerWindows.setHidden(true)
      main.publisher.publish('lock.changed', {})
      // The page with all that it knows goes. The next one gets nothing until a PIN is typed.
      if (why === 'left') this.#window?.webContents.reload()
    })
    main.operators.onUnlocked(() => {
      main.issuerWindows.setHidden(false)
    })
    const pages = windowSession()
    // The default session is not used. It is locked down as well, in case a later change loads something in it.
    for (const each of [pages, session.defaultSession])
      lockDownSession(each, { isPackaged: app.isPackaged, logger: main.windowLogger })
    // The bundler knows DEV, so that a build holds nothing of the development server.
    const devServer = import.meta.env.DEV ? process.env['ELECTRON_RENDERER_URL'] : undefined
    if (import.meta.env.DEV && devServer !== undefined) {
      serveFromDevServer(app, pages, devServer)
    } else {
      serveAppFiles(pages.protocol, main.paths.renderer)
      // Not for the default session, which resolves the proxies of the system.
      await pages.setProxy(nowhere)
    }
    // First the processes, which start side by side: the start waits for the keychain, and the window for its page.
    // The page's first command waits for the start.
    main.keychain.warmUp()
    this.#open(isHidden)
    main.host.warmUp()
    const starting = main.startup.start()
    this.#setMenu()
    if (isHidden)
      this.#tray = showTrayIcon({
        iconFile: main.paths.icon,
        onOpen: () => {
          this.show()
        },
        onQuit: () => {
          app.quit()
        },
      })
    const state = await starting
    // Only a person can unlock a keychain or begin the first run.
    if (isHidden && state.start.kind !== 'ready') this.show()
    nativeTheme.themeSource = state.settings.theme
    // A simulator that does not start is shown in the app state.
    if (state.start.kind === 'ready')
      main.simulatorMerchant.resume().catch((error: unknown) => main.report('simulator', error))
    main.care.start().catch((error: unknown) => main.report('backup', error))
    main.erasures.start()
    main.updates.start().catch((error: unknown) => main.report('update', error))
    main.clock.schedule(integrityCheckDelayMs, () => {
      if (main.storage.isOpen)
        main.startup.checkIntegrity().catch((error: unknown) => main.report('integrity-check', error))
    })
  }

  /** Brings the window to the front, also after a second start of the program. */
  show(): void {
    const window = this.#window
    if (window === null) return
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  /** Shows the order that a link among the arguments of a start names; without one it does nothing. */
  openLink(argv: readonly string[]): void {
    const id = linkedOrderId(argv)
    if (id !== null) this.#main.orderLinks.arrive(id)
  }

  /** Brings the window to the front with its first size, in the middle of the primary screen. */
  resetPlace(): void {
    const [area] = this.#main.workAreas()
    if (this.#window === null || area === undefined) return
    const { width, height } = placeWindow(null, [area])
    this.#window.setFullScreen(false)
    this.#window.unmaximize()
    this.#window.setBounds({
      x: area.x + Math.max(0, Math.round((area.width - width) / 2)),
      y: area.y + Math.max(0, Math.round((area.height - height) / 2)),
      ...{ width, height },
    })
    this.show()
  }

  #setMenu(): void {
    const menu = menuTemplate({
      platform: process.platform,
      isPackaged: app.isPackaged,
      choose: (action) => {
        this.show()
        this.#choose(action)
      },
      zoom: (change) => {
        const contents = webContents.getFocusedWebContents() ?? this.#window?.webContents
        if (contents !== undefined) changeZoom(contents, change)
      },
      resetPlace: () => {
        this.resetPlace()
      },
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
  }

  #choose(action: MenuAction): void {
    // Without operators the page shows where they are added.
    if (action === 'lock' && this.#main.operators.lock()) return
    this.#main.publisher.publish('menu.chosen', { action })
  }

  #open(isHidden: boolean): void {
    const {
      senders,
      issuerWindows,
      consentWindow,
      fileDialogs,
      windowState,
      workAreas,
      paths,
      windowLogger,
      restarts,
      capture,
    } = this.#main
    const window = createMainWindow(
      {
        placement: placeWindow(windowState.read(), workAreas()),
        theme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
        preloadFile: paths.preload,
        iconFile: process.platform === 'darwin' ? null : paths.icon,
        session: windowSession(),
        isPackaged: app.isPackaged,
        isHidden,
      },
      {
        reports: {
          onMoved: (state) => windowState.write(state),
          onAction: (action) => this.#choose(action),
        },
        logger: windowLogger,
      },
    )
    senders.add(window.webContents)
    restarts.clear()
    restarts.add(() => {
      window.webContents.reload()
    })
    issuerWindows.attachTo(window)
    capture.attachTo(window)
    consentWindow.attachTo(window)
    fileDialogs.attachTo(window)
    // The window stays open until the app ends, because it shows what the quit waits for.
    window.on('close', (event) => {
      event.preventDefault()
      app.quit()
    })
    window.on('closed', () => {
      this.#window = null
      this.#tray?.destroy()
      capture.detach()
    })
    this.#window = window
  }

  async #end(edge: { close(): Promise<void> }): Promise<void> {
    const { consent, charges, threeDs, exports, imports, logger } = this.#main
    this.#showEnding()
    await endApp({ ...this.#main, edge, answering: [consent, charges, threeDs, exports, imports] })
    this.#main.runMark.end()
    logger.info('app.ended')
  }

  /** Starts the installer of an update, which quits the app itself; on macOS it must not be stopped from that. */
  #install(install: () => void): void {
    this.#hasEnded = true
    this.#window?.destroy()
    this.#main.clock.schedule(installMs, () => app.exit(0))
    install()
  }

  /** Shows what the quit waits for. Hides the window at once when there is nothing to wait for. */
  #showEnding(): void {
    const { charges, threeDs, appState, report } = this.#main
    const ending = { charges: charges.awaited(), steps: threeDs.underWay(), withinMs: endMs }
    if (ending.charges.length === 0 && ending.steps === 0) {
      this.#window?.hide()
      return
    }
    this.show()
    appState.setEnding(ending)
    appState.refresh().catch((error: unknown) => report('quit', error))
  }
}
