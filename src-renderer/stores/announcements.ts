import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { formatMoney } from '../../src-shared/domain/money'
import {
  shownWord,
  type OrderSummary,
  type OrderView,
  type TimelineEntry,
} from '../../src-shared/domain/order'
import { shortCard } from '../messages/card-text'
import { statusAnnouncement, statusWord } from '../messages/status-text'

/** Number of sentences that stay in the document. A screen reader reads each one when it is added. */
const keptAtMost = 5
/** Charge states that the operator already sees on the screen after confirming. */
const ownWords: ReadonlySet<string> = new Set(['not sent yet', 'sending'])
/** Kinds of timeline entry that mean the status has just changed. */
const changes: ReadonlySet<TimelineEntry['kind']> = new Set([
  'status-changed',
  'final',
  'refused',
  'outcome-unknown',
  'needs-review',
])

/** Sentences about orders for screen readers, also while another part of the window is in use. */
export const useAnnouncementsStore = defineStore('announcements', () => {
  const sentences = shallowRef<readonly { readonly id: number; readonly text: string }[]>([])
  let lastId = 0

  /** Announces amount, card and status of an order if they are new. `known` is the previous row; undefined = none. */
  function hear(known: OrderSummary | undefined, view: OrderView): void {
    const { summary } = view
    if (known !== undefined && summary.revision <= known.revision) return
    if (!isNews(known, view) || ownWords.has(summary.word)) return
    const { amountMinor, currency } = summary
    const text = statusAnnouncement({
      amount: amountMinor === null || currency === null ? '' : formatMoney({ amountMinor, currency }),
      card: summary.lastFour === null ? '' : shortCard(summary.bin, summary.lastFour),
      word: statusWord(shownWord(summary)),
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

/** True for an order that needs the operator, or whose data is contradictory. */
function needsPerson(order: OrderSummary): boolean {
  return (
    order.followState === 'needs-review' ||
    order.alert !== null ||
    (order.awaitedStep !== null && order.family === 'open')
  )
}
