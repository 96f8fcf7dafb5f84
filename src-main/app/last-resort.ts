import { app } from 'electron'
import type { Logger } from '../platform/logger'

/**
 * What no part of the app expected ends the app: a charge under way must not go on in an unknown state, and the next
 * start settles it by lookup (P24). Must be in place before anything else, since Electron's own handler opens a dialog.
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
