import { factValue, gatewayTimeMs } from '../../../src-shared/domain/facts'
import type { OrderView } from '../../../src-shared/domain/order'

/**
 * When the order was made; null = not known. For an order added by its id, only the gateway knows: when its status became
 * final. A file may say it, too.
 */
export function madeAtMs({ summary, facts }: OrderView): number | null {
  return summary.kind === 'adopted' && summary.imported?.hasTime !== true
    ? gatewayTimeMs(factValue(facts, 'transactionDate') ?? '')
    : summary.createdAtMs
}
