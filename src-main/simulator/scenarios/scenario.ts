import type { ThreeDsCourse } from './three-ds'

export type OrderStatus =
  'processing' | 'approved' | 'declined' | 'filtered' | 'error' | 'unknown' | 'chain_declined'

/** Why an order ended as it did: the fields error-code, error-message and motivational-message. */
export interface Reason {
  code: string
  message: string
  motivation?: string
}

/** A status the order takes once the bank has been asked; times at speed 1, counted from the usual end of processing. */
export interface Leg {
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

/** What the caller gets to see, whatever became of the order. */
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
  /** What happens, for people. */
  title: string
  /** Whole major units, of any currency, that choose it for a request without security code. */
  amount?: string
  /** Security codes that choose it. */
  securityCodes?: string[]
  /** False: the request is read and answered, and no order comes of it. */
  createsOrder: boolean
  reply: Reply
  /** Empty: the order stays in processing for ever. */
  course: Leg[]
  /** What the cardholder has to do before that; a sale only. */
  threeDs?: ThreeDsCourse
}
