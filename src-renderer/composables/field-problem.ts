import type { z } from 'zod'

/** The key of what is wrong with a value by the schema that main will use too; null = fine. */
export function fieldProblem(schema: z.ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'required')
}

/** The first problem of each field of an object, by its path (`routes.0.id`). */
export function objectProblems(schema: z.ZodType, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value)
  const problems: Record<string, string> = {}
  if (!parsed.success)
    for (const issue of parsed.error.issues) problems[issue.path.join('.')] ??= issue.message
  return problems
}
