import { z } from 'zod'

/** What a copy of the history holds. */
export const copyFacts = z.object({
  bytes: z.number().int(),
  schemaVersion: z.number().int(),
  orders: z.number().int(),
  /** When its newest order was made; null = it has none. */
  lastOrderAtMs: z.number().int().nullable(),
})
export type CopyFacts = z.infer<typeof copyFacts>

/**
 * Why a copy exists. `replaced`: the history that stood before a backup was restored. `before-update`: made before its
 * format was converted. `chosen`: a file that a person chose in a dialog.
 */
export const copyKind = z.enum(['daily', 'by-hand', 'before-update', 'replaced', 'chosen'])
export type CopyKind = z.infer<typeof copyKind>

/** A copy in the folders of the app. */
export const historyCopy = z.object({
  /** Names the copy in commands; never a path. */
  name: z.string(),
  kind: copyKind,
  madeAtMs: z.number().int(),
  bytes: z.number().int(),
  /** Null when it cannot be read with the key; `problem` says why. */
  facts: copyFacts.nullable(),
  problem: z.string().nullable(),
})
export type HistoryCopy = z.infer<typeof historyCopy>

/** The work that runs now; one at a time. `share` is between 0 and 1, null while it is not known. */
export const careWork = z.object({
  kind: z.enum(['backup', 'check', 'restore']),
  step: z.enum(['copying', 'checking', 'stopping']),
  share: z.number().min(0).nullable(),
})
export type CareWork = z.infer<typeof careWork>

/** How the schedule makes and keeps copies: one for each of the last days, and one for each of some weeks before. */
export const backupSchedule = z.strictObject({
  isOn: z.boolean(),
  dailies: z.number().int().min(1).max(60),
  weeklies: z.number().int().min(0).max(52),
})
export type BackupSchedule = z.infer<typeof backupSchedule>

/**
 * How many months the personal data of final orders is kept; null = for ever. `enabledBy` chose it and confirmed that it
 * cannot be undone.
 */
export const retention = z.object({
  months: z.number().int().min(1).max(240).nullable(),
  enabledBy: z.string().nullable(),
  lastRunAtMs: z.number().int().nullable(),
})
export type Retention = z.infer<typeof retention>
export const keptForEver: Retention = { months: null, enabledBy: null, lastRunAtMs: null }

/** What is remembered about backups over restarts. */
export const careMemory = z.object({
  schedule: backupSchedule,
  lastSuccess: z.object({ atMs: z.number().int(), path: z.string(), orders: z.number().int() }).nullable(),
  /** The last attempt, when it failed; null after a success. */
  lastFailure: z.object({ atMs: z.number().int(), reason: z.string() }).nullable(),
  lastCheck: z.object({ atMs: z.number().int(), finding: z.string().nullable() }).nullable(),
  retention,
})
export type CareMemory = z.infer<typeof careMemory>

/** The state of backups and checks; part of the state of the app. */
export const careState = careMemory.extend({
  work: careWork.nullable(),
  /** True when the schedule is on and there is no good backup of the last two days. */
  isOverdue: z.boolean(),
})
export type CareState = z.infer<typeof careState>

/**
 * A backup that took the place of a newer history. Charges after `lastKnownMs` are missing in it. While it is in the
 * state of the app, nothing can be charged.
 */
export const restoredHistory = z.object({
  atMs: z.number().int(),
  actor: z.string().nullable(),
  /** The newest order of the backup; null = it has none. */
  lastKnownMs: z.number().int().nullable(),
  /** True when the history that was replaced could be read, so that every missing charge is known. */
  isComplete: z.boolean(),
})
export type RestoredHistory = z.infer<typeof restoredHistory>
