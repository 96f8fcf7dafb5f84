import type { AppErrorDescription } from '../errors/app-error'
import type { Result } from '../util/result'

/** The only two channels between the window and main. */
export const callChannel = 'desk:call'
export const eventChannel = 'desk:event'

/** The answer of a call: the declared output, or the description of an error. */
export type Envelope = Result<unknown, AppErrorDescription>

/** The two functions that the preload puts on `window.desk`. */
export interface DeskBridge {
  call(name: string, input: unknown): Promise<Envelope>
  /** Registers the only event listener of this window. The returned function removes it. */
  onEvent(listener: (name: string, payload: unknown) => void): () => void
}
