import { withoutTrailingSlashes } from '../../../src-shared/domain/gateway-address'
import { ownReturnUrl } from '../../../src-shared/domain/sale-rules'
import type { StepKind } from '../../../src-shared/domain/three-ds'
import type { ProfileRecord } from '../../ports/storage'

/**
 * Return address for the issuer’s pages. It is unique for each order and step, because a client order id cannot be
 * guessed; an answer to another address is not accepted. It depends only on stored values, so it is the same after a
 * restart.
 */
export function returnAddress(
  profile: Pick<ProfileRecord, 'saleRules'>,
  clientOrderId: string,
  step: StepKind | null,
): string {
  const base = withoutTrailingSlashes(profile.saleRules.returnUrl || ownReturnUrl)
  const order = `${base}/${encodeURIComponent(clientOrderId)}`
  return step === null ? order : `${order}/${step}`
}
