/** SQL that takes the step to the sums of Insights back. */
export const beforeInsights = `
  DROP TRIGGER insight_sums_before_insert; DROP TRIGGER insight_sums_after_insert;
  DROP TRIGGER insight_sums_before_update; DROP TRIGGER insight_sums_after_update;
  DROP TABLE insight_sums; DROP VIEW order_insights; DROP INDEX orders_by_try;
  ALTER TABLE orders DROP COLUMN bank_code;
  ALTER TABLE orders DROP COLUMN card_country;
  ALTER TABLE orders DROP COLUMN final_at_ms;
  PRAGMA user_version = 140;
`
