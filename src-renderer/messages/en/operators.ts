import { icu } from './icu'

/** Operators, their PINs and the lock. */
export const operators = {
  lead: 'Each person who uses this app can have a name and a PIN. Every action is then stored with the name of its operator, and the app locks itself when nobody is there.',
  none: 'There are no operators. The app does not lock itself, and actions are stored with the name in “You and time”.',
  add: 'Add operator',
  edit: 'Change operator',
  remove: 'Remove operator',
  manages: 'May change settings',
  you: 'You',
  actionsFor: icu<{ name: string }>('Actions for {name}'),
  saved: 'Saved.',
  removed: 'Removed.',
  form: {
    name: 'Name',
    pin: 'PIN',
    pinHint: '6 to 12 digits. Do not use it anywhere else.',
    newPin: 'New PIN',
    newPinHint: 'Leave it empty to keep the PIN.',
    repeat: 'Repeat the PIN',
    manages: 'May change operators, profiles and limits',
    first: 'The first operator may change settings. From now on the app asks for a PIN when it starts.',
    forgotten:
      'A forgotten PIN can be replaced by another operator who may change settings, or with the recovery code.',
    ownPin: 'Your own PIN',
    ownPinHint: 'It confirms that you make this change.',
    save: 'Save operator',
  },
  removeText: icu<{ name: string }>(
    '{name} can no longer unlock the app. The name stays in the history with what was done.',
  ),
  removeLast: 'Without operators the app does not lock itself any more.',
  lock: {
    title: 'Locked',
    lead: 'Orders are still checked. Enter your PIN to go on where you were.',
    operator: 'Operator',
    unlock: 'Unlock',
    wait: icu<{ seconds: number }>(
      'Wait {seconds, plural, one {# second} other {# seconds}}, then try again.',
    ),
    forgot: 'Forgot the PIN?',
    now: 'Lock now',
    minutes: 'Lock after',
    minutesHint: 'Without keyboard and mouse. The app also locks when the screen of this computer does.',
    minutesOption: icu<{ count: number }>('{count, plural, one {# minute} other {# minutes}}'),
  },
  /** A forgotten PIN is replaced on the lock screen. */
  reset: {
    title: 'New PIN',
    lead: 'Enter the recovery code of this history and choose a new PIN. The code stays valid.',
    noCode:
      'No recovery code was made. Ask another operator who may change settings: they unlock the app and set a new PIN in Settings, Operators.',
    save: 'Save PIN and unlock',
    back: 'Back',
  },
  recoveryFirst: 'Create a recovery code before you add the first operator.',
  /** Beside the field of a PIN or in place of the field of a name. */
  recordedAs: icu<{ name: string }>('Recorded as {name}.'),
  /** The computer of an action in a timeline. */
  place: icu<{ osUser: string; host: string; version: string }>(
    'Account {osUser} on {host}, Rebill Desk {version}',
  ),
}
