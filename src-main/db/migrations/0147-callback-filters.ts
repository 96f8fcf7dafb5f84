import type { Database } from 'better-sqlite3'

/**
 * Columns by which callbacks are filtered, and their search index. `gateway_match` compares a callback with its order as
 * it is now, so the writer changes it with the order. Stored callbacks have none yet; the start of the app adds it.
 */
export function addCallbackFilters(db: Database): void {
  const text = (row: string) =>
    `concat_ws(char(31), ${['clientOrderId', 'gatewayOrderId', 'type', 'status', 'amount', 'currency']
      .map((name) => `json_extract(${row}reading, '$.${name}')`)
      .join(', ')})`
  db.exec(`
    ALTER TABLE callbacks ADD COLUMN control TEXT CHECK (control IN ('right', 'wrong', 'missing', 'no-key'));
    ALTER TABLE callbacks ADD COLUMN gateway_match TEXT CHECK (gateway_match IN ('same', 'differs', 'not-compared'));

    UPDATE callbacks SET control = CASE
      WHEN json_extract(reading, '$.control') IN ('right', 'wrong', 'missing')
        THEN json_extract(reading, '$.control')
      ELSE 'no-key' END;

    -- Every filter reads only this index, newest first, and no reading.
    CREATE INDEX callbacks_by_filter ON callbacks (callback_id, control, gateway_match, order_id);
    CREATE INDEX callbacks_not_compared ON callbacks (callback_id) WHERE gateway_match IS NULL;

    CREATE VIRTUAL TABLE callback_search USING fts5(text, content = '', columnsize = 0, tokenize = 'trigram');
    INSERT INTO callback_search (rowid, text) SELECT callback_id, ${text('')} FROM callbacks;

    CREATE TRIGGER callback_search_follows_insert AFTER INSERT ON callbacks
    BEGIN
      INSERT INTO callback_search (rowid, text) VALUES (NEW.callback_id, ${text('NEW.')});
    END;
  `)
}
