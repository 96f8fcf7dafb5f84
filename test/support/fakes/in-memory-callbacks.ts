import type { CallbackView } from '../../../src-shared/domain/callback'
import { AppError } from '../../../src-shared/errors/app-error'
import type { NewCallback } from '../../../src-main/ports/storage'
import { notAllowed, type InMemoryTables } from './in-memory-tables'

/** Keeps a callback; the same one again of the same profile only counts, and finds its order if it had none. */
export function keepCallback(tables: InMemoryTables, callback: NewCallback): CallbackView {
  if (callback.orderId !== null) tables.requireOrder(callback.orderId)
  const { sameKey, atMs, ...reading } = structuredClone(callback)
  const known = [...tables.callbacks.values()].find(
    (one) => one.sameKey === sameKey && one.view.profileId === callback.profileId,
  )?.view
  const view: CallbackView =
    known === undefined
      ? {
          ...reading,
          callbackId: String(tables.callbacks.size + 1),
          receivedAtMs: atMs,
          timesSeen: 1,
          lastSeenAtMs: atMs,
        }
      : {
          ...known,
          orderId: known.orderId ?? callback.orderId,
          timesSeen: known.timesSeen + 1,
          lastSeenAtMs: atMs,
        }
  tables.callbacks.set(view.callbackId, { view, sameKey })
  return structuredClone(view)
}

/** Puts a callback beside an order, once. */
export function attachCallback(tables: InMemoryTables, callbackId: string, orderId: string): CallbackView {
  const known = tables.callbacks.get(callbackId)
  if (known === undefined) throw new AppError('not-found', { reason: 'callback' })
  tables.requireOrder(orderId)
  if (known.view.orderId !== null && known.view.orderId !== orderId) throw notAllowed('attached')
  const view = { ...known.view, orderId }
  tables.callbacks.set(callbackId, { ...known, view })
  return structuredClone(view)
}

/** Kept callbacks, newest first. */
export function callbacksOf(tables: InMemoryTables): CallbackView[] {
  return structuredClone([...tables.callbacks.values()].map(({ view }) => view).reverse())
}
