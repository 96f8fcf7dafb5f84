import { icu } from './icu'
import type { StorageTrouble } from '../../../src-shared/domain/storage-trouble'

interface TroubleText {
  readonly title: string
  /** What happened, as a sentence. */
  readonly what: string
  /** What is safe to do now. */
  readonly way: string
  /** Why a button is disabled meanwhile. */
  readonly reason: string
}

const trouble: Record<StorageTrouble, TroubleText> = {
  'disk-full': {
    title: 'The disk is full',
    what: 'The disk is full.',
    way: 'Free some space on the disk of the data folder. The app then continues automatically.',
    reason: 'The disk is full: a charge must be stored before it is sent.',
  },
  busy: {
    title: 'Another program is using the history',
    what: 'Another program is using the history.',
    way: 'Close the other program, for example a database tool or a backup. The app then continues automatically.',
    reason: 'Another program is using the history: a charge must be stored before it is sent.',
  },
  'read-only': {
    title: 'The data folder is read-only',
    what: 'The data folder is read-only.',
    way: 'Allow writing to the data folder. The app then continues automatically.',
    reason: 'The data folder is read-only: a charge must be stored before it is sent.',
  },
  'write-failed': {
    title: 'Writing to the disk failed',
    what: 'Writing to the disk failed.',
    way: 'Check the disk of the data folder, then try again.',
    reason: 'Writing to the disk failed: a charge must be stored before it is sent.',
  },
}

export const storage = {
  trouble,
  known:
    'All stored orders are safe, also open charges. Nothing can be charged or changed now, and open orders are not checked.',
  folder: 'Data folder',
  missing: {
    title: icu<{ count: number }>(
      '{count, plural, one {A confirmed charge is missing from the history} other {# confirmed charges are missing from the history}}',
    ),
    text: 'The newest entries of the history are missing, or an older copy of it is in use. These charges may have gone through. Look up each one with “Add order”, or in the gateway’s back office. Nothing can be charged until you have checked them.',
    confirmed: icu<{ when: string }>('confirmed {when}'),
    adopt: 'Add order',
    more: icu<{ count: number }>('{count, plural, one {and # older one} other {and # older ones}}'),
    acknowledge: 'I have checked these charges',
    reason: 'Confirmed charges are missing from the history. Check them first.',
  },
  ending: {
    title: 'Rebill Desk is closing',
    charges: icu<{ count: number; sums: string }>(
      '{count, plural, one {Waiting for the response to the charge of {sums}.} other {Waiting for the responses to # charges: {sums}.}}',
    ),
    steps: icu<{ count: number }>(
      '{count, plural, one {Waiting for a 3-D Secure response to be sent and stored.} other {Waiting for the 3-D Secure responses of # orders to be sent and stored.}}',
    ),
    atMost: icu<{ seconds: number }>(
      'This takes {seconds, number} s at most. A response that has not arrived by then is looked up at the next start. Nothing is sent twice.',
    ),
  },
}
