import { z } from 'zod'
import { journalledCharge } from '../../../src-shared/domain/app-state'
import type { NewRestore, OpenRestore } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { fromJsonOr } from './stored-json'

interface RestoreRow {
  readonly at_ms: number
  readonly actor: string | null
  readonly last_known_ms: number | null
  readonly is_complete: number
  readonly missing: string
}

/** The backups that were put in the place of a newer history. */
export class Restores {
  readonly #add
  readonly #open
  readonly #settle

  constructor(db: Sqlite) {
    this.#add = db.prepare<[Record<string, string | number | null>]>(`
      INSERT INTO restores (at_ms, actor, last_known_ms, kept_file, is_complete, missing, settled_at_ms)
      VALUES (@at_ms, @actor, @last_known_ms, @kept_file, @is_complete, @missing, @settled_at_ms)
    `)
    this.#open = db.prepare<[], RestoreRow>(`
      SELECT at_ms, actor, last_known_ms, is_complete, missing FROM restores
      WHERE settled_at_ms IS NULL ORDER BY restore_id
    `)
    this.#settle = db.prepare<[number, string | null]>(
      'UPDATE restores SET settled_at_ms = ?, settled_by = ? WHERE settled_at_ms IS NULL',
    )
  }

  /** A restore after which nothing is missing needs no check by a person. */
  add(restore: NewRestore): void {
    const isSettled = restore.isComplete && restore.missing.length === 0
    this.#add.run({
      at_ms: restore.atMs,
      actor: restore.actor,
      last_known_ms: restore.lastKnownMs,
      kept_file: restore.keptFile,
      is_complete: restore.isComplete ? 1 : 0,
      missing: JSON.stringify(restore.missing),
      settled_at_ms: isSettled ? restore.atMs : null,
    })
  }

  /** The restores that nobody has settled, as one: what any of them misses is missing. */
  open(): OpenRestore | null {
    const rows = this.#open.all()
    const last = rows.at(-1)
    if (last === undefined) return null
    const lists = rows.map(({ missing }) => fromJsonOr(z.array(journalledCharge), missing, null))
    const known = rows.flatMap(({ last_known_ms: ms }) => ms ?? [])
    return {
      atMs: last.at_ms,
      actor: last.actor,
      lastKnownMs: known.length < rows.length ? null : Math.min(...known),
      isComplete: rows.every(({ is_complete: complete }) => complete === 1) && !lists.includes(null),
      missing: lists.flatMap((list) => list ?? []),
    }
  }

  settle(atMs: number, actor: string | null): void {
    this.#settle.run(atMs, actor)
  }
}
