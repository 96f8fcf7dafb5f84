import type { AppErrorDescription } from '../errors/app-error'
import type { Result } from '../util/result'

/** The two channels between window and main; nothing else crosses. */
export const callChannel = 'desk:call'
export const eventChannel = 'desk:event'

/** What a call answers with: the declared output, or a described failure. */
export type Envelope = Result<unknown, AppErrorDescription>

/** The two functions that the preload puts on `window.desk`. */
export interface DeskBridge {
  call(name: string, input: unknown): Promise<Envelope>
  /** Registers the one listener of this window; the returned function removes it. */
  onEvent(listener: (name: string, payload: unknown) => void): () => void
}
