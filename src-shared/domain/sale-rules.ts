import { z } from 'zod'
import { fields } from './fields'

/** Values that a sale's control may be made of; the key always comes last. */
export const saleSignedValue = z.enum([
  'route id',
  'login',
  'client order id',
  'amount in minor units',
  'currency',
  'email',
])
export type SaleSignedValue = z.infer<typeof saleSignedValue>

/** Values that an upload's control may be made of; the key always comes last. */
export const uploadSignedValue = z.enum(['route id', 'login', 'client order id', 'gateway order id'])
export type UploadSignedValue = z.infer<typeof uploadSignedValue>

/** Neither formula is in the interface: these are what clients of the service sign. */
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

/** How a profile takes cards that are typed in. */
export const saleRules = z.strictObject({
  /** Card numbers may be typed: off in production until a person switches it on. */
  acceptsCards: z.boolean(),
  control: z.array(saleSignedValue).min(1, 'required').max(6),
  uploadControl: z.array(uploadSignedValue).min(1, 'required').max(4),
  /** Group uploads name the group as the interface says, or by the id alone as some installations do. */
  uploadRoute: z.enum(['group-segment', 'id-only']),
  /** Base of the return address, https; it is caught in the issuer's window and never called. Empty = the app's own. */
  returnUrl: fields.url,
})
export type SaleRules = z.infer<typeof saleRules>

/** The same as shown. */
export const saleRulesView = z.object({
  acceptsCards: z.boolean(),
  control: z.array(saleSignedValue),
  uploadControl: z.array(uploadSignedValue),
  uploadRoute: z.enum(['group-segment', 'id-only']),
  returnUrl: z.string(),
})

/** The top-level name `invalid` never resolves (RFC 2606): what is not caught in the window reaches nobody. */
export const ownReturnUrl = 'https://return.rebill-desk.invalid/3ds'

/** What a new profile starts with. */
export function defaultSaleRules(environment: 'production' | 'gateway-test' | 'simulator'): SaleRules {
  return {
    acceptsCards: environment !== 'production',
    control: [...clientsSaleControl],
    uploadControl: [...clientsUploadControl],
    uploadRoute: 'group-segment',
    returnUrl: '',
  }
}
