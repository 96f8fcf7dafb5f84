import type { EventName, EventPayload } from '../../src-shared/ipc/contract-types'

/** Sends events to every window. */
export interface EventPublisher {
  /** Never throws: an event that does not reach a window must not stop its sender. */
  publish<N extends EventName>(name: N, payload: EventPayload<N>): void
}
