import { en } from './en'
import { locale } from './en/icu'
import { pseudoOf } from './pseudo'

export { locale }

/** The texts that every language must have. */
export type Messages = typeof en

/** The texts of the language in use. A build of the mode `pseudo` shows all texts longer; no released app is one. */
export const messages: Messages = import.meta.env.MODE === 'pseudo' ? pseudoOf(en, locale) : en
