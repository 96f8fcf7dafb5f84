import type { CopyKind } from '../../../src-shared/domain/data-care'
import { icu } from './icu'

/** Why a backup could not be made, read or restored. */
const problems: Record<string, string | undefined> = {
  'disk-full': 'The disk is full.',
  'read-only': 'The folder is read-only.',
  'backup-folder-missing': 'The folder does not exist. The drive may have been removed.',
  'backup-not-written': 'The file could not be written.',
  'backup-other-key': 'It belongs to another key, of another computer or an older installation.',
  'backup-not-ours': 'It is not a backup of Rebill Desk.',
  'backup-too-new': 'A newer version of Rebill Desk made it.',
  'backup-not-sound': 'It is damaged.',
  'backup-missing': 'The file is missing.',
  damaged: 'It is damaged.',
  'database-key': 'The key of the history is not in the keychain.',
  'secret-store-locked': 'The keychain is locked.',
  'secret-store-unavailable': 'There is no keychain.',
}

const kinds: Record<CopyKind, string> = {
  daily: 'Scheduled',
  'by-hand': 'Made by hand',
  'before-update': 'Before an update',
  replaced: 'Replaced by a restore',
  chosen: 'Chosen file',
}

export const care = {
  problems,
  unlistedProblem: icu<{ reason: string }>('Cause: {reason}.'),
  backup: {
    title: 'Backup',
    lead: 'A backup is a checked, encrypted copy of the whole history.',
    never: 'No backup yet.',
    last: icu<{ when: string; count: number }>(
      'Last backup {when}, {count, plural, one {# order} other {# orders}}, checked.',
    ),
    failed: icu<{ when: string }>('The backup {when} failed.'),
    kept: 'The older backups are still there. It is tried again within the hour.',
    overdue: 'There is no backup of the last two days',
    now: 'Back up now',
    choose: 'Back up to a file…',
    done: 'Backup made and checked',
    stop: 'Stop backup',
    running: {
      copying: 'Copying the history',
      checking: 'Checking the copy',
      stopping: 'Stopping after the current step',
    },
    progress: 'Progress of the backup',
  },
  key: {
    title: 'Who can open a backup',
    text: 'Nobody can read a backup without its key, and nobody can make the key again. This computer has the key in its keychain. Elsewhere you need three things: the backup, its recovery file and your recovery code. “Back up to a file” saves the recovery file beside the backup. A new recovery code does not open an older recovery file.',
    noCode:
      'You have no recovery code yet. If this computer or its keychain is lost, no backup can be opened. Create a code in Settings, Data.',
  },
  schedule: {
    title: 'Schedule',
    on: 'Once a day, while the app runs',
    off: 'Off',
    label: 'Make backups',
    dailies: 'Daily backups to keep',
    weeklies: 'Weekly backups to keep',
    hint: 'An old backup is removed only after a newer one was checked. Backups made by hand are never removed.',
    days: icu<{ count: number }>('{count, plural, one {# day} other {# days}}'),
    weeks: icu<{ count: number }>('{count, plural, =0 {None} one {# week} other {# weeks}}'),
  },
  copies: {
    title: 'Restore',
    lead: 'The backup is checked before anything changes. The present history is kept beside it and is not deleted.',
    empty: 'There is no backup in the folder of the app.',
    kinds,
    columns: { made: 'Made', kind: 'Kind', orders: 'Orders', size: 'Size', format: 'Format' },
    restore: 'Restore…',
    chooseFile: 'Choose a file…',
  },
  confirm: {
    title: 'Restore this backup?',
    chosen: icu<{ count: number; when: string }>(
      'It holds {count, plural, one {# order} other {# orders}}. The newest one is from {when}.',
    ),
    chosenEmpty: 'It holds no order.',
    missing:
      'Everything after that is missing in it. Charges made since then stay at the gateway, but the app no longer knows them and cannot warn of a second charge.',
    safe: 'So nothing can be charged until you have checked the missing charges. Charges whose sending is in doubt are looked up at the gateway. Nothing is sent again.',
    button: 'Restore backup',
  },
  check: {
    title: 'Integrity check',
    lead: 'Reads the whole history and looks for damage. It also runs after each start.',
    button: 'Check now',
    running: 'Checking the history',
    sound: icu<{ when: string }>('No damage found {when}.'),
    found: icu<{ when: string; finding: string }>('Damage found {when}: {finding}'),
  },
  restoring: {
    title: 'Restoring the backup',
    text: 'The backup is checked first, then it takes the place of the history. Nothing is sent. If the app is closed now, the next start finishes it or leaves everything as it was.',
  },
  restored: {
    title: 'A backup was restored',
    known: icu<{ from: string; to: string }>('Charges between {from} and {to} are missing in this history.'),
    knownNone: icu<{ to: string }>('The backup has no order. Every charge before {to} is missing.'),
    complete: 'The charges below are all that were sent in that time.',
    incomplete:
      'The replaced history could not be read, so there may be more than the app knows. Compare that time with the gateway’s back office.',
    safe: 'They may have gone through: do not charge these customers again before you have checked. Add each order by its ID, or look it up in the gateway’s back office. Nothing can be charged until you confirm here.',
    acknowledge: 'I have checked the gateway for this time',
  },
  bar: { failed: 'Backup failed', overdue: 'Backup overdue' },
}
