import type { FieldChange } from '../../../src-shared/domain/order'

/** The fields that matter most to staff, the most important first. The names are the gateway's. */
const mostImportant = [
  'status',
  'order-stage',
  'error-message',
  'error-code',
  'transaction-type',
  'approval-code',
  'paynet-order-id',
] as const
const shownAtMost = 5

/** The changes of one answer: the most important five are `shown`, the rest is `folded` behind a summary line. */
export function rankFieldChanges(changes: readonly FieldChange[]): {
  readonly shown: readonly FieldChange[]
  readonly folded: readonly FieldChange[]
} {
  if (changes.length <= shownAtMost) return { shown: changes, folded: [] }
  const rank = (change: FieldChange) => {
    const at = mostImportant.findIndex((name) => name === change.name)
    return at < 0 ? mostImportant.length : at
  }
  const ranked = changes
    .map((change, at) => ({ change, at }))
    .sort((a, b) => rank(a.change) - rank(b.change) || a.at - b.at)
  const sorted = ranked.map(({ change }) => change)
  return { shown: sorted.slice(0, shownAtMost), folded: sorted.slice(shownAtMost) }
}
