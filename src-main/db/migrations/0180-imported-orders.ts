import type { Database } from 'better-sqlite3'

/** Orders from files. They are orders that were added by their ids, with what the file said about them beside. */
export function addImportedOrders(db: Database): void {
  db.exec(`
    CREATE TABLE order_imports (
      import_id INTEGER PRIMARY KEY,
      profile_key INTEGER NOT NULL REFERENCES profiles,
      file_name TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      actor TEXT,
      -- The columns of the file, in its order.
      columns TEXT NOT NULL CHECK (json_valid(columns)),
      -- The row number of the first order of the file; NULL = the next free ones are taken.
      first_order_id INTEGER
    ) STRICT;

    CREATE TABLE imported_orders (
      order_id INTEGER PRIMARY KEY REFERENCES orders,
      import_id INTEGER NOT NULL REFERENCES order_imports,
      line INTEGER NOT NULL CHECK (line > 0),
      -- The filled cells of the row, by their columns.
      cells TEXT NOT NULL CHECK (json_valid(cells))
    ) STRICT, WITHOUT ROWID;
  `)
  leaveOutOfInsights(db)
}

/** An order of a file counts in Insights when the gateway has reported it, not before. */
function leaveOutOfInsights(db: Database): void {
  const before = db
    .prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = 'order_insights'`)
    .pluck()
    .get()
  const after = before?.replace(
    /FROM orders\s*\)\s*$/,
    `FROM orders WHERE orders.word <> 'imported' OR orders.status IS NOT NULL)`,
  )
  if (after === undefined || after === before) throw new Error('the view of Insights has another form')
  db.exec(`DROP VIEW order_insights; ${after};`)
}
