import { messages } from '.'

const { problems, required, requiredOf, unusable } = messages.fields

/** True for a problem that has a text. */
export function isKnownProblem(key: string): boolean {
  return key === 'required' || Object.hasOwn(problems, key)
}

/** The sentence under a field. `label` is the label of the field, for a problem that names it. */
export function fieldProblemText(key: string, label = ''): string {
  if (key === 'required') return label === '' ? required : requiredOf({ label })
  return problems[key] ?? unusable
}
