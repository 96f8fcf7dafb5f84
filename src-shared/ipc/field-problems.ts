import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/**
 * Field path -> message key for what a schema refused. Keys come from the schemas or from the kind of the problem;
 * neither a refused value nor the name of an undeclared field is ever part of the answer.
 */
export function fieldProblems(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) addProblem(problems, issue, [])
  return problems
}

/** The key of what is wrong with a value by its schema; null = fine. */
export function fieldProblem(schema: z.ZodType, value: unknown): string | null {
  return Object.values(objectProblems(schema, value))[0] ?? null
}

/** The first problem of each field of an object, by its path (`routes.0.id`). */
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

/** The schemas give message keys in kebab-case; the library's own messages are sentences. */
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
