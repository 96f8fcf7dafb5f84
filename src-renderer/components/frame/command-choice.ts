import type { messages } from '../../messages'

/** One result in the command bar. */
export interface CommandChoice {
  readonly key: string
  readonly group: keyof typeof messages.frame.commandBar.groups
  readonly text: string
  readonly detail: string
  readonly disabledReason: string | null
  readonly run: () => void
}
