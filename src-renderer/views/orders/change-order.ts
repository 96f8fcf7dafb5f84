import type { FieldChange } from '../../../src-shared/domain/order'

/** Fields that tell what happened, in the order in which a person asks for them; the names are the gateway's own. */
const telling = [
  'status',
  'order-stage',
  'error-message',
  'error-code',
  'transaction-type',
  'approval-code',
  'paynet-order-id',
] as const
const shownAtOnce = 5

/** Splits the changes of an answer into what is shown at once and what is folded away. */
export function splitChanges(changes: readonly FieldChange[]): {
  readonly shown: readonly FieldChange[]
  readonly folded: readonly FieldChange[]
} {
  if (changes.length <= shownAtOnce) return { shown: changes, folded: [] }
  const rank = (change: FieldChange) => {
    const at = telling.findIndex((name) => name === change.name)
    return at < 0 ? telling.length : at
  }
  const ranked = changes
    .map((change, at) => ({ change, at }))
    .sort((a, b) => rank(a.change) - rank(b.change) || a.at - b.at)
  const sorted = ranked.map(({ change }) => change)
  return { shown: sorted.slice(0, shownAtOnce), folded: sorted.slice(shownAtOnce) }
}
