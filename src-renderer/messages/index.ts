import { en } from './en'

/** The texts that every language must have. */
export type Messages = typeof en

/** The texts of the language in use. */
export const messages: Messages = en
