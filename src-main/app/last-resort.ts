import { app } from 'electron'
import type { Logger } from '../platform/logger'

/**
 * Ends the app after an unexpected error, because a charge must not continue in an unknown state. The next start looks up
 * its outcome. Must be installed first, because Electron's own handler opens a dialog.
 */
export function installLastResort(logger: () => Logger | null): void {
  const end = (event: string) => (error: unknown) => {
    const log = logger()
    if (log === null) process.stderr.write(`${event}: ${error instanceof Error ? error.name : 'unknown'}\n`)
    else log.error(event, { error })
    app.exit(70)
  }
  process.on('uncaughtException', end('main.uncaught-exception'))
  process.on('unhandledRejection', end('main.unhandled-rejection'))
}
