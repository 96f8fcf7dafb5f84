import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import {
  noViews,
  type ColumnChoice,
  type OrderViews,
  type SavedView,
} from '../../src-shared/domain/order-views'
import type { OrderFilter, OrderQuery } from '../../src-shared/domain/order-query'
import { periodRange } from '../../src-shared/util/day-range'
import { call } from '../ipc/desk-client'
import { useOrdersStore } from './orders'

/** The number of orders of a view. */
export interface ViewCount {
  readonly count: number
  readonly isExact: boolean
  readonly atMs: number
}

/** The columns of the orders list and its saved views. Main keeps them; this is the copy in use. */
export const useOrderViewsStore = defineStore('orderViews', () => {
  const orders = useOrdersStore()
  const kept = shallowRef<OrderViews>(noViews)
  const isLoaded = shallowRef(false)
  const chosenId = shallowRef<string | null>(null)
  /** The view that was deleted last, with its place; null = none since the start. */
  const removed = shallowRef<{ readonly view: SavedView; readonly at: number } | null>(null)
  const counts = shallowReactive(new Map<string, ViewCount>())
  const views = computed(() => kept.value.views)
  /** The view that was opened last; null = all orders. */
  const chosen = computed(() => views.value.find(({ viewId }) => viewId === chosenId.value) ?? null)
  const columns = computed(() => (chosen.value ?? kept.value).columns)
  /** True when search, filters or sort are no longer those of the view. */
  const isChanged = computed(() => {
    const view = chosen.value
    return view !== null && contentText(view) !== contentText(current())
  })

  async function load() {
    const result = await call('orderViews.get', {})
    if (result.ok) {
      kept.value = result.value
      isLoaded.value = true
    }
    return result
  }

  async function save(next: OrderViews) {
    const before = kept.value
    kept.value = next
    const result = await call('orderViews.save', next)
    if (!result.ok && kept.value === next) kept.value = before
    return result
  }

  function saveColumns(next: ColumnChoice) {
    const view = chosen.value
    return view === null ? save({ ...kept.value, columns: next }) : replace({ ...view, columns: next })
  }

  /** Keeps what the list shows now under a name, and opens it. */
  function add(name: string) {
    const view = { ...current(), viewId: crypto.randomUUID(), name, columns: columns.value }
    const saved = save({ ...kept.value, views: [...views.value, view] })
    chosenId.value = view.viewId
    return saved
  }

  function replace(view: SavedView) {
    return save({
      ...kept.value,
      views: views.value.map((each) => (each.viewId === view.viewId ? view : each)),
    })
  }

  /** Keeps what the list shows now in the opened view. */
  function update(view: SavedView) {
    counts.delete(view.viewId)
    return replace({ ...view, ...current() })
  }

  function rename(view: SavedView, name: string) {
    return replace({ ...view, name })
  }

  async function remove(view: SavedView) {
    const at = views.value.indexOf(view)
    if (view.viewId === chosenId.value) chosenId.value = null
    const result = await save({
      ...kept.value,
      views: views.value.filter(({ viewId }) => viewId !== view.viewId),
    })
    if (result.ok) removed.value = { view, at }
    return result
  }

  /** Puts the view that was deleted last in its old place. */
  async function restore({ view, at }: { readonly view: SavedView; readonly at: number }) {
    const result = await save({ ...kept.value, views: views.value.toSpliced(at, 0, view) })
    if (result.ok) removed.value = null
    return result
  }

  function move(view: SavedView, step: -1 | 1) {
    const at = views.value.indexOf(view)
    const without = views.value.filter((each) => each !== view)
    return save({ ...kept.value, views: without.toSpliced(Math.max(0, at + step), 0, view) })
  }

  /** Shows the orders of a view; null = all orders. */
  function open(view: SavedView | null, timeZone: string): void {
    chosenId.value = view?.viewId ?? null
    if (view === null) orders.show({})
    else orders.show(queryOf(view, timeZone), view.period)
  }

  /** Counts one view, with the bounded count of the list. */
  async function loadCount(view: SavedView, timeZone: string): Promise<void> {
    const { profileId } = orders.query
    const result = await call('orders.list', {
      query: { profileId, ...queryOf(view, timeZone) },
      cursor: null,
      limit: 1,
    })
    if (!result.ok || profileId !== orders.query.profileId) return
    const { total, isTotalExact } = result.value
    counts.set(view.viewId, { count: total, isExact: isTotalExact, atMs: Date.now() })
  }

  function queryOf(view: SavedView, timeZone: string): Omit<OrderQuery, 'profileId'> {
    const { search, families, sortBy, direction, period } = view
    const filters = view.filters.map((filter) =>
      filter.by === 'created' && period !== null
        ? { ...filter, ...periodRange(period, Date.now(), timeZone) }
        : filter,
    )
    return { search, families: [...families], filters, sortBy, direction }
  }

  /** What the list shows now, without its name. */
  function current(): Omit<SavedView, 'viewId' | 'name' | 'columns'> {
    const { search, families, filters, sortBy, direction } = orders.query
    return {
      search,
      families: [...families],
      filters: [...filters],
      period: orders.period,
      sortBy,
      direction,
    }
  }

  return {
    views,
    isLoaded,
    chosen,
    chosenId,
    columns,
    isChanged,
    counts,
    removed,
    load,
    saveColumns,
    add,
    update,
    rename,
    remove,
    restore,
    move,
    open,
    loadCount,
  }
})

/** The content of a view, to compare. The times of a period move and do not count. */
function contentText(view: Omit<SavedView, 'viewId' | 'name' | 'columns'>): string {
  const { search, families, filters, period, sortBy, direction } = view
  const fixed = (filter: OrderFilter) => (filter.by === 'created' && period !== null ? period : filter)
  return JSON.stringify([search, families, filters.map(fixed), period, sortBy, direction])
}
