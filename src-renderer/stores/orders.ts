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
import { everyOrder, type OrderFilter, type OrderQuery } from '../../src-shared/domain/order-query'
import { periodRange, type Period } from '../../src-shared/util/day-range'
import type { CommandInput, CommandOutput } from '../../src-shared/ipc/contract-types'
import { ok } from '../../src-shared/util/result'
import { call, type CommandResult } from '../ipc/desk-client'
import { mostFilters, withFilter } from './order-filters'
import { pagedList } from './paged-list'

/** New orders that are looked for at once among the matching ones. */
const newOrdersLimit = 50
/** Orders that can be chosen together. */
export const mostChecked = 1000

export const useOrdersStore = defineStore('orders', () => {
  const summaries = shallowReactive(new Map<string, OrderSummary>())
  const views = shallowReactive(new Map<string, OrderView>())

  const query = ref<OrderQuery>({ ...everyOrder })
  /** The text of the search box: the searched text, and conditions that are still being typed. */
  const typed = ref('')
  /** The period behind the filter by time, which moves with the calendar; null = fixed times or none. */
  const period = shallowRef<Period | null>(null)
  /** False when there are so many orders that main stopped counting: each count is at least that number. */
  const isCountExact = shallowRef(true)
  /** New orders that the filters hide, since the list was loaded. */
  const hiddenNewIds = shallowRef<ReadonlySet<string>>(new Set())
  /** New orders of which main has not said yet whether they match. */
  const newIds = new Set<string>()
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
      showCounts(page)
      for (const row of page.rows) applySummary(row)
      return page.rows.map(({ orderId }) => orderId)
    },
    keyOf: (orderId) => orderId,
    hasShortPages: true,
    isAbove: (orderId, other) => createdAtMs(orderId) >= createdAtMs(other),
  })
  const rows = computed(() => list.items.value.flatMap((orderId) => summaries.get(orderId) ?? []))
  const isFiltered = computed(
    () =>
      query.value.search.trim() !== '' || query.value.families.length > 0 || query.value.filters.length > 0,
  )

  /** The orders that a person chose together. They stay chosen when a filter hides them. */
  const checkedIds = shallowRef<ReadonlySet<string>>(new Set())
  /** Chosen orders that are not among the rows. */
  const hiddenCheckedCount = computed(() => {
    const shown = new Set(list.items.value)
    return [...checkedIds.value].filter((orderId) => !shown.has(orderId)).length
  })
  let loadedAtMs = 0

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
    if (known === undefined) placeNew(view.summary)
  }

  /** A new order is added to a list without filters. With filters, only main knows whether it matches. */
  function placeNew({ orderId, profileId, createdAtMs: atMs }: OrderSummary): void {
    if (query.value.profileId !== null && query.value.profileId !== profileId) return
    if (!isFiltered.value) addNew(orderId)
    else if (atMs >= loadedAtMs) newIds.add(orderId)
  }

  function addNew(orderId: string): void {
    if (isNewestFirst() && !list.has(orderId)) list.add(orderId)
  }

  function isNewestFirst(): boolean {
    return query.value.sortBy === 'created' && query.value.direction === 'desc'
  }

  /** An order that was made elsewhere can be older than the orders of the list. */
  function createdAtMs(orderId: string): number {
    return summaries.get(orderId)?.createdAtMs ?? 0
  }

  async function loadList() {
    loadedAtMs = Date.now()
    newIds.clear()
    hiddenNewIds.value = new Set()
    return list.load()
  }

  /** Loads only the counts, because the rows are already up to date, and finds out which new orders match. */
  async function loadCounts(): Promise<void> {
    const asked = JSON.stringify(query.value)
    const found = [...newIds]
    const result = await call('orders.list', {
      query: { ...query.value, ...(found.length === 0 ? {} : { sortBy: 'created', direction: 'desc' }) },
      cursor: null,
      limit: found.length === 0 ? 1 : newOrdersLimit,
    })
    if (!result.ok || asked !== JSON.stringify(query.value)) return
    showCounts(result.value)
    const matching = new Set(result.value.rows.map(({ orderId }) => orderId))
    for (const orderId of found) {
      if (!newIds.delete(orderId)) continue
      if (matching.has(orderId)) addNew(orderId)
      else hiddenNewIds.value = new Set([...hiddenNewIds.value, orderId])
    }
  }

  /** Counts again to the last order, also where main stopped before. */
  async function countExactly() {
    const asked = JSON.stringify(query.value)
    const result = await call('orders.count', { query: { ...query.value } })
    if (result.ok && asked === JSON.stringify(query.value)) {
      counts.value = result.value.counts
      isCountExact.value = true
    }
    return result
  }

  function showCounts(page: CommandOutput<'orders.list'>): void {
    counts.value = page.counts
    isCountExact.value = page.isTotalExact
  }

  /** False when there are as many filters as main accepts. */
  function addFilter(filter: OrderFilter): boolean {
    // A period is replaced as a whole, not limited on one side.
    const { filters } = query.value
    const isTime = filter.by === 'created'
    const before = isTime && period.value !== null ? filters.filter(({ by }) => by !== 'created') : filters
    const all = withFilter(before, filter)
    if (all.length > mostFilters) return false
    if (isTime) period.value = null
    query.value.filters = all
    return true
  }

  function removeFilter(filter: OrderFilter): void {
    if (filter.by === 'created') period.value = null
    query.value.filters = query.value.filters.filter((each) => each !== filter)
  }

  /** Shows the orders of a period; null = of any time. False when there are too many filters. */
  function showPeriod(chosen: Period | null, timeZone: string): boolean {
    query.value.filters = query.value.filters.filter(({ by }) => by !== 'created')
    period.value = null
    if (chosen === null) return true
    if (!addFilter({ by: 'created', ...periodRange(chosen, Date.now(), timeZone) })) return false
    period.value = chosen
    return true
  }

  /** Chooses or releases orders. False when there are more than can be chosen together. */
  function check(orderIds: readonly string[], isOn: boolean): boolean {
    const next = new Set(checkedIds.value)
    for (const orderId of orderIds) {
      if (isOn) next.add(orderId)
      else next.delete(orderId)
    }
    if (next.size > mostChecked) return false
    checkedIds.value = next
    return true
  }

  /** Chooses all orders of the list, from the top; false when there are more than can be chosen together. */
  async function checkAll(): Promise<boolean> {
    for (
      let before = -1;
      list.hasMore.value && list.items.value.length > before && list.items.value.length < mostChecked;
    ) {
      before = list.items.value.length
      await list.loadMore()
    }
    const wanted = list.items.value.filter((orderId) => !checkedIds.value.has(orderId))
    check(wanted.slice(0, mostChecked - checkedIds.value.size), true)
    return list.items.value.every((orderId) => checkedIds.value.has(orderId))
  }

  /** Shows other orders of the profile. `moving` is the period behind the filter by time; null = none. */
  function show(wanted: Partial<Omit<OrderQuery, 'profileId'>>, moving: Period | null = null): void {
    const { profileId } = query.value
    typed.value = wanted.search ?? ''
    period.value = moving
    query.value = { ...everyOrder, profileId, ...wanted }
  }

  function clearFilters(): void {
    const { sortBy, direction } = query.value
    show({ sortBy, direction })
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

  /** Asks for a check of each order, one after the other; the follower keeps its pace. Ends at the first error. */
  async function recheckMany(orderIds: readonly string[]): Promise<CommandResult<'orders.recheck'>> {
    let asked = 0
    for (const orderId of orderIds) {
      const result = await call('orders.recheck', { orderId })
      if (!result.ok) return result
      asked += result.value.asked
    }
    return ok({ asked })
  }

  /** The newest orders of all profiles that match a text. */
  function search(text: string, limit: number) {
    return call('orders.list', { query: { ...everyOrder, search: text }, cursor: null, limit })
  }

  return {
    summaries,
    views,
    query,
    typed,
    period,
    isCountExact,
    hiddenNewIds,
    rowIds: list.items,
    waitingIds: list.waiting,
    total: list.total,
    isLoaded: list.isLoaded,
    hasMore: list.hasMore,
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
    loadList,
    loadMore: list.loadMore,
    loadCounts,
    countExactly,
    addFilter,
    removeFilter,
    checkedIds,
    hiddenCheckedCount,
    check,
    checkAll,
    showPeriod,
    show,
    clearFilters,
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
    recheckMany,
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
