import { z } from 'zod'
import { callbackListener } from './callback'
import { careState, restoredHistory } from './data-care'
import { fields } from './fields'
import { historyProof } from './history-proof'
import { homeCounts } from './home'
import { operatorsState } from './operator'
import { policyProblem, policyView } from './policy'
import { profileView, unreadableProfileView } from './profile'
import { storageTrouble } from './storage-trouble'

/**
 * The result of the start. Every state except `ready` has a screen with a next step. No state replaces an existing
 * database.
 */
export const startState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** A backup is being put in the place of the history. */
  z.object({ kind: z.literal('restoring') }),
  /** No profile yet. */
  z.object({ kind: z.literal('first-run') }),
  /** The keychain is locked; the operator must unlock it. */
  z.object({ kind: z.literal('keychain-locked') }),
  /** There is a database but no keychain on this machine. The recovery code opens the database. */
  z.object({ kind: z.literal('keychain-unavailable'), hasRecoveryFile: z.boolean() }),
  /** The database key is missing or wrong. */
  z.object({
    kind: z.literal('recovery-needed'),
    reason: z.enum(['key-missing', 'key-does-not-fit']),
    hasRecoveryFile: z.boolean(),
  }),
  /** The keychain knows a history with this number of entries, and there is no file. */
  z.object({ kind: z.literal('history-deleted'), entries: z.number().int(), anchoredAtMs: z.number().int() }),
  z.object({ kind: z.literal('storage-too-new'), found: z.number().int(), supported: z.number().int() }),
  /** Other machines write to the folder as well, so the database in it could break without an error. */
  z.object({
    kind: z.literal('folder-shared'),
    by: z.enum(['network', 'sync']),
    /** Of the file system or of the program. */
    name: z.string(),
  }),
  /** The policy of the administrator is there and cannot be used, so nothing begins without it. */
  policyProblem.extend({ kind: z.literal('policy-unusable') }),
  /** The database cannot be opened now, not even for reading. It opens when the cause in `reason` is gone. */
  z.object({ kind: z.literal('storage-unavailable'), path: z.string(), reason: z.string() }),
  /** The file at `path` is damaged or is not a database of this app. */
  z.object({ kind: z.literal('storage-damaged'), path: z.string(), reason: z.string() }),
])
export type StartState = z.infer<typeof startState>

const theme = z.enum(['system', 'light', 'dark'])
const density = z.enum(['comfortable', 'compact'])
/** Limits of the width of an order, a card, a callback or a request beside its list, in px. */
export const detailPxLimits = { minPx: 400, maxPx: 2000 } as const
/** That width; null = no choice. */
const detailPx = z.number().int().min(detailPxLimits.minPx).max(detailPxLimits.maxPx).nullable()

/** Settings of the operator; no secrets. */
export const settings = z.object({
  theme,
  /** Height of rows, buttons and fields. */
  density,
  detailPx,
  /** IANA zone, or `system`. */
  timeZone: z.string(),
  /** Stored with every action in the timeline; empty = no name. */
  operatorName: z.string(),
})
export type Settings = z.infer<typeof settings>

/** The settings as a command sends them. */
export const settingsInput = z.strictObject({
  theme,
  density,
  detailPx,
  timeZone: z.string().max(64),
  operatorName: fields.optionalName,
})

/** A confirmed charge in the charge journal, a file beside the database. */
export const journalledCharge = z.object({
  clientOrderId: z.string().max(128),
  profileId: z.string().max(64),
  /** When it was confirmed. */
  atMs: z.number().int(),
})
export type JournalledCharge = z.infer<typeof journalledCharge>

/** Set while the app quits and waits for open answers. Answers that come later are looked up at the next start. */
export const ending = z.object({
  /** Charges that were sent and have no answer yet. */
  charges: z.array(z.object({ amountMinor: z.number().int(), currency: z.string() })),
  /** Number of orders with a 3-D Secure answer that is being uploaded or written to disk. */
  steps: z.number().int(),
  /** The app ends after this time in any case. */
  withinMs: z.number().int(),
})
export type Ending = z.infer<typeof ending>

/** The state of the whole app: the answer of `appState.get` and the payload of `appState.changed`. */
export const appState = z.object({
  revision: z.number().int(),
  start: startState,
  profiles: z.array(profileView),
  unreadableProfiles: z.array(unreadableProfileView),
  /** Removed profiles with their last names. Their orders stay in the history. */
  formerProfiles: z.array(z.object({ profileId: z.string(), name: z.string() })),
  activeProfileId: z.string().nullable(),
  settings,
  /** `session-only`: there is no keychain, so secrets (and the key of a new database) are kept in memory only. */
  keychain: z.object({ kind: z.enum(['os', 'session-only', 'locked']), backend: z.string().nullable() }),
  /** While `trouble` is set the history can only be read: every command that writes is refused, also every charge. */
  storage: z.object({ trouble: storageTrouble.nullable() }),
  /**
   * Confirmed charges that are missing in the history, oldest first. No charge is possible until they are acknowledged.
   */
  missingCharges: z.array(journalledCharge),
  /** A restored backup whose missing charges nobody has checked yet. No charge is possible until then. */
  restored: restoredHistory.nullable(),
  /** With a finding no charge is possible until it is accepted. */
  proof: historyProof,
  care: careState,
  ending: ending.nullable(),
  recovery: z.enum(['made', 'not-made']),
  operators: operatorsState,
  /** Null without a policy of an administrator. */
  policy: policyView.nullable(),
  online: z.boolean(),
  /** Gateways whose clock differs from the clock of this computer by minutes: gateway minus computer, in ms. */
  clockSkews: z.array(z.object({ profileId: z.string(), skewMs: z.number().int() })),
  simulator: z.object({ kind: z.enum(['stopped', 'starting', 'running', 'failed']) }),
  callbackListener,
  counts: homeCounts,
  versions: z.object({
    app: z.string(),
    electron: z.string(),
    chromium: z.string(),
    node: z.string(),
    sqlite: z.string(),
  }),
  /** True when the app runs on the stand-in Electron for development, not on the shipped one. */
  standIn: z.boolean(),
  /** IANA zone of the machine. */
  systemTimeZone: z.string(),
  dataFolder: z.string(),
})
export type AppState = z.infer<typeof appState>
