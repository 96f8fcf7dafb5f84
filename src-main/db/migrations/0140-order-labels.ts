import type { Database } from 'better-sqlite3'

/** Labels that the staff put on orders. `folded` is the form for comparing, so that a label is not there twice. */
export function addOrderLabels(db: Database): void {
  db.exec(`
    CREATE TABLE order_labels (
      order_id INTEGER NOT NULL REFERENCES orders,
      folded TEXT NOT NULL CHECK (folded <> ''),
      label TEXT NOT NULL CHECK (label <> ''),
      PRIMARY KEY (order_id, folded)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX order_labels_by_label ON order_labels (folded, order_id);
  `)
}
