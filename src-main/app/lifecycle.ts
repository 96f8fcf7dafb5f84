import { app, nativeTheme, powerMonitor, session, type BrowserWindow } from 'electron'
import type { MenuAction } from '../../src-shared/ipc/contract'
import { electronReceiver } from '../ipc/electron-receiver'
import { registerCommands } from '../ipc/register-commands'
import { installAppMenu } from '../window/app-menu'
import { serveAppFiles } from '../window/app-protocol'
import { serveFromDevServer } from '../window/dev-server'
import { createMainWindow, windowSession } from '../window/main-window'
import { lockDownContents, lockDownSession } from '../window/session-lockdown'
import { placeWindow } from '../window/window-state'
import type { Desk } from './compose'
import { endApp, endMs } from './end-app'

/** The whole log is read once, after the first paint and away from the start. */
const soundnessDelayMs = 5_000

/** Starts the parts in order, pauses them with the machine, and ends them in reverse. */
export class Lifecycle {
  readonly #desk: Desk
  #window: BrowserWindow | null = null
  #isEnding = false

  constructor(desk: Desk) {
    this.#desk = desk
  }

  async run(): Promise<void> {
    const desk = this.#desk
    const edge = registerCommands({
      receiver: electronReceiver,
      senders: desk.senders,
      handlers: desk.handlers,
      logger: desk.logger,
      clock: desk.clock,
      storageTrouble: () => desk.storage.trouble,
    })
    app.on('before-quit', (event) => {
      event.preventDefault()
      // A second quit neither shortens nor prolongs the first.
      if (this.#isEnding) return
      this.#isEnding = true
      void this.#end(edge).finally(() => {
        app.exit(0)
      })
    })
    app.on('web-contents-created', (_event, contents) => {
      // An issuer's page gets the rules of its visit, which are other ones; everything else is held where it is.
      if (!desk.issuerWindows.adopt(contents)) lockDownContents(contents, desk.logger)
    })
    powerMonitor.on('suspend', () => {
      desk.follower.suspend()
    })
    powerMonitor.on('resume', () => {
      desk.follower.resume()
    })
    installAppMenu({
      platform: process.platform,
      isPackaged: app.isPackaged,
      choose: (action) => {
        this.show()
        this.#choose(action)
      },
    })
    const pages = windowSession()
    // Nothing is ever loaded in the default session; it is locked all the same, in case something should try.
    for (const each of [pages, session.defaultSession])
      lockDownSession(each, { isPackaged: app.isPackaged, logger: desk.logger })
    // The bundler knows DEV, so that a build holds nothing of the development server.
    const devServer = import.meta.env.DEV ? process.env['ELECTRON_RENDERER_URL'] : undefined
    if (import.meta.env.DEV && devServer !== undefined) serveFromDevServer(app, pages, devServer)
    else serveAppFiles(pages.protocol, desk.paths.renderer)
    // The window loads its pages while the keychain and the log are opened; its first question waits for the start.
    const starting = desk.startup.start()
    this.#open()
    const state = await starting
    nativeTheme.themeSource = state.settings.theme
    if (state.start.kind === 'ready') this.#resumeSimulator()
    desk.clock.schedule(soundnessDelayMs, () => {
      if (desk.storage.isOpen)
        desk.startup.checkSoundness().catch((error: unknown) => desk.report('soundness', error))
    })
  }

  /** Brings the window to the front, for a second start of the program. */
  show(): void {
    const window = this.#window
    if (window === null) return
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  #choose(action: MenuAction): void {
    this.#desk.publisher.publish('menu.chosen', { action })
  }

  #open(): void {
    const { senders, issuerWindows, windowState, workAreas, paths, logger } = this.#desk
    const window = createMainWindow(
      {
        placement: placeWindow(windowState.read(), workAreas()),
        theme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
        preloadFile: paths.preload,
        iconFile: process.platform === 'darwin' ? null : paths.icon,
        session: windowSession(),
        isPackaged: app.isPackaged,
      },
      {
        reports: {
          onMoved: (state) => windowState.write(state),
          onAction: (action) => this.#choose(action),
        },
        logger,
      },
    )
    senders.add(window.webContents)
    issuerWindows.attachTo(window)
    // The window stays until the app ends, since it says what that waits for.
    window.on('close', (event) => {
      event.preventDefault()
      app.quit()
    })
    window.on('closed', () => {
      this.#window = null
    })
    this.#window = window
  }

  /** A simulator profile in use finds its gateway running; a failure shows in the app state. */
  #resumeSimulator(): void {
    const { appState, simulator, report } = this.#desk
    appState
      .get()
      .then(async ({ profiles, activeProfileId }) => {
        const active = profiles.find((profile) => profile.profileId === activeProfileId)
        if (active?.environment === 'simulator') await simulator.start()
      })
      .catch((error: unknown) => {
        report('simulator', error)
      })
  }

  async #end(edge: { close(): Promise<void> }): Promise<void> {
    const { charges, threeDs, logger } = this.#desk
    this.#showEnding()
    await endApp({ ...this.#desk, edge, answering: [charges, threeDs] })
    logger.info('app.ended')
  }

  /** The window says what is waited for; without anything it is gone at once. */
  #showEnding(): void {
    const { charges, threeDs, appState, report } = this.#desk
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
