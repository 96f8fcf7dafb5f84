import type { z } from 'zod'
import { fieldProblems } from '../../src-shared/ipc/field-problems'

/** The key of what is wrong with a value by the schema that main will use too; null = fine. */
export function fieldProblem(schema: z.ZodType, value: unknown): string | null {
  return Object.values(objectProblems(schema, value))[0] ?? null
}

/** The first problem of each field of an object, by its path (`routes.0.id`). */
export function objectProblems(schema: z.ZodType, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value)
  return parsed.success ? {} : fieldProblems(parsed.error)
}
