import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/**
 * Message keys of a schema's problems by field path. The keys come from the schema or from the kind of the problem. The
 * result never contains a refused value or the name of an undeclared field.
 */
export function fieldProblems(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) addProblem(problems, issue, [])
  return problems
}

/** Message key of the first problem of a value; null when the schema accepts it. */
export function fieldProblem(schema: z.ZodType, value: unknown): string | null {
  return Object.values(objectProblems(schema, value))[0] ?? null
}

/** Message key of the first problem of each field, by path (`routes.0.id`). */
export function objectProblems(schema: z.ZodType, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value)
  return parsed.success ? {} : fieldProblems(parsed.error)
}

function addProblem(problems: Record<string, string>, issue: Issue, before: readonly PropertyKey[]): void {
  const path = [...before, ...issue.path]
  if (issue.code === 'invalid_union') {
    const spoken = issue.errors.find((issues) => issues.some((inner) => isMessageKey(inner.message)))
    if (spoken !== undefined) {
      for (const inner of spoken) addProblem(problems, inner, path)
      return
    }
  }
  problems[path.map(String).join('.')] ??= isMessageKey(issue.message)
    ? issue.message
    : generalKey(issue.code)
}

/** True for a message key in kebab-case. The library's own messages are sentences. */
function isMessageKey(message: string): boolean {
  return /^[a-z]+(?:-[a-z]+)*$/.test(message)
}

function generalKey(code: Issue['code']): string {
  switch (code) {
    case 'too_big':
      return 'too-long'
    case 'too_small':
      return 'too-short'
    case 'unrecognized_keys':
      return 'unknown-field'
    case 'invalid_type':
      return 'wrong-type'
    default:
      return 'not-allowed'
  }
}
