import { icu } from './icu'

/** The limits of a profile and its safety level. */
export const limits = {
  lead: 'The app checks these limits at each confirmation. A charge above a limit is refused before anything is sent. An amount equal to a limit is allowed, and charges without a known outcome count in full.',
  noProfile: 'Add a profile first.',
  profile: 'Profile',
  day: icu<{ zone: string }>('A day is a calendar day in {zone}.'),
  level: 'Safety level',
  currency: 'Currency',
  row: icu<{ currency: string }>('Limits in {currency}'),
  perCharge: 'For one charge',
  perCardDay: 'For one card on one day',
  perOperatorDay: 'For one operator on one day',
  askAbove: 'Ask for more than a click above',
  empty: 'Empty = no limit.',
  askEmpty: 'Empty = at every charge.',
  add: 'Add currency',
  remove: icu<{ currency: string }>('Remove limits in {currency}'),
  save: 'Save limits',
  saved: 'Saved.',
  onlyManagers: icu<{ names: string }>('Only {names} can change limits.'),
}
