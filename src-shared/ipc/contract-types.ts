import type { z } from 'zod'
import type { commands, events } from './contract'

/** Name of a command. */
export type CommandName = keyof typeof commands
/** What a caller may pass, before defaults and trimming. */
export type CommandInput<N extends CommandName> = z.input<(typeof commands)[N]['input']>
/** What a handler receives, parsed. */
export type ParsedInput<N extends CommandName> = z.output<(typeof commands)[N]['input']>
/** What a caller receives. */
export type CommandOutput<N extends CommandName> = z.output<(typeof commands)[N]['output']>
/** Name of an event. */
export type EventName = keyof typeof events
/** Payload of an event. */
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>
/** The handler table: typed so that a missing or an extra handler does not compile. */
export type CommandHandlers = {
  readonly [N in CommandName]: (input: ParsedInput<N>) => Promise<CommandOutput<N>>
}
