import './schemas-without-eval'
import type { AppErrorDescription } from '../../src-shared/errors/app-error'
import { commands } from '../../src-shared/ipc/contract'
import { fieldProblems } from '../../src-shared/ipc/field-problems'
import type { CommandInput, CommandName, CommandOutput } from '../../src-shared/ipc/contract-types'
import { fail, ok, type Result } from '../../src-shared/util/result'

/** The result of a command. Errors are returned, never thrown. */
export type CommandResult<N extends CommandName> = Result<CommandOutput<N>, AppErrorDescription>

/**
 * Calls main. The input is validated against the contract first. So a card number in a wrong field (control S15 in
 * docs/security.md), or a value that the gateway cannot take, never leaves the window. Main validates it again.
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
    // The parsed copy is plain data. A reactive proxy of a store could not be cloned for main.
    const envelope = await window.desk.call(name, parsed.data)
    return envelope.ok ? ok(envelope.value as CommandOutput<N>) : fail(envelope.error)
  } catch {
    return fail({ code: 'internal', details: { reason: 'no-answer-from-main' } })
  }
}
