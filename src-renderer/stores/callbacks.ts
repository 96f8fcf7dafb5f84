import { defineStore } from 'pinia'
import { computed, ref, shallowReactive } from 'vue'
import { everyCallback, type CallbackQuery, type CallbackView } from '../../src-shared/domain/callback'
import type { CommandOutput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'
import { pagedList } from './paged-list'

export const useCallbacksStore = defineStore('callbacks', () => {
  const query = ref<CallbackQuery>({ ...everyCallback })
  /** Callbacks that were opened, which need not be in the list. */
  const opened = shallowReactive(new Map<string, CallbackView>())
  const list = pagedList<CommandOutput<'callbacks.list'>, CallbackView>({
    ask: (cursor, limit) => call('callbacks.list', { query: query.value, cursor, limit }),
    itemsOf: ({ rows }) => rows,
    keyOf: ({ callbackId }) => callbackId,
  })
  const { items: rows } = list

  const isFiltered = computed(() => {
    const { search, control, match, order } = query.value
    return search.trim() !== '' || [control, match, order].some((chosen) => chosen !== null)
  })

  function clearFilters(): void {
    query.value = { ...everyCallback }
  }

  /** Takes a stored callback: a repeated one is updated in place, a new one comes first. */
  function apply(callback: CallbackView): void {
    refresh([callback])
    // Main decides what a filter finds, so a new callback comes with the next load.
    if (!list.has(callback.callbackId) && !isFiltered.value) list.add(callback)
  }

  /** Takes callbacks whose comparison changed after a poll. */
  function refresh(callbacks: readonly CallbackView[]): void {
    if (callbacks.length === 0) return
    const byId = new Map(callbacks.map((callback) => [callback.callbackId, callback]))
    rows.value = rows.value.map((row) => byId.get(row.callbackId) ?? row)
    for (const [callbackId, callback] of byId) if (opened.has(callbackId)) opened.set(callbackId, callback)
  }

  async function load(callbackId: string) {
    const result = await call('callbacks.get', { callbackId })
    if (result.ok) opened.set(callbackId, result.value)
    return result
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
    query,
    rows,
    opened,
    total: list.total,
    isTotalExact: list.isTotalExact,
    isLoaded: list.isLoaded,
    isFiltered,
    clearFilters,
    apply,
    refresh,
    load,
    loadList: list.load,
    loadMore: list.loadMore,
    read,
    keep,
    attach,
    listen,
  }
})
