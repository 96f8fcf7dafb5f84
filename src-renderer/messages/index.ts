import { en } from './en'

/** The shape every language has to fill. */
export type Messages = typeof en

/** The texts of the language in use. */
export const messages: Messages = en
