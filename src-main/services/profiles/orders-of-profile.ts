import type { OrderSummary } from '../../../src-shared/domain/order'
import { everyOrder } from '../../../src-shared/domain/order-query'
import type { StatusFamily } from '../../../src-shared/domain/order-status'
import type { StorageReader } from '../../ports/storage'
import { isBoundToAddress } from './profile-rules'

const ordersPerPage = 200

/** Returns the orders of a profile in some families page by page, so that a long list is never in memory at once. */
export async function* ordersOf(
  reader: StorageReader,
  profileId: string,
  families: StatusFamily[],
): AsyncGenerator<OrderSummary> {
  const query = { ...everyOrder, profileId, families }
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<StorageReader['listOrders']>> = await reader.listOrders(
      query,
      cursor,
      ordersPerPage,
    )
    yield* page.rows
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** True when the gateway may have an order of the profile, so that its address is fixed. */
export async function hasBoundOrder(reader: StorageReader, profileId: string): Promise<boolean> {
  for await (const order of ordersOf(reader, profileId, [])) if (isBoundToAddress(order)) return true
  return false
}
