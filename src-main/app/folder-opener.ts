import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'

const pauseMs = 2000

/**
 * Makes the function that shows a folder in the file manager of the system. The window cannot choose the path.
 * A call within two seconds of the last one opens nothing, so that a page cannot fill the screen with windows. Errors:
 * `not-allowed-now` when the system cannot open the folder.
 *
 * @param openPath Electron's `shell.openPath`; returns an error text, empty = opened.
 */
export function folderOpener(
  folder: string,
  openPath: (path: string) => Promise<string>,
  clock: Pick<Clock, 'monotonicMs'>,
): () => Promise<void> {
  let lastMs = -Infinity
  return async () => {
    if (clock.monotonicMs() - lastMs < pauseMs) return
    lastMs = clock.monotonicMs()
    if ((await openPath(folder)) !== '')
      throw new AppError('not-allowed-now', { reason: 'folder-not-opened' })
  }
}
