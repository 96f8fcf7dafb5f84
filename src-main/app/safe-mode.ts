import { app } from 'electron'

/**
 * True after a start with `--safe-mode`, for a computer on which the window stays empty or cannot be found: without the
 * graphics card, and at the default place.
 */
export function isSafeMode(): boolean {
  return app.commandLine.hasSwitch('safe-mode')
}
