import { eventChannel } from '../../src-shared/ipc/bridge'
import { events } from '../../src-shared/ipc/contract'
import type { EventName, EventPayload } from '../../src-shared/ipc/contract-types'
import type { Logger } from '../platform/logger'
import type { EventPublisher } from '../ports/event-publisher'
import type { TrustedSenders } from './trusted-senders'

/** Sends events to our windows; none with content while the app is locked. Parsing removes what the contract does not declare. */
export class WindowEventPublisher implements EventPublisher {
  readonly #windows: TrustedSenders
  readonly #logger: Logger
  readonly #isLocked: () => boolean

  constructor(windows: TrustedSenders, logger: Logger, isLocked: () => boolean) {
    this.#windows = windows
    this.#logger = logger
    this.#isLocked = isLocked
  }

  publish<N extends EventName>(name: N, payload: EventPayload<N>): void {
    if (this.#isLocked() && name !== 'lock.changed') return
    const parsed = events[name].safeParse(payload)
    if (!parsed.success) {
      // Logs where the payload is invalid, never the payload itself.
      const paths = parsed.error.issues.slice(0, 5).map((issue) => issue.path.join('.'))
      this.#logger.error('ipc.event-refused', { name, paths })
      return
    }
    for (const contents of this.#windows.present())
      try {
        contents.send(eventChannel, name, parsed.data)
      } catch (error) {
        this.#logger.error('ipc.event-lost', { name, error })
      }
  }
}
