import { z } from 'zod'
import { fields } from './fields'

/** Values that a sale's control may sign. The key is always last. */
export const saleSignedValue = z.enum([
  'route id',
  'login',
  'client order id',
  'amount in minor units',
  'currency',
  'email',
])
export type SaleSignedValue = z.infer<typeof saleSignedValue>

/** Values that an upload's control may sign. The key is always last. */
export const uploadSignedValue = z.enum(['route id', 'login', 'client order id', 'gateway order id'])
export type UploadSignedValue = z.infer<typeof uploadSignedValue>

/** The interface document gives neither formula. These defaults are what public clients of the gateway sign. */
export const clientsSaleControl: readonly SaleSignedValue[] = [
  'route id',
  'client order id',
  'amount in minor units',
  'email',
]
export const clientsUploadControl: readonly UploadSignedValue[] = [
  'login',
  'client order id',
  'gateway order id',
]

/** The settings of a profile for sales. */
export const saleRules = z.strictObject({
  /** Allows typed card numbers. Off in production until a person switches it on. */
  acceptsCards: z.boolean(),
  control: z.array(saleSignedValue).min(1, 'required').max(6),
  uploadControl: z.array(uploadSignedValue).min(1, 'required').max(4),
  /** Path of an upload to a group: with `group/` as in the interface, or the id alone as in some installations. */
  uploadRoute: z.enum(['group-segment', 'id-only']),
  /**
   * Base of the return address (https). The issuer's window catches it, so it is never called. Empty = the app's own.
   */
  returnUrl: fields.url,
})
export type SaleRules = z.infer<typeof saleRules>

/** The same settings for the window. */
export const saleRulesView = z.object({
  acceptsCards: z.boolean(),
  control: z.array(saleSignedValue),
  uploadControl: z.array(uploadSignedValue),
  uploadRoute: z.enum(['group-segment', 'id-only']),
  returnUrl: z.string(),
})

/** The top-level domain `invalid` never resolves (RFC 2606), so a request that is not caught reaches nobody. */
export const ownReturnUrl = 'https://return.rebill-desk.invalid/3ds'

/** The settings of a new profile. */
export function defaultSaleRules(environment: 'production' | 'gateway-test' | 'simulator'): SaleRules {
  return {
    acceptsCards: environment !== 'production',
    control: [...clientsSaleControl],
    uploadControl: [...clientsUploadControl],
    uploadRoute: 'group-segment',
    returnUrl: '',
  }
}
