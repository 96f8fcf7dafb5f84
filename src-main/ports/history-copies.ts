import type { CareWork, CopyFacts, CopyKind } from '../../src-shared/domain/data-care'
import type { NewRestore } from './records'

/** A copy of the history on disk. */
export interface CopyOnDisk {
  /** File name, unique in the folders of the app. */
  readonly name: string
  readonly path: string
  readonly kind: CopyKind
  /** By the clock of the time it was made, from its name; for older kinds the time of the file. */
  readonly madeAtMs: number
  readonly bytes: number
}

/** How far a work is. */
export type WorkProgress = Pick<CareWork, 'step' | 'share'>

/**
 * Copies of the history: making, checking and putting one back. The work runs in a thread of its own, one at a time. A
 * key is 32 bytes; the caller wipes it. Errors: `storage-failed` with a reason; `cancelled` after `stop`.
 */
export interface HistoryCopies {
  /** The copies in the folders of the app, newest first. */
  list(): Promise<readonly CopyOnDisk[]>
  /** Writes a checked copy to the app's folder, or to `target`, an absolute path whose folder exists. */
  backUp(
    key: Uint8Array,
    copy: { readonly kind: 'daily' | 'by-hand'; readonly atMs: number; readonly target: string | null },
    onProgress: (progress: WorkProgress) => void,
  ): Promise<{ readonly path: string; readonly facts: CopyFacts }>
  /** What a copy holds, without a check. */
  read(key: Uint8Array, path: string): Promise<CopyFacts>
  /** Removes copies of the schedule by their names. */
  remove(names: readonly string[]): Promise<void>
  /**
   * Prepares and checks the copy at `path`, then puts it in the place of the history, which stays beside it under
   * another name. The history must be closed. After an error it is unchanged.
   */
  restore(
    key: Uint8Array,
    path: string,
    act: Pick<NewRestore, 'atMs' | 'actor' | 'replaces'>,
    onProgress: (progress: WorkProgress) => void,
  ): Promise<NewRestore>
  /** Ends a running backup; its draft is removed. Resolves when the thread has ended. */
  stop(): Promise<void>
}
