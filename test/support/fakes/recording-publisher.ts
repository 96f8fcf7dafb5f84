import type { EventName, EventPayload } from '../../../src-shared/ipc/contract-types'
import { events } from '../../../src-shared/ipc/contract'
import type { EventPublisher } from '../../../src-main/ports/event-publisher'

/** Records published events after checking them against the contract, like the real publisher. */
export class RecordingPublisher implements EventPublisher {
  readonly published: { readonly name: EventName; readonly payload: unknown }[] = []

  publish<N extends EventName>(name: N, payload: EventPayload<N>): void {
    this.published.push({ name, payload: events[name].parse(payload) })
  }

  /** Payloads of one event, oldest first. */
  of<N extends EventName>(name: N): EventPayload<N>[] {
    return this.published
      .filter((event) => event.name === name)
      .map((event) => event.payload as EventPayload<N>)
  }
}
