import type { ChainAct, StorageWriter } from '../../ports/storage'
import type { ErrorReporter } from './error-reporter'

export interface Noting {
  readonly storage: { readonly writer: Pick<StorageWriter, 'noteAct'> }
  readonly report: ErrorReporter
}

/**
 * Writes a refusal to the audit chain, with the name of the person whom it is about. A failure is reported and not thrown:
 * what counts is that nothing was done.
 */
export async function noteRefusal(
  { storage, report }: Noting,
  act: ChainAct,
  name: string | null,
): Promise<void> {
  try {
    await storage.writer.noteAct(act, name)
  } catch (error) {
    report(act.kind, error)
  }
}
