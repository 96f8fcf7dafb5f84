import type { Sqlite } from '../file/connection'

/**
 * The browser steps of 3-D Secure. The issuer's answer completes a payment, so the triggers guard its upload as they
 * guard a charge: it cannot be sent twice, a step cannot go back or be replaced. The answer itself is here only while it
 * may still have to be sent.
 */
export function createThreeDsSteps(db: Sqlite): void {
  db.exec(`
    ALTER TABLE orders ADD COLUMN awaited_step TEXT
      CHECK (awaited_step IN ('method', 'challenge', 'pareq', 'unsent-answer'));

    CREATE TABLE three_ds_steps (
      order_id INTEGER NOT NULL REFERENCES orders,
      seq INTEGER NOT NULL CHECK (seq >= 1),
      kind TEXT NOT NULL CHECK (kind IN ('method', 'challenge', 'pareq')),
      step_key TEXT NOT NULL,
      host TEXT,
      state TEXT NOT NULL CHECK (state IN (
        'awaited', 'open', 'answered', 'sending', 'sent', 'not-sent', 'refused', 'outcome-unknown', 'abandoned'
      )),
      transmissions INTEGER NOT NULL CHECK (transmissions IN (0, 1)),
      awaited_at_ms INTEGER NOT NULL,
      opened_at_ms INTEGER,
      answered_at_ms INTEGER,
      sent_at_ms INTEGER,
      settled_at_ms INTEGER,
      completion TEXT CHECK (completion IN ('Y', 'N', 'U')),
      trans_status TEXT,
      answer_digest TEXT,
      failure TEXT,
      answer BLOB,
      PRIMARY KEY (order_id, seq),
      UNIQUE (order_id, step_key),
      CHECK ((answer IS NOT NULL) = (state IN ('answered', 'sending', 'not-sent')))
    ) STRICT;

    -- The few steps that the end of an app can leave in the middle of something.
    CREATE INDEX three_ds_steps_by_open_state ON three_ds_steps (state) WHERE state IN ('open', 'sending');

    CREATE TRIGGER three_ds_steps_start_as_awaited BEFORE INSERT ON three_ds_steps
    WHEN NEW.state <> 'awaited' OR NEW.transmissions <> 0
    BEGIN
      SELECT RAISE(ABORT, 'step-must-start-as-awaited');
    END;

    -- One trigger, since the order in which several fire is not defined: the transition is judged first.
    CREATE TRIGGER three_ds_steps_follow_the_table BEFORE UPDATE ON three_ds_steps
    BEGIN
      SELECT RAISE(ABORT, 'forbidden-transition')
      WHERE OLD.state || '>' || NEW.state NOT IN (
        'awaited>open', 'awaited>abandoned',
        'open>awaited', 'open>answered', 'open>abandoned',
        'answered>sending', 'answered>abandoned',
        'sending>sent', 'sending>not-sent', 'sending>refused', 'sending>outcome-unknown',
        'not-sent>sending', 'not-sent>abandoned'
      );
      SELECT RAISE(ABORT, 'forbidden-transmission')
      WHERE NEW.transmissions <> (NEW.state IN ('sending', 'sent', 'refused', 'outcome-unknown'))
        OR (NEW.transmissions > OLD.transmissions AND NEW.state <> 'sending')
        OR (NEW.transmissions < OLD.transmissions AND NOT (OLD.state = 'sending' AND NEW.state = 'not-sent'));
    END;

    CREATE TRIGGER three_ds_steps_keep_their_identity BEFORE UPDATE ON three_ds_steps
    WHEN NEW.order_id IS NOT OLD.order_id
      OR NEW.seq IS NOT OLD.seq
      OR NEW.kind IS NOT OLD.kind
      OR NEW.step_key IS NOT OLD.step_key
      OR NEW.host IS NOT OLD.host
      OR NEW.awaited_at_ms IS NOT OLD.awaited_at_ms
    BEGIN
      SELECT RAISE(ABORT, 'step-identity');
    END;

    CREATE TRIGGER three_ds_steps_keep_what_was_caught BEFORE UPDATE ON three_ds_steps
    WHEN OLD.answer IS NOT NULL AND NEW.answer IS NOT NULL AND NEW.answer IS NOT OLD.answer
    BEGIN
      SELECT RAISE(ABORT, 'step-answer-is-fixed');
    END;

    CREATE TRIGGER three_ds_steps_are_kept BEFORE DELETE ON three_ds_steps
    BEGIN
      SELECT RAISE(ABORT, 'steps-are-kept');
    END;
  `)
}
