import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { CallbackView } from '../../src-shared/domain/callback'
import { call } from '../ipc/desk-client'

const pageSize = 100

export const useCallbacksStore = defineStore('callbacks', () => {
  const rows = shallowRef<readonly CallbackView[]>([])
  const nextCursor = shallowRef<string | null>(null)
  const total = ref(0)
  const isLoaded = ref(false)
  let listCall = 0

  /** A kept callback; a repeated one changes in place, a new one comes first. */
  function apply(callback: CallbackView): void {
    if (!isLoaded.value) return
    const isKnown = rows.value.some((row) => row.callbackId === callback.callbackId)
    if (!isKnown) total.value += 1
    rows.value = isKnown
      ? rows.value.map((row) => (row.callbackId === callback.callbackId ? callback : row))
      : [callback, ...rows.value]
  }

  async function loadList() {
    const mine = ++listCall
    const result = await call('callbacks.list', { cursor: null, limit: pageSize })
    if (mine !== listCall || !result.ok) return result
    rows.value = result.value.rows
    nextCursor.value = result.value.nextCursor
    total.value = result.value.total
    isLoaded.value = true
    return result
  }

  let isLoadingMore = false

  async function loadMore(): Promise<void> {
    const cursor = nextCursor.value
    if (cursor === null || isLoadingMore) return
    isLoadingMore = true
    const mine = listCall
    const result = await call('callbacks.list', { cursor, limit: pageSize })
    isLoadingMore = false
    if (mine !== listCall || !result.ok) return
    const known = new Set(rows.value.map((row) => row.callbackId))
    rows.value = [...rows.value, ...result.value.rows.filter((row) => !known.has(row.callbackId))]
    nextCursor.value = result.value.nextCursor
  }

  /** Loads until this callback is among the rows, or all are: a link may lead to one far down. */
  async function loadUntil(callbackId: string): Promise<void> {
    const isThere = () => rows.value.some((row) => row.callbackId === callbackId)
    for (let before = null as string | null; !isThere() && nextCursor.value !== before;) {
      before = nextCursor.value
      await loadMore()
    }
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
    nextCursor,
    total,
    isLoaded,
    apply,
    loadList,
    loadMore,
    loadUntil,
    read,
    keep,
    attach,
    listen,
  }
})
