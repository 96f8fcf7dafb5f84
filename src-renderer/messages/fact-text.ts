import type { FactName, SentName } from '../../src-shared/domain/facts'
import { messages } from '.'

const { labels, sentLabels, switches } = messages.facts

/** The label of a field; an unknown field keeps the name that the gateway gives it. */
export function factLabel(fact: FactName | undefined, name: string): string {
  return fact === undefined ? name : labels[fact]
}

/** The label of a request parameter; an unknown one keeps its name in the request. */
export function sentLabel(sent: SentName | undefined, name: string): string {
  return sent === undefined ? name : sentLabels[sent]
}

/** The text of `enabled` or `disabled`; another value stays as it is. */
export function switchText(value: string): string {
  return (Object.hasOwn(switches, value) ? switches[value] : undefined) ?? value
}
