import type { ThreeDsFlow } from './three-ds'

export type OrderStatus =
  'processing' | 'approved' | 'declined' | 'filtered' | 'error' | 'unknown' | 'chain_declined'

/** The reason of a status: the fields error-code, error-message and motivational-message. */
export interface Reason {
  code: string
  message: string
  motivation?: string
}

/**
 * A status that the order gets after the bank was asked. `afterMs` counts from the usual end of processing, at speed 1.
 */
export interface StatusChange {
  afterMs: number
  status: OrderStatus
  reason?: Reason
}

export type BrokenForm =
  | 'malformed-percent'
  | 'duplicate-key'
  | 'truncated'
  | 'empty'
  | 'missing-order-id'
  | 'foreign-order-id'
  | 'unknown-type'
  | 'html-page'
  | 'json'
  | 'oversize'

/** How the request is answered. This does not depend on the status of the order. */
export type Reply =
  | { kind: 'normal' }
  | { kind: 'late'; delayMs: number }
  | { kind: 'drop' }
  | { kind: 'hang' }
  | { kind: 'drip'; gapMs: number }
  | { kind: 'broken'; form: BrokenForm }
  | { kind: 'page'; httpStatus: 401 | 403 | 429 | 500 | 502 | 503 | 504 }
  | { kind: 'redirect' }
  | { kind: 'error' }

export interface Scenario {
  id: string
  /** Description for people. */
  title: string
  /** Whole major units (in any currency) that select this scenario for a request without a security code. */
  amount?: string
  /** Security codes that select this scenario. */
  securityCodes?: string[]
  /** False: the request is answered, but no order is created. */
  createsOrder: boolean
  reply: Reply
  /** Empty: the order stays in `processing`. */
  statusChanges: StatusChange[]
  /** Browser steps before the status changes; only for a sale. */
  threeDs?: ThreeDsFlow
}
