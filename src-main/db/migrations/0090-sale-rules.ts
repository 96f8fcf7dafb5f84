import type { Sqlite } from '../file/connection'

/** How a profile takes cards that are typed in. Those of before get what a new one starts with: in production, no cards. */
export function addSaleRules(db: Sqlite): void {
  db.exec(`
    ALTER TABLE profiles ADD COLUMN sale_rules TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(sale_rules));

    UPDATE profiles SET sale_rules = json_object(
      'acceptsCards', json(CASE environment WHEN 'production' THEN 'false' ELSE 'true' END),
      'control', json('["route id", "client order id", "amount in minor units", "email"]'),
      'uploadControl', json('["login", "client order id", "gateway order id"]'),
      'uploadRoute', 'group-segment',
      'returnUrl', ''
    );
  `)
}
