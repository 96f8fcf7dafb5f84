import { z } from 'zod'

/**
 * What does not fit between the history, its audit chain and the anchor in the keychain. While there is a finding, no
 * charge is sent.
 */
export const proofFinding = z.object({
  kind: z.enum([
    /** The newest entries are gone: an older copy, or a lost write-ahead log. */
    'rolled-back',
    /** Another entry stands where the keychain remembers one: two copies went on side by side. */
    'forked',
    /** The file is another history with the same key. */
    'other-history',
    /** The history was anchored in a keychain before, and this one has no anchor of it. */
    'no-anchor',
    /** There is an anchor, but no file. */
    'deleted',
    'entry-changed',
    'entry-missing',
    'order-changed',
    'order-missing',
  ]),
  /** The number of the first entry that is wrong or missing; null = not known. */
  seq: z.number().int().nullable(),
  /** How many entries the keychain knows to be missing; null = not known. */
  missing: z.number().int().nullable(),
  /** The newest entry that is certain; null = not known. */
  soundUntilMs: z.number().int().nullable(),
  /** The newest entry that the keychain knows; null = it knows none. */
  anchoredAtMs: z.number().int().nullable(),
  orderId: z.string().nullable(),
})
export type ProofFinding = z.infer<typeof proofFinding>

/** The state of the proof that the history is complete and unchanged. */
export const historyProof = z.object({
  finding: proofFinding.nullable(),
  /** False without a keychain: then an older copy of the history is not noticed. */
  isAnchored: z.boolean(),
  /** The check that runs, from 0 to 1; null = none runs. */
  share: z.number().nullable(),
  /** The last complete check of this run of the app. */
  checked: z
    .object({
      atMs: z.number().int(),
      entries: z.number().int(),
      /** The first digits of the newest hash, to compare with a proof file. */
      head: z.string(),
    })
    .nullable(),
})
export type HistoryProofState = z.infer<typeof historyProof>
