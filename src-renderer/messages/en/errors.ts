import { failureText } from './failures'
import { reasons } from './reasons'
import { storage } from './storage'
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
    what: 'This is not in the history any more.',
    known: 'Nothing was sent.',
    safe: 'Go back to the list and choose again.',
  },
  'not-allowed-now': {
    what: 'This cannot be done now.',
    known: 'Nothing was sent.',
    safe: 'Look at the state shown on this screen, then decide.',
  },
  'gateway-unreachable': {
    what: 'The gateway could not be reached.',
    known: 'Nothing was sent: the connection was never made.',
    safe: 'Check the connection, then try again.',
  },
  'gateway-outcome-unknown': {
    what: 'The request was sent, and no readable answer came back.',
    known: 'The gateway may or may not have acted on it. The last known status is kept.',
    safe: 'Do not repeat a charge. The app keeps asking; Home shows it until it is settled.',
  },
  'gateway-rejected': {
    what: 'The gateway refused the request.',
    known: 'Its own words are shown here.',
    safe: 'Correct what it names, or ask its support with the serial number.',
  },
  'gateway-auth-failed': {
    what: 'The gateway does not accept the control value of this profile.',
    known: 'The request was refused before anything was done. No money moved.',
    safe: 'Enter the control key of the profile again in Settings and test the connection.',
  },
  'gateway-protocol': {
    what: 'The gateway’s answer could not be understood.',
    known: 'It was kept in the API log and changed nothing here.',
    safe: 'Check again later. If it stays, send the log entry to the gateway’s support.',
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
    known: 'A charge that cannot be written down first is never sent.',
    safe: 'Check the free space of the disk, then try again.',
  },
  'storage-too-new': {
    what: 'The history was written by a newer version.',
    known: 'Nothing was changed.',
    safe: 'Install the newer version of Rebill Desk.',
  },
  'simulator-unavailable': {
    what: 'The simulator does not run.',
    known: 'Nothing was sent.',
    safe: 'Start it in the status bar below, then try again.',
  },
  offline: {
    what: 'This computer is offline.',
    known: 'Nothing was sent. Everything in the history can be read.',
    safe: 'Try again when the connection is back.',
  },
  locked: {
    what: 'The history is not open.',
    known: 'Nothing was sent.',
    safe: 'Finish the step on the start screen first.',
  },
  cancelled: {
    what: 'This was cancelled.',
    known: 'Nothing was sent.',
    safe: 'Start again when you are ready.',
  },
  internal: {
    what: 'Something went wrong inside the app.',
    known: 'Orders keep their last known status.',
    safe: 'Look at the order before you repeat anything. If it stays, start the app again.',
  },
}

const troubleTexts = Object.fromEntries(
  Object.entries(storage.trouble).map(([trouble, { title, way }]) => [
    trouble,
    { what: `${title}.`, known: 'A charge that cannot be written down first is never sent.', safe: way },
  ]),
)

/** Texts for a reason, where the text of the error code alone would be too vague or wrong. */
const texts: Record<string, ErrorText> = {
  ...troubleTexts,
  'v4-access-denied': {
    what: 'The gateway denied access to the v4 registration.',
    known: 'Nothing was registered. No money is involved.',
    safe: 'Ask the operator whether the public part of this profile’s RSA key is registered for this login. A v2 registration needs no RSA key.',
  },
  'v4-clock-skew': {
    what: 'The gateway denied access to the v4 registration.',
    known: 'Nothing was registered. No money is involved.',
    safe: 'Set the clock of this computer, then try again.',
  },
  'no-signing-key': {
    what: 'The RSA key of this profile is missing.',
    known: 'Nothing was sent.',
    safe: 'Import or make a key in Settings, Profiles, Edit.',
  },
  'bound-elsewhere': {
    what: 'The RSA key of this profile belongs to another login or address.',
    known: 'Nothing was sent.',
    safe: 'Import or make a key for this profile in Settings, Profiles, Edit.',
  },
  'signing-key-lost': {
    what: 'The RSA key of this profile cannot be opened any more.',
    known: 'Nothing was sent.',
    safe: 'Import the key again, or make a new one, in Settings, Profiles, Edit.',
  },
}

export const errors = {
  text: (code: AppErrorCode, reason?: string): ErrorText =>
    (reason === undefined ? undefined : texts[reason]) ?? codes[code],
  reason: (reason: string) => reasons[reason] ?? null,
  /** For codes about the gateway, the reason is the technical code of the failed exchange. */
  failure: failureText,
  gatewaySaid: 'The gateway said',
  serialNumber: 'Serial number',
  httpStatus: (status: number) => `HTTP ${status}`,
  profile: (name: string) => `Profile: ${name}`,
  detail: (reason: string) => `Reason: ${reason}`,
  correlation: (id: string) => `Log reference ${id}`,
  clockSkew: (span: string, isAhead: boolean) =>
    `The gateway’s clock is ${span} ${isAhead ? 'ahead of' : 'behind'} the clock of this computer.`,
  openSettings: 'Open Settings',
}
