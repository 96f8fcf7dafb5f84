import type { Sqlite } from '../file/connection'

/**
 * Index over every three characters in a row of what a person searches orders by. It holds no copy of the
 * text, and `secure-delete` removes what a change replaced, so that erasing a row erases its words here too.
 * A unit separator keeps a match within one column.
 */
export function createOrderSearch(db: Sqlite): void {
  const text = (row: string) =>
    `concat_ws(char(31), ${[
      'client_order_id',
      'gateway_order_id',
      'reference',
      'last_four',
      'cardholder_name',
      'description',
    ]
      .map((column) => row + column)
      .join(', ')})`
  db.exec(`
    CREATE VIRTUAL TABLE order_search USING fts5(text, content = '', columnsize = 0, tokenize = 'trigram');
    INSERT INTO order_search (order_search, rank) VALUES ('secure-delete', 1);
    INSERT INTO order_search (rowid, text) SELECT order_id, ${text('')} FROM orders;

    CREATE TRIGGER order_search_follows_insert AFTER INSERT ON orders
    BEGIN
      INSERT INTO order_search (rowid, text) VALUES (NEW.order_id, ${text('NEW.')});
    END;

    CREATE TRIGGER order_search_follows_update
    AFTER UPDATE OF gateway_order_id, reference, last_four, cardholder_name, description ON orders
    WHEN ${text('NEW.')} <> ${text('OLD.')}
    BEGIN
      INSERT INTO order_search (order_search, rowid, text) VALUES ('delete', OLD.order_id, ${text('OLD.')});
      INSERT INTO order_search (rowid, text) VALUES (NEW.order_id, ${text('NEW.')});
    END;
  `)
}
