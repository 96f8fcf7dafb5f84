import type { StatusFamily } from '../../src-shared/domain/order-status'
import { messages, type Messages } from '.'

type DeclineText = Messages['declines']['unlisted']

/** Words in a message of the gateway that name the same reason as a response code of the issuer. */
const codesByWords: readonly (readonly [RegExp, string])[] = [
  [/insufficient|not enough (?:money|funds)|low balance/i, '51'],
  [/expired/i, '54'],
  [/do not honou?r/i, '05'],
  [/pick.?up/i, '04'],
  [/stolen/i, '43'],
  [/lost card/i, '41'],
  [/suspected fraud/i, '59'],
  [/not permitted/i, '57'],
  [/exceeds? .*limit|limit exceeded/i, '61'],
  [/issuer .*(?:unavailable|inoperative)/i, '91'],
]

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
  const message = order.errorMessage ?? ''
  const bracketed = /\[([0-9]{2})\]/.exec(message)?.[1]
  const code = bracketed ?? codesByWords.find(([pattern]) => pattern.test(message))?.[1]
  const byCode = code === undefined ? undefined : byBankCode[code]
  if (byCode !== undefined) return { text: byCode, isListed: true }
  if (order.family === 'declined' && verified === 'NOT_AUTHENTICATED')
    return { text: unauthenticated, isListed: true }
  const family = byFamily[order.family]
  return family === undefined ? { text: unlisted, isListed: false } : { text: family, isListed: true }
}
