import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import type { Sqlite } from '../../../src-main/db/file/connection'
import { chooseFile } from './file-dialogs'
import { tabTo } from './person'

/** A final order, as the gateway reported it. */
interface StoredOrder {
  readonly clientOrderId: string
  readonly gatewayOrderId: string
  readonly createdAtMs: number
  readonly status: 'approved' | 'declined'
  readonly amountMinor: number
  readonly description: string
}

/** Writes orders into the history of the only profile, with a name and descriptions that files have trouble with. */
export function storeOrders(db: Sqlite, orders: readonly StoredOrder[]): void {
  const profile = db.prepare('SELECT profile_key FROM profiles').pluck().get() as number
  const insert = db.prepare(`
    INSERT INTO orders (
      revision, profile_key, environment, kind, route_kind, route_id, client_order_id, gateway_order_id, created_at_ms,
      changed_at_ms, family, word, status, amount_minor, currency, amount_rank, cardholder_name, description,
      follow_state, followed_since_ms, checks
    ) VALUES (1, @profile, 'gateway-test', 'adopted', 'endpoint', '4411', @clientOrderId, @gatewayOrderId, @createdAtMs,
      0, @status, @status, @status, @amountMinor, 'EUR', 0, 'Žofie Dvořáková', @description, 'stopped', 0, 0)
  `)
  for (const order of orders) insert.run({ ...order, profile })
}

/** Exports the list to a file by keyboard, from the orders screen; returns its bytes. */
export async function exportByKeyboard(
  { app, page }: { readonly app: ElectronApplication; readonly page: Page },
  file: string,
  count: number,
  format: 'csv' | 'xlsx' = 'csv',
): Promise<Buffer> {
  await chooseFile(app, file)
  await page.keyboard.press('Control+e')
  await page.getByRole('dialog', { name: 'Export orders' }).waitFor()
  if (format === 'csv') await page.keyboard.press('ArrowDown')
  await tabTo(page, 'button Choose file and export…')
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: `${String(count)} orders exported to ${basename(file)}` })
    .waitFor()
  return readFileSync(file)
}
