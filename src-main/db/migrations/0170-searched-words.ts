import type { Database } from 'better-sqlite3'

/**
 * Lets the search find retrieval reference numbers, approval codes, stages, errors, labels and notes. They change after
 * the order was made, so they are beside its row, where a change indexes little text anew.
 */
export function addSearchedWords(db: Database): void {
  const words = ['email', 'fixed', 'cardholder_name', 'codes', 'outcome', 'labels', 'notes']
  const values = (row: string) => words.map((word) => `${row}${word}`).join(', ')
  const remove = `INSERT INTO order_search_words (order_search_words, rowid, ${values('')})
    VALUES ('delete', OLD.order_id, ${values('OLD.')});`
  const add = `INSERT INTO order_search_words (rowid, ${values('')}) VALUES (NEW.order_id, ${values('NEW.')});`
  const labels = (order: string) =>
    `(SELECT coalesce(group_concat(folded, char(31)), '') FROM order_labels WHERE order_id = ${order})`
  const relabel = (row: string) => `
    INSERT INTO order_words (order_id, labels) VALUES (${row}.order_id, ${labels(`${row}.order_id`)})
    ON CONFLICT (order_id) DO UPDATE SET labels = excluded.labels;
  `
  db.exec(`
    DROP TABLE order_search_words;
    DROP TRIGGER order_words_follow_insert;
    DROP TRIGGER order_words_follow_update;
    DROP TRIGGER order_words_follow_delete;
    ALTER TABLE order_words RENAME TO order_words_before;

    -- Search text that is not in the order's own row, in the normal form of a search. \`fixed\` and \`cardholder_name\` are
    -- texts of the row with letters that have several spellings. A unit separator is between two texts of a column.
    CREATE TABLE order_words (
      order_id INTEGER PRIMARY KEY REFERENCES orders,
      email TEXT NOT NULL DEFAULT '',
      fixed TEXT NOT NULL DEFAULT '',
      cardholder_name TEXT NOT NULL DEFAULT '',
      -- Retrieval reference number and approval code.
      codes TEXT NOT NULL DEFAULT '',
      -- Stage, error code and error text.
      outcome TEXT NOT NULL DEFAULT '',
      labels TEXT NOT NULL DEFAULT '',
      notes TEXT NOT NULL DEFAULT ''
    ) STRICT;

    INSERT INTO order_words
    SELECT * FROM (
      SELECT orders.order_id,
        coalesce(email, '') AS email,
        coalesce(fixed, '') AS fixed,
        coalesce(before.cardholder_name, '') AS cardholder_name,
        coalesce((
          SELECT group_concat(fact.value ->> 'value', char(31)) FROM json_each(facts) AS fact
          WHERE fact.value ->> 'name' IN ('processor-rrn', 'approval-code')
        ), '') AS codes,
        concat_ws(char(31), order_stage, error_code, error_message) AS outcome,
        ${labels('orders.order_id')} AS labels,
        coalesce((
          SELECT group_concat(text, char(31)) FROM timeline
          WHERE timeline.order_id = orders.order_id AND timeline.kind = 'note'
        ), '') AS notes
      FROM orders
      LEFT JOIN order_words_before AS before ON before.order_id = orders.order_id
      LEFT JOIN order_facts ON order_facts.order_id = orders.order_id
    )
    WHERE concat(${values('')}) <> '';

    DROP TABLE order_words_before;

    CREATE VIRTUAL TABLE order_search_words USING fts5(
      ${values('')}, content = 'order_words', content_rowid = 'order_id', columnsize = 0, tokenize = 'trigram'
    );
    INSERT INTO order_search_words (order_search_words) VALUES ('rebuild');
    INSERT INTO order_search_words (order_search_words, rank) VALUES ('secure-delete', 1);

    CREATE TRIGGER order_words_follow_insert AFTER INSERT ON order_words BEGIN ${add} END;
    CREATE TRIGGER order_words_follow_update AFTER UPDATE ON order_words BEGIN ${remove} ${add} END;
    CREATE TRIGGER order_words_follow_delete AFTER DELETE ON order_words BEGIN ${remove} END;

    CREATE TRIGGER order_words_follow_new_label AFTER INSERT ON order_labels BEGIN ${relabel('NEW')} END;
    CREATE TRIGGER order_words_follow_removed_label AFTER DELETE ON order_labels BEGIN ${relabel('OLD')} END;
  `)
}
