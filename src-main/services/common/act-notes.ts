import type { ChainAct, StorageWriter } from '../../ports/storage'
import type { ErrorReporter } from './error-reporter'

/** What is needed to write a refusal. */
export interface Noting {
  readonly storage: { readonly writer: Pick<StorageWriter, 'noteAct'> }
  readonly report: ErrorReporter
}

/**
 * Writes a refusal to the audit chain, with the name of the person whom it is about. A failure, also of the name, is
 * reported and not thrown: what counts is that nothing was done.
 */
export async function noteRefusal(
  { storage, report }: Noting,
  act: ChainAct,
  name: string | null | Promise<string | null>,
): Promise<void> {
  try {
    await storage.writer.noteAct(act, await name)
  } catch (error) {
    report(act.kind, error)
  }
}
