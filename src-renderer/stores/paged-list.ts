import { ref, shallowRef } from 'vue'
import type { AppErrorDescription } from '../../src-shared/errors/app-error'
import type { Result } from '../../src-shared/util/result'

/** Rows per page. */
const pageSize = 100

interface Page {
  readonly nextCursor: string | null
  readonly total: number
  /** False = there are more rows than `total`. */
  readonly isTotalExact?: boolean
}

export interface PagedListParts<P extends Page, Item> {
  /** Loads a page from main; cursor null = the first page. */
  readonly ask: (cursor: string | null, limit: number) => Promise<Result<P, AppErrorDescription>>
  /** Stores the rows of a page; returns what the list keeps of them, in the same order. */
  readonly itemsOf: (page: P) => readonly Item[]
  readonly keyOf: (item: Item) => string
  /**
   * Set when main may end a page early, even without a row, although more rows follow. Then the next pages are loaded until
   * there are as many rows as on a full page.
   */
  readonly hasShortPages?: true
  /** True when a new item belongs above this one. Without it, a new item belongs on top of the list. */
  readonly isAbove?: (item: Item, other: Item) => boolean
}

/**
 * A list that main returns page by page. After a reload, answers to older requests are dropped. New items that arrive
 * while the list is held wait above it, so that rows do not move under the pointer.
 */
export function pagedList<P extends Page, Item>({
  ask,
  itemsOf,
  keyOf,
  hasShortPages,
  isAbove = () => true,
}: PagedListParts<P, Item>) {
  const items = shallowRef<readonly Item[]>([])
  const waiting = shallowRef<readonly Item[]>([])
  const total = ref(0)
  const isTotalExact = ref(true)
  const isLoaded = ref(false)
  /** True while the pointer is over the list or the list is scrolled: rows must not move then. */
  const isHeld = ref(false)
  /** True until the last page is loaded. */
  const hasMore = ref(false)
  let nextCursor: string | null = null
  let question = 0
  let isLoading = false
  let more: Promise<void> | null = null
  // Items from events since the newest request. Its answer may not contain them.
  let announced: readonly Item[] = []

  async function load() {
    const mine = ++question
    isLoading = true
    more = null
    announced = []
    const result = await ask(null, pageSize)
    if (mine !== question) return result
    isLoading = false
    if (!result.ok) return result
    const loaded = itemsOf(result.value)
    const known = new Set(loaded.map(keyOf))
    const missed = announced.filter((item) => !known.has(keyOf(item)))
    goOn(result.value.nextCursor)
    items.value = withNew(loaded, missed)
    waiting.value = []
    total.value = result.value.total + missed.length
    isTotalExact.value = result.value.isTotalExact ?? true
    isLoaded.value = true
    if (hasShortPages && loaded.length < pageSize) void loadMore()
    return result
  }

  function goOn(cursor: string | null): void {
    nextCursor = cursor
    hasMore.value = cursor !== null
  }

  /** Adds the next page. Does nothing during a reload, because the cursor would be that of the old list. */
  function loadMore(): Promise<void> {
    if (nextCursor === null || isLoading) return Promise.resolve()
    if (more !== null) return more
    const asked = append(nextCursor).finally(() => {
      // A list that was reloaded meanwhile has another next page.
      if (more === asked) more = null
    })
    more = asked
    return asked
  }

  async function append(cursor: string): Promise<void> {
    const mine = question
    let added = 0
    let next: string | null = cursor
    do {
      const result = await ask(next, pageSize)
      if (mine !== question || !result.ok) return
      const known = new Set([...items.value, ...waiting.value].map(keyOf))
      const fresh = itemsOf(result.value).filter((item) => !known.has(keyOf(item)))
      items.value = [...items.value, ...fresh]
      added += fresh.length
      next = result.value.nextCursor
      goOn(next)
    } while (hasShortPages && next !== null && added < pageSize)
    // At the end nothing is left to count.
    if (next === null && !isTotalExact.value) {
      total.value = items.value.length + waiting.value.length
      isTotalExact.value = true
    }
  }

  function has(key: string): boolean {
    return [items.value, waiting.value].some((all) => all.some((item) => keyOf(item) === key))
  }

  /** Adds a new item at its place. A list that was never loaded stays empty. */
  function add(item: Item): void {
    if (question === 0) return
    if (isLoading) announced = [item, ...announced]
    if (!isLoaded.value) return
    if (isTotalExact.value) total.value += 1
    // At the end of the list it moves no row.
    const mayMoveRows = items.value.some((other) => isAbove(item, other))
    if (isHeld.value && mayMoveRows) waiting.value = [item, ...waiting.value]
    else items.value = withNew(items.value, [item])
  }

  /** The list with these new items, of which the newest is the first. */
  function withNew(list: readonly Item[], added: readonly Item[]): readonly Item[] {
    return added.reduceRight((all, item) => {
      const at = all.findIndex((other) => isAbove(item, other))
      if (at !== -1) return [...all.slice(0, at), item, ...all.slice(at)]
      // An item below the loaded ones comes with its own page.
      return nextCursor === null ? [...all, item] : all
    }, list)
  }

  function showWaiting(): void {
    items.value = withNew(items.value, waiting.value)
    waiting.value = []
  }

  return {
    items,
    waiting,
    total,
    isTotalExact,
    isLoaded,
    hasMore,
    isHeld,
    load,
    loadMore,
    has,
    add,
    showWaiting,
  }
}
