import type { ProofFinding } from '../../../src-shared/domain/history-proof'
import { icu } from './icu'

/** What is known of a finding, as words. `unknown` stands for what is not known. */
interface Known {
  readonly count: number
  readonly seq: string
  readonly from: string
  readonly to: string
  readonly order: string
}

const findings: Record<ProofFinding['kind'], { title: string; text: (known: Known) => string }> = {
  'rolled-back': {
    title: 'The newest part of the history is missing',
    text: icu<Known>(
      '{count, plural, one {# entry is} other {# entries are}} missing, made after {from} and up to {to}. An older copy of the history is in use, or the file that ends in “-wal” was lost.',
    ),
  },
  forked: {
    title: 'There are two versions of the history',
    text: icu<Known>(
      'The keychain knows an entry of {to} that is not in this history. Another entry is in its place. So an older copy was put back and used, or two copies were used side by side.',
    ),
  },
  'other-history': {
    title: 'This is another history',
    text: icu<Known>(
      'The keychain knows a history with {count, plural, one {# entry} other {# entries}}, the newest of {to}. The file holds another history.',
    ),
  },
  'no-anchor': {
    title: 'This keychain does not know the history',
    text: icu<Known>(
      'The history was used with another keychain until {from}. This is so after a move to another computer, or after the keychain was lost. It is also so for a copy of a history that is still in use elsewhere.',
    ),
  },
  deleted: {
    title: 'The history was deleted',
    text: icu<Known>(
      'The keychain knows a history with {count, plural, one {# entry} other {# entries}}, the newest of {to}. Its file is gone.',
    ),
  },
  'entry-changed': {
    title: 'An entry of the audit chain was changed',
    text: icu<Known>('Entry {seq} is not as the app wrote it. The entries up to {from} are as they were.'),
  },
  'entry-missing': {
    title: 'An entry of the audit chain is missing',
    text: icu<Known>('Entry {seq} was removed. The entries up to {from} are as they were.'),
  },
  'order-changed': {
    title: 'An order was changed outside of the app',
    text: icu<Known>(
      'Order number {order} does not have the amount, IDs or status that the audit chain says.',
    ),
  },
  'order-missing': {
    title: 'An order was removed outside of the app',
    text: icu<Known>('Order number {order} is in the audit chain and no longer in the history.'),
  },
}

export const proof = {
  title: 'Proof of the history',
  lead: 'Each action, attempt and refusal is an entry of an audit chain, and the keychain knows the newest one. So the app notices when somebody removed or changed something, or put back an older copy.',
  sound: icu<{ when: string; count: number }>(
    'Checked {when}: {count, plural, one {# entry} other {# entries}}, nothing removed or changed.',
  ),
  head: 'Code of the newest entry',
  running: 'Checking the history',
  progress: 'Progress of the check',
  notChecked: 'Not checked yet.',
  notAnchored:
    'There is no keychain, so an older copy of the history would not be noticed. What is in the history is checked.',
  verify: 'Check the proof',
  save: 'Save proof file…',
  saved: icu<{ name: string }>('Saved as {name}'),
  file: 'The proof file holds no personal data. Anyone can check it without the app and without a key.',
  findings,
  unknown: 'a time that is not known',
  blocked:
    'Nothing can be charged until this is settled. The history can be read, and open orders are checked.',
  ways: 'Restore a backup that holds the missing part, or accept the history as it is. First compare your charges of that time with the gateway’s back office: a charge that is missing here may have gone through.',
  waysDeleted:
    'Restore a backup, or begin a new history. First compare your charges of the last days with the gateway’s back office.',
  show: 'Show what to do',
  reason: 'The history does not fit its audit chain. See Settings, History.',
  accept: 'Accept the history…',
  acceptDeleted: 'Begin a new history…',
  dialog: {
    title: 'Accept the history as it is',
    titleDeleted: 'Begin a new history',
    text: 'The audit chain keeps your name and your reason. The finding stays in the chain and in every proof file.',
    textDeleted:
      'A new, empty history begins. The audit chain keeps your name and your reason, and that the earlier history is gone.',
    name: 'Your name',
    reason: 'What you checked, and why you accept it',
    release: 'You release it in the window that opens.',
    releaseByTwo: 'You release it in the window that opens, where another operator enters their PIN.',
    confirm: 'Accept',
    confirmDeleted: 'Begin a new history',
  },
}
