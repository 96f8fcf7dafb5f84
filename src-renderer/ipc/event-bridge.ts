import { events } from '../../src-shared/ipc/contract'
import type { EventName, EventPayload } from '../../src-shared/ipc/contract-types'

/** One listener per event, which passes the payload to its store. */
export type EventListeners = { readonly [N in EventName]: (payload: EventPayload<N>) => void }

/** Subscribes to all events. Payloads that do not match the contract are dropped. Returns the function that unsubscribes. */
export function connectEvents(listeners: EventListeners): () => void {
  return window.desk.onEvent((name, payload) => {
    if (!Object.hasOwn(events, name)) return
    deliver(listeners, name as EventName, payload)
  })
}

function deliver<N extends EventName>(listeners: EventListeners, name: N, payload: unknown): void {
  const parsed = events[name].safeParse(payload)
  if (parsed.success) listeners[name](parsed.data as EventPayload<N>)
}
