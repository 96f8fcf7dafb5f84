import { icuOf } from '../icu'

/** The language tag for the formats of numbers and dates, and for the plural rules. */
export const locale = 'en-GB'

/** A text with values, in the plural rules and number formats of English. */
export const icu = icuOf(locale)
