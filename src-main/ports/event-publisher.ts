import type { EventName, EventPayload } from '../../src-shared/ipc/contract-types'

/** Sends events to every window. */
export interface EventPublisher {
  /** Never throws: a window that misses news must not stop what made the news. */
  publish<N extends EventName>(name: N, payload: EventPayload<N>): void
}
