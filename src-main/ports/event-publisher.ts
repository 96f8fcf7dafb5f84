import type { EventName, EventPayload } from '../../src-shared/ipc/contract-types'

/** Announces new truth to every window; a payload is the whole new view. */
export interface EventPublisher {
  publish<N extends EventName>(name: N, payload: EventPayload<N>): void
}
