import type { z } from 'zod'
import type { commands, events } from './contract'

/** Name of a command. */
export type CommandName = keyof typeof commands
/** Input of a command as the caller passes it, before defaults and trimming. */
export type CommandInput<N extends CommandName> = z.input<(typeof commands)[N]['input']>
/** Input of a command after parsing, as the handler gets it. */
export type ParsedInput<N extends CommandName> = z.output<(typeof commands)[N]['input']>
/** Output of a command. */
export type CommandOutput<N extends CommandName> = z.output<(typeof commands)[N]['output']>
/** Name of an event. */
export type EventName = keyof typeof events
/** Payload of an event. */
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>
/** The table of handlers. A missing or extra handler does not compile. */
export type CommandHandlers = {
  readonly [N in CommandName]: (input: ParsedInput<N>) => Promise<CommandOutput<N>>
}
