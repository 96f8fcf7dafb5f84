import { app, dialog } from 'electron'
import { setFlagsFromString } from 'node:v8'
import { appPaths, chooseUserData } from './app/app-paths'
import { hiddenSwitch } from './app/autostart'
import { isDevelopment } from './app/build-kind'
import { compose } from './app/compose'
import { installLastResort } from './app/last-resort'
import { Lifecycle } from './app/lifecycle'
import { packagedDriver } from './app/packaged-driver'
import { systemClock } from './platform/clock'
import { leaveNoMemoryInCoreDumps } from './platform/core-dump'
import { LogFile } from './platform/log-file'
import { createLogger, type Logger } from './platform/logger'
import { SecretFingerprints } from './platform/secret-fingerprints'
import { declareAppScheme } from './window/app-protocol'
import { driverProblem, isStrictStart, startProblem } from './window/environment-check'
import { appName } from './window/messages'
import { networkSwitches } from './window/network-switches'

let logger: Logger | null = null
installLastResort(() => logger)

const maxLogBytes = 2_000_000
const keptLogs = 3
/**
 * A switch for a computer on which the window stays empty or cannot be found: no graphics card, and the window at its
 * first place.
 */
const safeMode = 'safe-mode'

async function main(): Promise<void> {
  leaveNoMemoryInCoreDumps()
  // A text cannot be wiped. With this V8 wipes what it frees among its young objects, such as a key that was just read.
  setFlagsFromString('--clear-free-memory')
  const argv = process.argv.slice(1)
  const { isPackaged } = app
  const { env } = process
  const problem =
    startProblem({ isStrict: isStrictStart(!isDevelopment(), argv), env, argv }) ??
    driverProblem({
      ...{ isPackaged, env, nodeApi: Number(process.versions['napi']) },
      packagedDriver: packagedDriver(),
    })
  if (problem !== null) {
    process.stderr.write(`${problem}\n`)
    // On Linux this would only write the same text once more.
    if (process.platform !== 'linux') dialog.showErrorBox(appName, problem)
    app.exit(78)
    return
  }
  const home = chooseUserData()
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return
  }
  // A development build that runs as root has no sandbox; enabling it would crash the network service.
  if (!isDevelopment() || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  const isSafeMode = app.commandLine.hasSwitch(safeMode)
  if (isSafeMode) app.disableHardwareAcceleration()
  for (const [name, value] of networkSwitches) app.commandLine.appendSwitch(name, value)
  declareAppScheme()
  // Must run when a session is created: Chromium soon loads a dictionary from a server, even when the spell checker is
  // off. Without a language it loads none.
  app.on('session-created', (session) => {
    session.setSpellCheckerLanguages([])
  })
  // macOS gives a link in an event, and that of a start before the app is ready.
  const earlyLinks: string[] = []
  let onLink = (url: string): void => {
    earlyLinks.push(url)
  }
  app.on('open-url', (event, url) => {
    event.preventDefault()
    onLink(url)
  })
  await app.whenReady()

  const paths = appPaths(home)
  const secrets = new SecretFingerprints()
  const loggerOf = (file: string) =>
    createLogger({
      sink: new LogFile(file, { maxBytes: maxLogBytes, keep: keptLogs }),
      ...{ clock: systemClock, secrets, minLevel: 'info' },
    })
  logger = loggerOf(paths.logFile)
  logger.info('app.started', { version: app.getVersion(), electron: process.versions.electron })
  const lifecycle = new Lifecycle(
    compose({ paths, logger, ofWindows: loggerOf(paths.windowLogFile), secrets, isSafeMode }),
  )
  app.on('second-instance', (_event, commandLine) => {
    // A login starts the app although it runs.
    if (commandLine.includes(hiddenSwitch)) return
    if (commandLine.includes(`--${safeMode}`)) lifecycle.resetPlace()
    else lifecycle.show()
    lifecycle.openLink(commandLine)
  })
  lifecycle.openLink([...argv, ...earlyLinks])
  onLink = (url) => {
    lifecycle.show()
    lifecycle.openLink([url])
  }
  app.on('window-all-closed', () => {
    app.quit()
  })
  await lifecycle.run(argv.includes(hiddenSwitch))
}

void main()
