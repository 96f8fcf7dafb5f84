import { icu } from './icu'
import type { Message } from '../icu'
import type { TimelineEntry } from '../../../src-shared/domain/order'

interface TitleValues {
  /** Who did it; only used if `hasActor`. */
  readonly actor: string
  readonly hasActor: boolean
  /** The new status; only used if `hasStatus`. */
  readonly status: string
  readonly hasStatus: boolean
}

/** The title of a failed check depends on the failure. */
const titles: Record<Exclude<TimelineEntry['kind'], 'check-failed'>, Message<TitleValues>> = {
  drafted: icu('{hasActor, select, true {Drafted by {actor}} other {Draft written down}}'),
  confirmed: icu(
    '{hasActor, select, true {Confirmed by {actor} after review} other {Confirmed after review}}',
  ),
  seconded: icu(
    '{hasActor, select, true {{actor} agreed as the second person} other {A second person agreed}}',
  ),
  sent: icu('Sending to the gateway, once'),
  accepted: icu('The gateway accepted the charge'),
  'not-sent': icu('Not sent: the gateway was never reached'),
  refused: icu('The gateway refused the request'),
  'outcome-unknown': icu('Sent, but no readable response came back'),
  'late-answer': icu('The gateway responded late; only a check settles the charge'),
  'swept-at-start': icu('Found unfinished at the start of the app'),
  restored: icu(
    '{hasActor, select, true {A backup was restored by {actor}} other {A backup was restored}}: this may have been sent after it was made',
  ),
  cancelled: icu(
    '{hasActor, select, true {Cancelled by {actor} before sending} other {Cancelled before sending}}',
  ),
  adopted: icu('{hasActor, select, true {Added by {actor} by its ID} other {Added by its ID}}'),
  imported: icu('{hasActor, select, true {Imported from a file by {actor}} other {Imported from a file}}'),
  'status-changed': icu(
    '{hasStatus, select, true {Gateway status: {status}} other {The gateway reported new details}}',
  ),
  erased: icu('{hasActor, select, true {Personal data erased by {actor}} other {Personal data erased}}'),
  'status-unchanged': icu('No change'),
  'not-found-yet': icu('The gateway does not know the order yet'),
  mismatch: icu('The response contradicts what is known'),
  final: icu('{hasStatus, select, true {{status}} other {Final status}}'),
  'refund-started': icu('Refund started'),
  'refund-approved': icu('Refund approved'),
  'refund-refused': icu('Refund declined, the payment stays approved'),
  'cancel-started': icu('Cancellation started'),
  'cancel-approved': icu('Cancelled'),
  'cancel-refused': icu('Cancellation declined, the payment stays as it was'),
  'refund-contradicted': icu('The gateway’s total of refunds was not used'),
  retrieval: icu('Retrieval request: the issuer asks for documents'),
  dispute: icu('Dispute: the issuer questions the payment'),
  fraud: icu('Fraud report: the issuer reports the payment as fraud'),
  chargeback: icu('Chargeback: the issuer took money back'),
  'refund-case-asked': icu('{hasActor, select, true {Refund asked for by {actor}} other {Refund asked for}}'),
  'refund-case-handed-over': icu(
    '{hasActor, select, true {Request for a refund handed over by {actor}} other {Request for a refund handed over}}',
  ),
  'refund-case-proven': icu('The gateway status shows the refund that was asked for'),
  'refund-case-refused': icu(
    '{hasActor, select, true {Refund refused, written down by {actor}} other {The gateway refused the refund that was asked for}}',
  ),
  'needs-review': icu('Needs review: the gateway did not settle it'),
  resolved: icu('{hasActor, select, true {Settled by {actor}} other {Settled by a person}}'),
  'card-registered': icu('{hasActor, select, true {Card registered by {actor}} other {Card registered}}'),
  'step-awaited': icu('The issuer asks for a step of 3-D Secure'),
  'step-opened': icu(
    '{hasActor, select, true {The issuer page was opened by {actor}} other {The issuer page was opened}}',
  ),
  'step-closed': icu(
    '{hasActor, select, true {The issuer page was closed by {actor}} other {The issuer page was closed without a response}}',
  ),
  'step-answered': icu('The issuer responded; its response is written down'),
  'step-timed-out': icu('The issuer page did not finish in time'),
  'step-failed': icu('The issuer page failed'),
  'step-sending': icu(
    '{hasActor, select, true {The issuer’s response is sent by {actor}, once} other {The issuer’s response is sent to the gateway, once}}',
  ),
  'step-sent': icu('The gateway took the issuer’s response'),
  'step-not-sent': icu('The issuer’s response was not sent: the gateway was never reached'),
  'step-refused': icu('The gateway refused the issuer’s response'),
  'step-unknown': icu('The issuer’s response was sent, but no readable response of the gateway came back'),
  callback: icu('{hasActor, select, true {A callback was stored by {actor}} other {A callback was stored}}'),
  note: icu('{hasActor, select, true {Note by {actor}} other {Note}}'),
}

const checked = icu<{ count: number }>('{count, plural, one {checked once} other {checked # times}}')

export const timeline = {
  titles,
  /** What a late response of the gateway says. */
  late: {
    accepted: icu<{ orderId: string }>('it accepted the charge as order {orderId}'),
    refused: icu<{ reason: string }>('it refused the charge: {reason}'),
    notSent: icu<{ reason: string }>('the charge was not sent: {reason}'),
  },
  /** `No change: Unknown, checked 10 times` */
  unchanged: icu<{ status: string; count: number }>(
    'No change: {status}, {count, plural, one {checked once} other {checked # times}}',
  ),
  label: 'Timeline',
  empty: 'Nothing has happened to this order yet.',
  repeat: checked,
  over: icu<{ span: string }>('over {span}'),
  serial: 'Serial number',
  lookUp: icu<{ serialNumber: string }>('Look up request, serial number {serialNumber}'),
  emptyValue: 'empty',
  moreFields: icu<{ count: number }>('{count, plural, one {# more field} other {# more fields}}'),
  becomes: 'becomes',
}
