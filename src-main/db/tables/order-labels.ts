import { foldedLabel, maxLabels } from '../../../src-shared/domain/order-label'
import type { LabelChange } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { notAllowed } from './row-ids'

const mostSuggestions = 200

/** The labels that staff put on orders. */
export class OrderLabels {
  readonly #ofOrder
  readonly #add
  readonly #remove
  readonly #used

  constructor(db: Sqlite) {
    this.#ofOrder = db
      .prepare<[number], string>('SELECT label FROM order_labels WHERE order_id = ? ORDER BY folded')
      .pluck()
    this.#add = db.prepare<[number, string, string]>(
      'INSERT INTO order_labels (order_id, folded, label) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    )
    this.#remove = db.prepare<[number, string]>('DELETE FROM order_labels WHERE order_id = ? AND folded = ?')
    // Jumps from one label to the next in the index, however many orders have it.
    this.#used = db
      .prepare<[], string>(
        `
          WITH RECURSIVE used (folded) AS (
            SELECT min(folded) FROM order_labels
            UNION ALL
            SELECT (SELECT min(folded) FROM order_labels WHERE folded > used.folded) FROM used
            WHERE used.folded IS NOT NULL
          )
          SELECT (SELECT label FROM order_labels WHERE order_labels.folded = used.folded LIMIT 1)
          FROM used WHERE folded IS NOT NULL LIMIT ${String(mostSuggestions)}
        `,
      )
      .pluck()
  }

  of(orderId: number): string[] {
    return this.#ofOrder.all(orderId)
  }

  /** The labels of all orders, each once, in the order of their folded form. */
  used(): string[] {
    return this.#used.all()
  }

  /** Adding a label that is there, and removing one that is not, does nothing. */
  change(orderId: number, { kind, label }: LabelChange): void {
    if (kind === 'remove') {
      this.#remove.run(orderId, foldedLabel(label))
      return
    }
    this.#add.run(orderId, foldedLabel(label), label)
    if (this.of(orderId).length > maxLabels) throw notAllowed('too-many-labels')
  }
}
