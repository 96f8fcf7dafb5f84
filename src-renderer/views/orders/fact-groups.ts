import { factGroups, factTraits, type FactGroup } from '../../../src-shared/domain/facts'
import type { OrderFact } from '../../../src-shared/domain/order'

/** Groups the facts, without empty groups. Unknown facts come last, in the gateway's order. */
export function groupFacts(
  facts: readonly OrderFact[],
): { readonly group: FactGroup; readonly facts: readonly OrderFact[] }[] {
  const placed = facts
    .filter(({ value }) => value !== '')
    .map((fact) => ({ fact, ...factTraits(fact.fact) }))
    .sort((a, b) => a.rank - b.rank)
  return factGroups
    .map((group) => ({ group, facts: placed.filter((each) => each.group === group).map(({ fact }) => fact) }))
    .filter(({ facts: members }) => members.length > 0)
}
