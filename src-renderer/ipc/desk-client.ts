import type { AppErrorDescription } from '../../src-shared/errors/app-error'
import { commands } from '../../src-shared/ipc/contract'
import { fieldProblems } from '../../src-shared/ipc/field-problems'
import type { CommandInput, CommandName, CommandOutput } from '../../src-shared/ipc/contract-types'
import { fail, ok, type Result } from '../../src-shared/util/result'

/** What a command answers with; never thrown. */
export type CommandResult<N extends CommandName> = Result<CommandOutput<N>, AppErrorDescription>

/**
 * Calls main. The input is held against the contract here first, so that a card number typed into any field
 * (C15) or a value that the gateway cannot take never leaves the window; main parses it again.
 */
export async function call<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
): Promise<CommandResult<N>> {
  const parsed = commands[name].input.safeParse(input)
  if (!parsed.success) {
    return fail({ code: 'validation-failed', details: { fields: fieldProblems(parsed.error) } })
  }
  try {
    // The parsed copy is plain data; a store's reactive proxy could not be cloned over to main.
    const envelope = await window.desk.call(name, parsed.data)
    return envelope.ok ? ok(envelope.value as CommandOutput<N>) : fail(envelope.error)
  } catch {
    return fail({ code: 'internal', details: { reason: 'no-answer-from-main' } })
  }
}
