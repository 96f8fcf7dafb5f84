import type { Database } from 'better-sqlite3'

/** Adds the columns and saved views of the orders list. */
export function addSavedViews(db: Database): void {
  db.exec(`
    -- One row, which is replaced as a whole. No row = nothing was chosen yet.
    CREATE TABLE order_views (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      -- [{"key": "time", "widthPx": null}, ...]
      columns TEXT NOT NULL CHECK (json_valid(columns)),
      -- [{"viewId": "...", "name": "...", "filters": [...], ...}, ...]
      views TEXT NOT NULL CHECK (json_valid(views))
    ) STRICT;
  `)
}
