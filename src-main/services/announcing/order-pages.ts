import type { OrderSummary } from '../../../src-shared/domain/order'
import type { StatusFamily } from '../../../src-shared/domain/order-status'
import type { StorageReader } from '../../ports/storage'

const pageSize = 200

/** Returns the orders of a profile in some families page by page, so that a long list is never in memory at once. */
export async function* ordersOf(
  reader: StorageReader,
  profileId: string,
  families: StatusFamily[],
): AsyncGenerator<OrderSummary> {
  const query = { profileId, search: '', families, sortBy: 'created', direction: 'desc' } as const
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<StorageReader['listOrders']>> = await reader.listOrders(
      query,
      cursor,
      pageSize,
    )
    yield* page.rows
    cursor = page.nextCursor
  } while (cursor !== null)
}
