import type { FilterField } from '../../../src-shared/domain/order-query'
import type { Completion } from '../../components/controls/completion'
import { messages } from '../../messages'
import { filterValueText } from '../../messages/filter-text'
import { closedSets, prefixes, printValue, unfinishedToken, type Prefix } from './search-language'

const { hints } = messages.orderFilters
const fieldsOfSets: Partial<Record<Prefix, FilterField>> = {
  status: 'status',
  kind: 'kind',
  env: 'environment',
  refund: 'refund',
}

/** What can complete the last word of the search box: words in front of a colon, then the known values after it. */
export function completionsOf(text: string): Completion[] {
  const token = unfinishedToken(text)
  if (token === null || token.typed === '' || token.typed === '-') return []
  const minus = token.typed.startsWith('-') ? '-' : ''
  const typed = token.typed.slice(minus.length).toLowerCase()
  const colon = typed.indexOf(':')
  const before = text.slice(0, token.start) + minus
  if (colon < 0)
    return prefixes
      .filter((prefix) => prefix.startsWith(typed))
      .map((prefix) => ({ key: `${before}${prefix}:`, text: `${prefix}:`, hint: hints[prefix] }))
  const prefix = prefixes.find((each) => each === typed.slice(0, colon))
  return prefix === undefined ? [] : valuesOf(prefix, typed.slice(colon + 1).replaceAll('"', ''), before)
}

function valuesOf(prefix: Prefix, typed: string, before: string): Completion[] {
  const field = fieldsOfSets[prefix]
  if (field === undefined) return []
  return (closedSets[prefix] ?? [])
    .map((value) => ({ value, hint: filterValueText(field, value) }))
    .filter(({ value, hint }) => value.startsWith(typed) || hint.toLowerCase().startsWith(typed))
    .map(({ value, hint }) => ({
      // The space completes the condition.
      key: `${before}${prefix}:${printValue(prefix, value)} `,
      text: value,
      hint,
    }))
}
