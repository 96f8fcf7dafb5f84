import { app } from 'electron'
import { setFlagsFromString } from 'node:v8'
import { appPaths, chooseUserData } from './app/app-paths'
import { compose } from './app/compose'
import { installLastResort } from './app/last-resort'
import { Lifecycle } from './app/lifecycle'
import { systemClock } from './platform/clock'
import { LogFile } from './platform/log-file'
import { createLogger, type Logger } from './platform/logger'
import { SecretFingerprints } from './platform/secret-fingerprints'
import { declareAppScheme } from './window/app-protocol'
import { dangerousEnvironment, driverProblem } from './window/environment-check'

let logger: Logger | null = null
installLastResort(() => logger)

const maxLogBytes = 2_000_000
const keptLogs = 3

async function main(): Promise<void> {
  // A text cannot be wiped. With this V8 wipes what it frees among its young objects, such as a key that was just read.
  setFlagsFromString('--clear-free-memory')
  const start = { isPackaged: app.isPackaged, env: process.env, nodeApi: Number(process.versions['napi']) }
  const dangerous = dangerousEnvironment(start)
  const problem =
    dangerous.length > 0
      ? `Rebill Desk does not start while ${dangerous.join(', ')} is set.`
      : driverProblem(start)
  if (problem !== null) {
    process.stderr.write(`${problem}\n`)
    app.exit(78)
    return
  }
  const home = chooseUserData()
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return
  }
  // An unpackaged build that runs as root has no sandbox; enabling it would crash the network service.
  if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareAppScheme()
  // Must run when a session is created: Chromium soon loads a dictionary from a server, even when the spell checker is
  // off. Without a language it loads none.
  app.on('session-created', (session) => {
    session.setSpellCheckerLanguages([])
  })
  await app.whenReady()

  const paths = appPaths(home)
  const secrets = new SecretFingerprints()
  logger = createLogger({
    sink: new LogFile(paths.logFile, { maxBytes: maxLogBytes, keep: keptLogs }),
    clock: systemClock,
    secrets,
    minLevel: 'info',
  })
  logger.info('app.started', { version: app.getVersion(), electron: process.versions.electron })
  const lifecycle = new Lifecycle(compose({ paths, logger, secrets }))
  app.on('second-instance', () => {
    lifecycle.show()
  })
  app.on('window-all-closed', () => {
    app.quit()
  })
  await lifecycle.run()
}

void main()
