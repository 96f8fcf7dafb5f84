import { icu } from './icu'
import { failures } from './failures'
import { reasons } from './reasons'
import type { AppErrorCode } from '../../../src-shared/errors/app-error'

/** The text of an error: what happened, what is known, and what is safe to do now. */
export interface ErrorText {
  readonly what: string
  readonly known: string
  readonly safe: string
}

const codes: Record<AppErrorCode, ErrorText> = {
  'validation-failed': {
    what: 'Some values cannot be used.',
    known: 'Nothing was sent.',
    safe: 'Correct the marked fields and try again.',
  },
  'not-found': {
    what: 'This is no longer in the history.',
    known: 'Nothing was sent.',
    safe: 'Go back to the list and choose again.',
  },
  'not-allowed-now': {
    what: 'This cannot be done now.',
    known: 'Nothing was sent.',
    safe: 'Check the current state on this screen, then decide.',
  },
  'gateway-unreachable': {
    what: 'Could not reach the gateway.',
    known: 'Nothing was sent: there was no connection.',
    safe: 'Check the connection, then try again.',
  },
  'gateway-outcome-unknown': {
    what: 'The request was sent, but there was no readable response.',
    known: 'The gateway may have processed it. The last known status is kept.',
    safe: 'Do not repeat a charge. The app keeps checking, and Home shows the order until it is settled.',
  },
  'gateway-rejected': {
    what: 'The gateway refused the request.',
    known: 'The gateway’s message is shown here.',
    safe: 'Correct the named value, or contact the gateway’s support with the serial number.',
  },
  'gateway-auth-failed': {
    what: 'The gateway does not accept the control value of this profile.',
    known: 'The request was refused before anything was done. No money moved.',
    safe: 'Enter the control key of the profile again in Settings and test the connection.',
  },
  'gateway-protocol': {
    what: 'The gateway’s response could not be read.',
    known: 'It was stored in the API log and changed nothing here.',
    safe: 'Check again later. If the problem remains, send the entry of the API log to the gateway’s support.',
  },
  'secret-missing': {
    what: 'The control key of this profile is missing.',
    known: 'Nothing was sent.',
    safe: 'Enter the control key in Settings.',
  },
  'secret-store-locked': {
    what: 'The keychain is locked.',
    known: 'Nothing was sent.',
    safe: 'Unlock the keychain of this computer, then try again.',
  },
  'secret-store-unavailable': {
    what: 'The keychain of this computer cannot be reached.',
    known: 'Nothing was sent and no secret was written to disk.',
    safe: 'Start the keychain service, or enter the control key for this session.',
  },
  'storage-failed': {
    what: 'The history could not be written or read.',
    known: 'A charge is never sent before it is stored.',
    safe: 'Check the free space of the disk, then try again.',
  },
  'storage-too-new': {
    what: 'The history was written by a newer version.',
    known: 'Nothing was changed.',
    safe: 'Install the newer version of Rebill Desk.',
  },
  'simulator-unavailable': {
    what: 'The simulator is not running.',
    known: 'Nothing was sent.',
    safe: 'Start it in the status bar, then try again.',
  },
  offline: {
    what: 'This computer is offline.',
    known: 'Nothing was sent. Everything in the history can be read.',
    safe: 'Try again when the connection is back.',
  },
  locked: {
    what: 'The app is locked.',
    known: 'A charge that was being sent when it was locked goes on.',
    safe: 'Enter your PIN, then check the order before you repeat anything.',
  },
  cancelled: {
    what: 'This was cancelled.',
    known: 'Nothing was sent.',
    safe: 'Start again when you are ready.',
  },
  internal: {
    what: 'Something went wrong inside the app.',
    known: 'Orders keep their last known status.',
    safe: 'Check the order before you repeat anything. If the problem remains, start the app again.',
  },
}

/** Texts for a reason, where the text of the error code alone would be too vague or wrong. */
const byReason: Record<string, ErrorText> = {
  'unreadable-row': {
    what: 'A stored record of this order, or of another charge on its card, cannot be read.',
    known:
      'The record is kept as it is. The order stays in the history with its last known status and is not checked automatically. Other orders are not affected.',
    safe: 'Do not repeat the charge here. Look the order up in the gateway’s back office. To open it here again, restore the history from a backup.',
  },
  'v4-access-denied': {
    what: 'The gateway denied access to the v4 registration.',
    known: 'Nothing was registered. No money is involved.',
    safe: 'Ask the gateway’s operator whether the public key of this profile is registered for this login. A v2 registration needs no RSA key.',
  },
  'v4-clock-skew': {
    what: 'The gateway denied access to the v4 registration.',
    known: 'Nothing was registered. No money is involved.',
    safe: 'Set the clock of this computer, then try again.',
  },
  'no-signing-key': {
    what: 'The RSA key of this profile is missing.',
    known: 'Nothing was sent.',
    safe: 'Import or create a key in Settings, RSA keys.',
  },
  'bound-elsewhere': {
    what: 'The RSA key of this profile belongs to another login or address.',
    known: 'Nothing was sent.',
    safe: 'Import or create a key for this profile in Settings, RSA keys.',
  },
  'signing-key-lost': {
    what: 'The RSA key of this profile cannot be opened.',
    known: 'Nothing was sent.',
    safe: 'Import the key again, or create a new one, in Settings, RSA keys.',
  },
}

export const errors = {
  codes,
  byReason,
  /** What is known when the history cannot be written. */
  knownInTrouble: 'A charge is never sent before it is stored.',
  reasons,
  failures,
  gatewaySaid: 'Message from the gateway',
  serialNumber: 'Serial number',
  httpStatus: icu<{ status: number }>('HTTP {status}'),
  profile: icu<{ name: string }>('Profile: {name}'),
  detail: icu<{ reason: string }>('Reason: {reason}'),
  correlation: icu<{ id: string }>('Log reference {id}'),
  clockSkew: icu<{ span: string; isAhead: boolean }>(
    'The gateway’s clock is {span} {isAhead, select, true {ahead of} other {behind}} the clock of this computer.',
  ),
  openSettings: 'Open Settings',
}
