import { icu } from './icu'
const damage: Record<string, string | undefined> = {
  'not-our-database': 'Not a history of Rebill Desk',
  'main-file-missing': 'The main file is missing',
  missing: 'The file is missing',
  'not-a-file': 'Not a file',
  'empty-file': 'The file is empty',
  truncated: 'The end of the file is missing',
  unreadable: 'The content of the file cannot be read',
  'unknown-version': 'The version of the history is not known',
}

export const start = {
  title: 'Rebill Desk',
  firstRun: {
    lead: 'Charge stored cards and follow every order until it is final.',
    simulator: {
      title: 'Look around first',
      text: 'A test gateway inside this app, with cards and orders to try. Nothing leaves this computer and no money moves.',
      button: 'Try the simulator',
      busy: 'Starting simulator',
    },
    gateway: {
      title: 'Connect your gateway',
      text: 'You need the gateway’s address, your login and the control key. First you create a recovery code for your data.',
      button: 'Add gateway profile',
    },
    guarantees: [
      'A confirmed charge is sent at most once.',
      'Every charge is written to disk before it is sent.',
      'Every unknown outcome stays on Home until the gateway’s response or a named person settles it.',
    ],
    keychainOs: icu<{ backend: string }>('Secrets are stored in the keychain of this computer ({backend}).'),
    keychainSession:
      'This computer has no keychain. Secrets are stored in memory only. Enter them again after each start.',
  },
  updating: {
    title: 'Your history is being updated',
    text: 'This version keeps more in the history. With a large history this takes some minutes. Leave the app open; if it ends, the next start goes on where it was.',
    step: icu<{ step: number; steps: number; name: string }>(
      'Step {step, number} of {steps, number}: {name}',
    ),
    backup: 'Backup of the history as it was',
    /** What each step is for, by its number. */
    names: {
      110: 'Height of rows',
      130: 'Restored backups',
      140: 'Labels',
      142: 'Refund cases',
      147: 'Callbacks',
      148: 'Customers',
      150: 'Insights',
      152: 'Saved views',
      160: 'Counts and sort of the orders list',
      170: 'Search',
      175: 'Width of an order',
      180: 'Imported orders',
      185: 'Erasure of personal data',
      195: 'Operators and limits',
    } as Readonly<Record<number, string>>,
    other: 'History',
  },
  opening: {
    title: 'Rebill Desk is starting',
    keychain:
      'The app needs a key from the keychain of this computer. If the system asks for the keychain’s password, enter it there. Nothing is sent until then.',
  },
  recovery: {
    title: 'Recovery code',
    lead: 'It opens your history if the keychain is lost or you move the data to another computer. It is shown once.',
    make: 'Create recovery code',
    keep: 'Print it or write it down, and store it away from this computer. Anyone with this code and your data can read your history.',
    codeLabel: 'Your recovery code',
    print: 'Print',
    written: 'I have written it down',
    checkTitle: 'Check recovery code',
    check: 'Enter these two groups from your copy.',
    group: icu<{ count: number }>('Group {count, number}'),
    confirm: 'Check code',
    showAgain: 'Show code again',
    mismatch: 'These groups do not match the code. Check your copy.',
    done: 'Recovery code created and checked',
    skip: 'Not now',
  },
  locked: {
    title: 'The keychain is locked',
    text: 'Your history is encrypted and its key is in the keychain of this computer. Unlock the keychain, then try again.',
    known: 'Nothing was changed. Orders at the gateway continue. The app updates them when it is open.',
    button: 'Try again',
  },
  unavailable: {
    title: 'No keychain on this computer',
    text: 'The encryption key of your history is in a keychain that cannot be reached. Start the keychain service and try again, or open the history with the recovery code.',
    session: 'If you use the recovery code, control keys are stored in memory for this session only.',
    noFile: 'There is no recovery file in the data folder, so only the keychain can open the history.',
  },
  recoveryNeeded: {
    missing: {
      title: 'Encryption key missing from the keychain',
      text: 'Your history is still there. Open it with the recovery code, and the key is stored in the keychain again.',
    },
    mismatch: {
      title: 'Encryption key does not match this history',
      text: 'The data may come from another computer or an older copy. Open it with the recovery code that belongs to it.',
    },
    noFile:
      'There is no recovery file in the data folder. Copy the file from your backup into the data folder and try again, or restore the keychain entry.',
    kept: 'The history was not changed, and no new one was created.',
    codeLabel: 'Recovery code',
    codeHint: 'Capitals, spaces and dashes do not matter.',
    button: 'Open history',
  },
  tooNew: {
    title: 'History written by a newer version',
    text: icu<{ found: number; supported: number }>(
      'The history has format {found}. This version of Rebill Desk supports formats up to {supported}.',
    ),
    way: 'Install the newer version again. Nothing was changed.',
    back: icu<{ copy: string }>(
      'To go on with this version instead, close the app. In the data folder, move log.db, log.db-wal and log.db-shm to another folder and keep them. Then rename {copy}, the copy from before the update, to log.db. Orders and charges since the update are missing in it.',
    ),
  },
  shared: {
    title: 'Data folder is not only on this computer',
    texts: {
      network: icu<{ name: string }>(
        'The data folder is on a network drive ({name}). A history there can be damaged without an error.',
      ),
      sync: icu<{ name: string }>(
        '{name} copies the data folder to other machines and back. It can damage the history, or put an older one in its place, and charges would be missing.',
      ),
    },
    way: 'Close Rebill Desk, move its data folder to a disk of this computer, and leave a link to it in the old place. Or ask your administrator to do that. Then start again.',
  },
  unopened: {
    title: 'History cannot be opened now',
    texts: {
      'disk-full': 'The disk is full.',
      busy: 'Another program is using the file.',
      'read-only': 'The data folder is read-only.',
      permissions: 'This user may not use the file or its folder.',
      'not-up-to-date':
        'The file must first be converted to the format of this version, and it cannot be written now.',
    } as Record<string, string>,
    text: 'The file or its folder cannot be used.',
    way: 'Leave the file where it is: it contains every open charge. Free some space on the disk, close other programs that use the file, or allow reading and writing in the data folder. Then try again.',
    known: 'Nothing was changed or sent. Orders at the gateway continue without the app.',
  },
  damaged: {
    title: 'History file is damaged',
    text: 'The file is damaged or is not a history of Rebill Desk. Nothing was changed or deleted.',
    restore: 'Restore backup',
    money:
      'The damaged file is kept. Check open charges in the gateway’s back office before you charge again: orders at the gateway continue without the app.',
    file: 'File',
    reason: 'Cause',
    /** Other causes are technical texts, which are shown as they are. */
    reasons: damage,
  },
  folder: 'Data folder',
  openFolder: 'Open data folder',
  openLogs: 'Open log folder',
  diagnostics: {
    show: 'Show diagnostics…',
    title: 'Diagnostics',
    lead: 'What a support person asks for first: versions, the state of the parts, and the last warnings and errors. It holds no names, logins, keys or cards. Nothing is sent: read it, copy it, and send it yourself.',
    copy: 'Copy diagnostics',
    copied: 'Diagnostics copied',
  },
  profile: {
    title: 'Your gateway',
    lead: 'You get these values from your gateway’s operator.',
  },
}
