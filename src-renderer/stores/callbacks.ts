import { defineStore } from 'pinia'
import type { CallbackView } from '../../src-shared/domain/callback'
import type { CommandOutput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'
import { pagedList } from './paged-list'

export const useCallbacksStore = defineStore('callbacks', () => {
  const list = pagedList<CommandOutput<'callbacks.list'>, CallbackView>({
    ask: (cursor, limit) => call('callbacks.list', { cursor, limit }),
    itemsOf: ({ rows }) => rows,
    keyOf: ({ callbackId }) => callbackId,
  })
  const { items: rows } = list

  /** Takes a stored callback: a repeated one is updated in place, a new one comes first. */
  function apply(callback: CallbackView): void {
    if (list.has(callback.callbackId)) refresh([callback])
    else list.add(callback)
  }

  /** Takes callbacks whose comparison changed after a poll. */
  function refresh(callbacks: readonly CallbackView[]): void {
    if (callbacks.length === 0) return
    const byId = new Map(callbacks.map((callback) => [callback.callbackId, callback]))
    rows.value = rows.value.map((row) => byId.get(row.callbackId) ?? row)
  }

  function read(text: string) {
    return call('callbacks.read', { text })
  }

  function keep(text: string, source: 'pasted' | 'imported') {
    return call('callbacks.keep', { text, source })
  }

  async function attach(callbackId: string, orderId: string) {
    const result = await call('callbacks.attach', { callbackId, orderId })
    if (result.ok) apply(result.value)
    return result
  }

  function listen(port: number | null) {
    return call('callbacks.listen', { port })
  }

  return {
    rows,
    total: list.total,
    isLoaded: list.isLoaded,
    apply,
    refresh,
    loadList: list.load,
    loadMore: list.loadMore,
    loadUntil: list.loadUntil,
    read,
    keep,
    attach,
    listen,
  }
})
