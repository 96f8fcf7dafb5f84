import type { AmountProblem } from '../domain/money'

/**
 * Why a person is refused something (`not-found`, `not-allowed-now` or `cancelled`). The message file has a text for
 * each one, which the compiler checks.
 */
export type RefusalReason =
  // What is not there.
  | 'order'
  | 'card'
  | 'charge'
  | 'exchange'
  | 'profile'
  | 'step'
  | 'callback'
  | 'recovery-file-missing'
  | 'backup'
  // What cannot be done now.
  | 'adoption-running'
  | 'already-in-log'
  | 'already-open'
  | 'already-sent'
  | 'amount-not-known'
  | 'card-of-another-profile'
  | 'care-under-way'
  | 'charge-moved'
  | 'charge-under-way'
  | 'charges-open'
  | 'environment-is-fixed'
  | 'export-running'
  | 'folder-not-opened'
  | 'gateway-paused'
  | 'history-incomplete'
  | 'no-code-shown'
  | 'no-exported-file'
  | 'no-profile'
  | 'no-route'
  | 'no-unsent-answer'
  | 'not-a-sale-of-ours'
  | 'not-in-review'
  | 'not-started'
  | 'nothing-left'
  | 'order-not-approved'
  | 'order-final'
  | 'order-not-final'
  | 'order-without-gateway-id'
  | 'preview-changed'
  | 'profile-unreadable'
  | 'read-only-profile'
  | 'recovery-needed'
  | 'refund-case-closed'
  | 'refund-case-open'
  | 'sale-switched-off'
  | 'simulator-is-made-by-trying'
  | 'too-many-labels'
  | 'warning-not-acknowledged'
  /** Followed by the code of the guard that blocks a charge. */
  | `blocked-by-${string}`
  // What was stopped.
  | 'shutting-down'

/**
 * Why a service refuses the value of a field, beside what the schemas of the fields refuse. The message file has a text
 * for each one, which the compiler checks.
 */
export type FieldProblem =
  | AmountProblem
  | 'above-what-is-left'
  | 'certificate'
  | 'differs-from-review'
  | 'does-not-fit'
  | 'fixed-by-the-simulator'
  | 'given-twice'
  | 'key-too-short'
  | 'no-callback'
  | 'not-a-base-url'
  | 'not-a-cursor'
  | 'not-a-key'
  | 'not-a-public-https-address'
  | 'not-a-route-of-this-profile'
  | 'not-a-time-zone'
  | 'not-an-https-address'
  | 'not-for-a-stored-card'
  | 'not-rsa'
  | 'not-the-currency-of-this-endpoint'
  | 'not-this-group'
  | 'of-another-database'
  | 'openssh-key'
  | 'passphrase-protected'
  | 'profile-has-orders'
  | 'public-key'
  | 'required'
  | 'required-again'
  | 'several-keys'
