import { events } from '../../src-shared/ipc/contract'
import type { EventName, EventPayload } from '../../src-shared/ipc/contract-types'

/** One listener per event; each hands the payload to its store. */
export type EventListeners = { readonly [N in EventName]: (payload: EventPayload<N>) => void }

/** Subscribes once; payloads that do not fit the contract are dropped. Returns the way to stop. */
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
