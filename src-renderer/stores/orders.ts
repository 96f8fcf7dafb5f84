import { defineStore } from 'pinia'
import { computed, ref, shallowReactive, shallowRef } from 'vue'
import {
  checkedSummary,
  checkedView,
  type OrderCheck,
  type OrderSummary,
  type OrderView,
} from '../../src-shared/domain/order'
import type { StatusCounts } from '../../src-shared/domain/order-status'
import { everyOrder, type OrderQuery } from '../../src-shared/domain/order-query'
import type { CommandInput, CommandOutput } from '../../src-shared/ipc/contract-types'
import { call, type CommandResult } from '../ipc/desk-client'
import { pagedList } from './paged-list'

export const useOrdersStore = defineStore('orders', () => {
  const summaries = shallowReactive(new Map<string, OrderSummary>())
  const views = shallowReactive(new Map<string, OrderView>())

  const query = ref<OrderQuery>({ ...everyOrder })
  /** Number of orders per status filter, and the total; null until the first answer. */
  const counts = shallowRef<StatusCounts | null>(null)
  const countOfAll = computed(() =>
    counts.value === null ? undefined : Object.values(counts.value).reduce((sum, count) => sum + count, 0),
  )
  /** Rises when an event makes the counts outdated. */
  const countsVersion = ref(0)
  // The list stores only ids, because other screens show and update the same orders.
  const list = pagedList<CommandOutput<'orders.list'>, string>({
    ask: (cursor, limit) => call('orders.list', { query: { ...query.value }, cursor, limit }),
    itemsOf: (page) => {
      counts.value = page.counts
      for (const row of page.rows) applySummary(row)
      return page.rows.map(({ orderId }) => orderId)
    },
    keyOf: (orderId) => orderId,
    isAbove: (orderId, other) => createdAtMs(orderId) >= createdAtMs(other),
  })
  const rows = computed(() => list.items.value.flatMap((orderId) => summaries.get(orderId) ?? []))
  const isFiltered = computed(
    () =>
      query.value.search.trim() !== '' || query.value.families.length > 0 || query.value.filters.length > 0,
  )

  // The only place where order data changes. False for a revision that is older than the known one.
  function apply(view: OrderView): boolean {
    if (!applySummary(view.summary)) return false
    views.set(view.summary.orderId, view)
    return true
  }

  function applySummary(summary: OrderSummary): boolean {
    const known = summaries.get(summary.orderId)
    if (known !== undefined && summary.revision < known.revision) return false
    if (known === undefined || summary.revision > known.revision) summaries.set(summary.orderId, summary)
    return true
  }

  /**
   * Takes a status check that changed nothing. It fits only the revision directly before it. If an event in between
   * was missed, the order is loaded. An unknown order is ignored.
   */
  function applyChecked(check: OrderCheck): void {
    const { orderId, revision } = check
    const [summary, view] = [summaries.get(orderId), views.get(orderId)]
    if (summary === undefined || summary.revision >= revision) return
    const isNext = (known: OrderSummary) => known.revision === revision - 1
    if (!isNext(summary) || (view !== undefined && !isNext(view.summary))) {
      void load(orderId)
      return
    }
    if (view === undefined) summaries.set(orderId, checkedSummary(summary, check))
    else apply(checkedView(view, check))
  }

  /** Takes a changed order: known rows change in place. A new order waits while the list is held. */
  function applyAnnounced(view: OrderView): void {
    const known = summaries.get(view.summary.orderId)
    if (!apply(view)) return
    if (known?.family !== view.summary.family) countsVersion.value += 1
    if (known === undefined && belongsInList(view.summary)) list.add(view.summary.orderId)
  }

  function belongsInList(summary: OrderSummary): boolean {
    const { profileId, families: chosen, filters, search, sortBy, direction } = query.value
    const isWanted =
      (profileId === null || profileId === summary.profileId) &&
      (chosen.length === 0 || chosen.includes(summary.family)) &&
      search.trim() === '' &&
      filters.length === 0
    return isWanted && sortBy === 'created' && direction === 'desc' && !list.has(summary.orderId)
  }

  /** An order that was made elsewhere can be older than the orders of the list. */
  function createdAtMs(orderId: string): number {
    return summaries.get(orderId)?.createdAtMs ?? 0
  }

  /** Loads only the counts, because the rows are already up to date. */
  async function loadCounts(): Promise<void> {
    const asked = JSON.stringify(query.value)
    const result = await call('orders.list', { query: { ...query.value }, cursor: null, limit: 1 })
    if (result.ok && asked === JSON.stringify(query.value)) counts.value = result.value.counts
  }

  async function load(orderId: string): Promise<CommandResult<'orders.get'>> {
    const result = await call('orders.get', { orderId })
    // The event of a check can arrive while the view is being loaded.
    const isOutdated = result.ok && !apply(result.value) && !views.has(orderId)
    return isOutdated ? load(orderId) : result
  }

  async function note(orderId: string, text: string) {
    const result = await call('orders.note', { orderId, text })
    if (result.ok) apply(result.value)
    return result
  }

  async function setLabel(orderId: string, label: string, isSet: boolean) {
    const result = await call('orders.setLabel', { orderId, label, isSet })
    if (result.ok) apply(result.value)
    return result
  }

  async function askRefund(input: CommandInput<'refundCases.ask'>) {
    const result = await call('refundCases.ask', input)
    if (result.ok) apply(result.value)
    return result
  }

  async function moveRefund(step: 'handOver' | 'refuse', input: CommandInput<'refundCases.handOver'>) {
    const result = await call(`refundCases.${step}`, input)
    if (result.ok) apply(result.value)
    return result
  }

  async function continueThreeDs(orderId: string) {
    const result = await call('threeDs.continue', { orderId, isCardholderPresent: true })
    if (result.ok) apply(result.value)
    return result
  }

  async function sendAnswer(orderId: string) {
    const result = await call('threeDs.sendAnswer', { orderId })
    if (result.ok) apply(result.value)
    return result
  }

  async function stopThreeDs(orderId: string) {
    const result = await call('threeDs.stop', { orderId })
    if (result.ok) apply(result.value)
    return result
  }

  async function adopt(input: CommandInput<'orders.adopt'>) {
    const result = await call('orders.adopt', input)
    if (result.ok) applyAnnounced(result.value)
    return result
  }

  /** The newest orders of all profiles that match a text. */
  function search(text: string, limit: number) {
    return call('orders.list', { query: { ...everyOrder, search: text }, cursor: null, limit })
  }

  return {
    summaries,
    views,
    query,
    rowIds: list.items,
    waitingIds: list.waiting,
    total: list.total,
    isLoaded: list.isLoaded,
    counts,
    countOfAll,
    countsVersion,
    isListHeld: list.isHeld,
    rows,
    isFiltered,
    apply,
    applySummary,
    applyAnnounced,
    applyChecked,
    showWaiting: list.showWaiting,
    loadList: list.load,
    loadMore: list.loadMore,
    loadCounts,
    load,
    note,
    setLabel,
    askRefund,
    moveRefund,
    continueThreeDs,
    sendAnswer,
    stopThreeDs,
    adopt,
    search,
    recheck: (orderId: string | null) => call('orders.recheck', { orderId }),
    supportBundle: (orderId: string, to: 'clipboard' | 'file') =>
      call('orders.supportBundle', { orderId, to }),
    copyReceiptAddress: (orderId: string) => call('orders.copyReceiptAddress', { orderId }),
    loadLabels: () => call('labels.list', {}),
    loadRelated: (orderId: string) => call('orders.related', { orderId }),
    loadExchanges: (orderId: string, after?: string) =>
      call('orders.exchanges', { orderId, ...(after === undefined ? {} : { after }) }),
    lookupRequest: (orderId: string, serialNumber: string) =>
      call('orders.lookupRequest', { orderId, serialNumber }),
  }
})
