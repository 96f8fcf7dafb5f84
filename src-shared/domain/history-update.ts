import { z } from 'zod'

/** How far the history is brought to the format of this version, before it opens. */
export const historyUpdate = z.object({
  /** The step that runs, counted from 1. */
  step: z.number().int(),
  steps: z.number().int(),
  /** The number of the migration that runs; null = the backup before the first one. */
  migration: z.number().int().nullable(),
})
export type HistoryUpdate = z.infer<typeof historyUpdate>
