import { icu } from './icu'
import type { PolicyProblem } from '../../../src-shared/domain/policy'

const causes: Record<PolicyProblem['cause'], string> = {
  'not-a-file': 'It is not a file.',
  'of-a-user': 'The file belongs to a user. Such a file could be the policy of somebody else.',
  writable: 'Others than its owner can write the file. It could be the policy of somebody else.',
  'folder-of-a-user': 'The folder of the file belongs to a user, who could put another file in its place.',
  'folder-writable': 'Others than its owner can write the folder, and could put another file in its place.',
  'too-large': 'The file is too large.',
  unreadable: 'The file cannot be read by this user.',
  'not-text': 'The file is not text in UTF-8.',
  'not-json': 'The file is not JSON.',
  'not-valid': 'One value in the file is wrong.',
  'profile-has-orders':
    'A profile has another environment, address or login than before, and it has orders. They would be looked up where they are not.',
}

/** What an administrator set for all users of the computer. */
export const policy = {
  set: 'Set by your administrator',
  profile:
    'This profile cannot be changed or removed here. You enter its keys, and may choose a stricter safety level.',
  limits:
    'The limits and the safety level of live profiles can be made stricter here, but not looser than those of your administrator.',
  readOnly: 'Only the profiles of your administrator can charge. This one is read only.',
  noProfiles: 'Gateway profiles come from your administrator. You cannot add one.',
  listener: 'The listener is switched off on this computer.',
  noUpdates: 'Your administrator installs new versions. The app asks for none.',
  file: 'Policy file',
  most: icu<{ amount: string }>('At most {amount}, set by your administrator.'),
  rowStays: 'Set by your administrator. It cannot be removed.',
  enterKey: 'View and enter key',
  profileTitle: icu<{ name: string }>('Profile {name}'),
  endpoint: icu<{ kind: string; id: string; currency: string; label: string }>(
    '{kind} {id}, {currency}{label, select, none {} other { ({label})}}',
  ),
  anyCurrency: 'any currency',
  cards: { true: 'Accepted', false: 'Not accepted' },
  typedCards: 'Typed cards (sale)',
  noAddress: 'None',
  paceSeconds: icu<{ min: string; max: string }>('{min} to {max} seconds'),
  unusable: {
    title: 'The policy of your administrator cannot be used',
    causes,
    place: 'Place in the file',
    problem: 'Problem',
    way: 'Ask your administrator to correct the file, or to remove it if there should be no policy. Then try again.',
    known:
      'Your history was not opened and nothing was sent, because limits of the policy may be missing. Orders at the gateway continue without the app.',
  },
}
