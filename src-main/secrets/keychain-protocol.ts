import { z } from 'zod'

/**
 * Requests of main to the keychain process; answers have the same id. Secrets are encrypted: by the process with its
 * own key and the `publicKey` of main, which is made for this one call (`ChannelEnd`).
 */
export const keychainRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('probe'), id: z.number().int(), service: z.string() }),
  z.strictObject({ kind: z.literal('lock-state'), id: z.number().int() }),
  z.strictObject({ kind: z.literal('public-key'), id: z.number().int() }),
  z.strictObject({
    kind: z.literal('get'),
    id: z.number().int(),
    service: z.string(),
    account: z.string(),
    prompting: z.enum(['may-prompt', 'no-prompt']),
    publicKey: z.string(),
  }),
  z.strictObject({
    kind: z.literal('set'),
    id: z.number().int(),
    service: z.string(),
    account: z.string(),
    publicKey: z.string(),
    sealedSecret: z.string(),
  }),
  z.strictObject({
    kind: z.literal('delete'),
    id: z.number().int(),
    service: z.string(),
    account: z.string(),
  }),
])
export type KeychainRequest = z.infer<typeof keychainRequest>

/** Two kinds of failure: the keychain refuses, or there is none. */
export const keychainReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('done'), id: z.number().int(), value: z.string().nullable() }),
  z.strictObject({ kind: z.literal('locked'), id: z.number().int() }),
  z.strictObject({ kind: z.literal('unavailable'), id: z.number().int(), reason: z.string() }),
])
export type KeychainReply = z.infer<typeof keychainReply>
