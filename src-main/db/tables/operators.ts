import { z } from 'zod'
import type { OperatorRecord } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { fromJson } from './stored-json'

interface OperatorRow {
  readonly operator_id: string
  readonly name: string
  readonly manages: number
  readonly pin_hash: string
  readonly wrong_pins: number
  readonly created_at_ms: number
}

/** The parameters have upper limits, so that a planted row cannot demand endless work. */
const pinHash = z.object({
  n: z.number().int().min(2).max(1_048_576),
  r: z.number().int().min(1).max(16),
  p: z.number().int().min(1).max(4),
  salt: z.string().max(100),
  hash: z.string().max(200),
})

/** Operators with the hashes of their PINs. */
export class Operators {
  readonly #upsert
  readonly #remove
  readonly #setWrongPins
  readonly #list

  constructor(db: Sqlite) {
    this.#upsert = db.prepare<[OperatorRow]>(`
      INSERT INTO operators (operator_id, name, manages, pin_hash, wrong_pins, created_at_ms)
      VALUES (@operator_id, @name, @manages, @pin_hash, @wrong_pins, @created_at_ms)
      ON CONFLICT (operator_id) DO UPDATE SET
        name = excluded.name, manages = excluded.manages, pin_hash = excluded.pin_hash,
        wrong_pins = excluded.wrong_pins
    `)
    this.#remove = db.prepare<[string]>('UPDATE operators SET is_removed = 1 WHERE operator_id = ?')
    this.#setWrongPins = db.prepare<[number, string]>(
      'UPDATE operators SET wrong_pins = ? WHERE operator_id = ?',
    )
    this.#list = db.prepare<[], OperatorRow>(`
      SELECT operator_id, name, manages, pin_hash, wrong_pins, created_at_ms
      FROM operators WHERE is_removed = 0 ORDER BY operator_key
    `)
  }

  save(operator: OperatorRecord): void {
    this.#upsert.run({
      operator_id: operator.operatorId,
      name: operator.name,
      manages: operator.manages ? 1 : 0,
      pin_hash: JSON.stringify(pinHash.parse(operator.pinHash)),
      wrong_pins: operator.wrongPins,
      created_at_ms: operator.createdAtMs,
    })
  }

  remove(operatorId: string): void {
    this.#remove.run(operatorId)
  }

  setWrongPins(operatorId: string, wrongPins: number): void {
    this.#setWrongPins.run(wrongPins, operatorId)
  }

  list(): OperatorRecord[] {
    return this.#list.all().map((row) => ({
      operatorId: row.operator_id,
      name: row.name,
      manages: row.manages === 1,
      pinHash: fromJson(pinHash, row.pin_hash),
      wrongPins: row.wrong_pins,
      createdAtMs: row.created_at_ms,
    }))
  }
}
