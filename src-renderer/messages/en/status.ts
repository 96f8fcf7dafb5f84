import { icu } from './icu'
import type { StatusFamily } from '../../../src-shared/domain/order-status'

const families: Record<StatusFamily, string> = {
  open: 'Open',
  approved: 'Approved',
  declined: 'Declined',
  error: 'Error',
  filtered: 'Filtered',
  unknown: 'Unknown',
}

/** The status in one or two words, and why it stands, where that is known without the gateway. */
const shown: Record<string, { readonly word: string; readonly reason?: string }> = {
  processing: { word: 'Processing' },
  approved: { word: 'Approved' },
  declined: { word: 'Declined' },
  error: { word: 'Error' },
  filtered: { word: 'Filtered' },
  unknown: { word: 'Unknown', reason: 'Gateway reports unknown' },
  chain_declined: { word: 'Processing', reason: 'Trying another gate' },
  'not sent yet': { word: 'Not sent yet' },
  sending: { word: 'Sending' },
  'not sent': { word: 'Not sent', reason: 'Gateway not reached' },
  cancelled: { word: 'Cancelled' },
  refused: { word: 'Refused' },
  'refused, checking': { word: 'Unknown', reason: 'Refused, checking' },
  'outcome unknown': { word: 'Unknown', reason: 'No response, checking' },
  'answer of another order': { word: 'Unknown', reason: 'Response of another order' },
  'needs review': { word: 'Needs you', reason: 'Settle it by hand' },
  'awaits cardholder': { word: 'Cardholder' },
  'answer not sent': { word: 'Needs you' },
  imported: { word: 'Imported', reason: 'Not checked at the gateway' },
  'settled: charged': { word: 'Charged', reason: 'Settled by hand' },
  'settled: not charged': { word: 'Not charged', reason: 'Settled by hand' },
}

export const status = {
  families,
  shown,
  order: 'Order',
  /** For screen readers. */
  needsPerson: icu<{ order: string }>('{order}. This order needs a person.'),
  announcement: icu<{ subject: string; word: string }>('{subject}: {word}'),
}
