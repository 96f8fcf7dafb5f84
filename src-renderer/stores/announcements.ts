import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { cardBrand } from '../../src-shared/domain/card'
import { formatMoney } from '../../src-shared/domain/money'
import {
  shownWord,
  type OrderSummary,
  type OrderView,
  type TimelineEntry,
} from '../../src-shared/domain/order'
import { messages } from '../messages'

/** As many sentences stay in the document; a screen reader reads each when it is added. */
const keptAtMost = 5
/** Stages of a charge that the person who confirmed it sees on the screen. */
const ownWords: ReadonlySet<string> = new Set(['not sent yet', 'sending'])
/** What the newest entry of an order is when its status has just changed. */
const changes: ReadonlySet<TimelineEntry['kind']> = new Set([
  'status-changed',
  'final',
  'refused',
  'outcome-unknown',
  'needs-review',
])

/** What a screen reader says about orders while another part of the window is read. */
export const useAnnouncementsStore = defineStore('announcements', () => {
  const sentences = shallowRef<readonly { readonly id: number; readonly text: string }[]>([])
  let lastId = 0

  /** Says an announced order's amount, card and word when they are news. `known` is the row before; undefined = none. */
  function hear(known: OrderSummary | undefined, view: OrderView): void {
    const { summary } = view
    if (known !== undefined && summary.revision <= known.revision) return
    if (!isNews(known, view) || ownWords.has(summary.word)) return
    const { amountMinor, currency } = summary
    const text = messages.status.announcement({
      amount: amountMinor === null || currency === null ? '' : formatMoney({ amountMinor, currency }),
      card: summary.lastFour === null ? '' : messages.cards.short(cardBrand(summary.bin), summary.lastFour),
      word: messages.status.word(shownWord(summary)),
      needsPerson: needsPerson(summary),
    })
    sentences.value = [...sentences.value, { id: ++lastId, text }].slice(-keptAtMost)
  }

  return { sentences, hear }
})

function isNews(known: OrderSummary | undefined, { summary, timeline }: OrderView): boolean {
  if (known !== undefined)
    return shownWord(known) !== shownWord(summary) || (needsPerson(summary) && !needsPerson(known))
  const newest = timeline.reduce<TimelineEntry | null>(
    (last, entry) => (last === null || entry.seq > last.seq ? entry : last),
    null,
  )
  return newest !== null && changes.has(newest.kind)
}

/** True for an order that does not go on by itself, or that contradicts itself. */
function needsPerson(order: OrderSummary): boolean {
  return (
    order.followState === 'needs-review' ||
    order.alert !== null ||
    (order.awaitedStep !== null && order.family === 'open')
  )
}
