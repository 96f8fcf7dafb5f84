import { bankCodeIn } from '../../src-shared/domain/bank-code'
import type { StatusFamily } from '../../src-shared/domain/order-status'
import { messages, type Messages } from '.'

type DeclineText = Messages['declines']['unlisted']

/**
 * The explanation of a declined payment, and whether its code is known. `verified` is the gateway's
 * `verified-3d-status`; a response code of the issuer takes precedence over it.
 */
export function explainDecline(
  order: {
    readonly family: StatusFamily
    readonly errorCode: string | null
    readonly errorMessage: string | null
  },
  verified: string | null = null,
): { readonly text: DeclineText; readonly isListed: boolean } {
  const { byBankCode, byFamily, unauthenticated, unlisted } = messages.declines
  const code = bankCodeIn(order.errorMessage)
  const byCode = code === null ? undefined : byBankCode[code]
  if (byCode !== undefined) return { text: byCode, isListed: true }
  if (order.family === 'declined' && verified === 'NOT_AUTHENTICATED')
    return { text: unauthenticated, isListed: true }
  const family = byFamily[order.family]
  return family === undefined ? { text: unlisted, isListed: false } : { text: family, isListed: true }
}
