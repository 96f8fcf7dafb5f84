import type { EventName, EventPayload } from '../../src-shared/ipc/contract-types'

/** Sends events to every window. A payload is the complete new view. */
export interface EventPublisher {
  publish<N extends EventName>(name: N, payload: EventPayload<N>): void
}
