export const start = {
  title: 'Rebill Desk',
  firstRun: {
    lead: 'Charge stored cards and follow every order until it is final.',
    simulator: {
      title: 'Look around first',
      text: 'A gateway inside this app with cards and orders to play with. Nothing leaves this machine and no money moves.',
      button: 'Try the simulator',
      busy: 'Starting the simulator',
    },
    gateway: {
      title: 'Connect your gateway',
      text: 'You need the gateway’s address, your login and the control key. First your data gets a recovery code.',
      button: 'Add a gateway profile',
    },
    guarantees: [
      'A confirmed charge is sent at most once.',
      'Every charge is written to disk before it is sent.',
      'Every unknown outcome stays on Home until the gateway’s answer or a named person settles it.',
    ],
    keychainOs: (backend: string) => `Secrets are kept in the keychain of this computer (${backend}).`,
    keychainSession:
      'This computer has no keychain. Secrets are kept in memory only and have to be entered again after each start.',
  },
  opening: {
    title: 'Rebill Desk is starting',
    keychain:
      'It asks the keychain of this computer for its key. If the system wants the keychain’s password, answer it there. Nothing is sent meanwhile.',
  },
  recovery: {
    title: 'Recovery code',
    lead: 'It opens your history when the keychain is lost or the data moves to another computer. It is shown once.',
    make: 'Make the recovery code',
    keep: 'Print it or write it down and keep it away from this computer. Whoever has it and your data can read your history.',
    codeLabel: 'Your recovery code',
    print: 'Print',
    written: 'I have it on paper',
    checkTitle: 'Check that it is right',
    check: 'Type these two groups from your paper.',
    group: (n: number) => `Group ${n}`,
    confirm: 'Check and continue',
    showAgain: 'Show the code again',
    mismatch: 'That does not match. Look at your paper again.',
    done: 'The recovery code is made and checked.',
    skip: 'Not now',
  },
  locked: {
    title: 'The keychain is locked',
    text: 'Your history is encrypted and its key is in the keychain of this computer. Unlock the keychain, then try again.',
    known:
      'Nothing was changed. Orders at the gateway continue; this app updates them as soon as it is open.',
    button: 'I have unlocked it, try again',
  },
  unavailable: {
    title: 'No keychain on this computer',
    text: 'There is a history here, and its key is in a keychain that cannot be reached. Start the keychain service and try again, or open the history with the recovery code.',
    session: 'Opened with the recovery code, control keys are kept in memory for this session only.',
    noFile: 'There is no recovery file beside the history, so only the keychain can open it.',
  },
  recoveryNeeded: {
    missing: {
      title: 'The key of your history is gone from the keychain',
      text: 'Nothing is lost as long as you have the recovery code: it brings the key back.',
    },
    mismatch: {
      title: 'The key in the keychain does not fit this history',
      text: 'The data may come from another computer or an older copy. The recovery code that belongs to it opens it.',
    },
    noFile:
      'There is no recovery file beside the history. Put the file from your backup into the data folder and try again, or restore the keychain entry.',
    kept: 'The history stays as it is. No new one is made in its place.',
    codeLabel: 'Recovery code',
    codeHint: 'Capitals, spaces and dashes do not matter.',
    button: 'Open with the recovery code',
  },
  tooNew: {
    title: 'This history was written by a newer version',
    text: (found: number, supported: number) =>
      `It has format ${found}; this version of Rebill Desk knows formats up to ${supported}.`,
    way: 'Install the newer version again. Nothing was changed.',
  },
  unopened: {
    title: 'The history cannot be opened now',
    texts: {
      'disk-full': 'The disk is full.',
      busy: 'Another program is using the file.',
      'read-only': 'The data folder is read-only.',
      'not-up-to-date':
        'The file must first be converted to the format of this version, and it cannot be written now.',
    } as Record<string, string>,
    text: 'The file or its folder cannot be used.',
    way: 'Leave the file where it is: it contains every open charge. Free some space on the disk, close other programs that use the file, or allow reading and writing in the data folder. Then try again.',
    known: 'Nothing was changed or sent. Orders at the gateway continue without the app.',
  },
  damaged: {
    title: 'The history cannot be read',
    text: 'The file is damaged or is not a history of Rebill Desk.',
    way: 'Put a backup in its place, or move the file away to begin a new history, then try again. Nothing was changed or deleted.',
    money:
      'A new history contains no earlier charge. Look open ones up in the gateway’s own back office before you charge again; orders at the gateway continue without the app.',
    file: 'File',
    reason: 'Result of the check',
  },
  folder: 'Data folder',
  profile: {
    title: 'Your gateway',
    lead: 'These values come from the operator of your gateway.',
  },
}
