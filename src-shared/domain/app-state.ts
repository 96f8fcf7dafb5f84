import { z } from 'zod'
import { callbackListener } from './callback'
import { fields } from './fields'
import { profileView } from './profile'
import { storageTrouble } from './storage-trouble'

/** What the start found. Every state but `ready` has a screen with a way forward; none of them creates a new database over an old one. */
export const startState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** No profile yet. */
  z.object({ kind: z.literal('first-run') }),
  /** The keychain refuses until the person unlocks it. */
  z.object({ kind: z.literal('keychain-locked') }),
  /** No keychain on this machine, and there is a database: its recovery code opens the history. */
  z.object({ kind: z.literal('keychain-unavailable'), hasRecoveryFile: z.boolean() }),
  /** The key is gone or does not fit the database. */
  z.object({
    kind: z.literal('recovery-needed'),
    reason: z.enum(['key-missing', 'key-does-not-fit']),
    hasRecoveryFile: z.boolean(),
  }),
  z.object({ kind: z.literal('storage-too-new'), found: z.number().int(), supported: z.number().int() }),
  /** The history is there or can be made, and cannot be opened now, not even for reading; it opens as soon as the cause is gone. */
  z.object({ kind: z.literal('storage-unavailable'), path: z.string(), reason: z.string() }),
  /** The file is no database of ours or is damaged; `path` lets the person find it. */
  z.object({ kind: z.literal('storage-damaged'), path: z.string(), reason: z.string() }),
])
export type StartState = z.infer<typeof startState>

const theme = z.enum(['system', 'light', 'dark'])

/** Choices of the person that are no secret. */
export const settings = z.object({
  theme,
  /** IANA zone, or `system`. */
  timeZone: z.string(),
  /** Written beside every act in the timeline; empty = not named. */
  operatorName: z.string(),
})
export type Settings = z.infer<typeof settings>

/** The same as a person fills it in. */
export const settingsInput = z.strictObject({
  theme,
  timeZone: z.string().max(64),
  operatorName: fields.optionalName,
})

/** A confirmed charge as the journal beside the history keeps it. */
export const journalledCharge = z.object({
  clientOrderId: z.string().max(128),
  profileId: z.string().max(64),
  /** When it was confirmed. */
  atMs: z.number().int(),
})
export type JournalledCharge = z.infer<typeof journalledCharge>

/** Set while the app ends and waits for what would otherwise be looked up at the next start. */
export const ending = z.object({
  /** Charges that were sent and have no answer yet. */
  charges: z.array(z.object({ amountMinor: z.number().int(), currency: z.string() })),
  /** Orders with a 3-D Secure answer that is on its way to the gateway or to the disk. */
  steps: z.number().int(),
  /** The app is gone after this, whatever has come. */
  withinMs: z.number().int(),
})
export type Ending = z.infer<typeof ending>

/** The start-up snapshot and the payload of `appState.changed`. */
export const appState = z.object({
  revision: z.number().int(),
  start: startState,
  profiles: z.array(profileView),
  /** Removed profiles by their last names; their orders stay in the history. */
  formerProfiles: z.array(z.object({ profileId: z.string(), name: z.string() })),
  activeProfileId: z.string().nullable(),
  settings,
  /** `session-only`: secrets and, for a new database, its key are kept in memory because there is no keychain. */
  keychain: z.object({ kind: z.enum(['os', 'session-only', 'locked']), backend: z.string().nullable() }),
  /** With a trouble the history can be read, and no command that writes is taken: no charge either. */
  storage: z.object({ trouble: storageTrouble.nullable() }),
  /** Confirmed charges that are not in the history, oldest first; nothing is charged until they were acknowledged. */
  missingCharges: z.array(journalledCharge),
  ending: ending.nullable(),
  recovery: z.enum(['made', 'not-made']),
  online: z.boolean(),
  /** Gateways whose clock differs by minutes from the clock of this computer: theirs minus ours, in ms. */
  clockSkews: z.array(z.object({ profileId: z.string(), skewMs: z.number().int() })),
  simulator: z.object({ kind: z.enum(['stopped', 'starting', 'running', 'failed']) }),
  callbackListener,
  followingCount: z.number().int(),
  attentionCount: z.number().int(),
  versions: z.object({
    app: z.string(),
    electron: z.string(),
    chromium: z.string(),
    node: z.string(),
    sqlite: z.string(),
  }),
  /** True when the Electron binary is a stand-in for development, not what ships. */
  standIn: z.boolean(),
  /** IANA zone of the machine. */
  systemTimeZone: z.string(),
  dataFolder: z.string(),
})
export type AppState = z.infer<typeof appState>
