import { withoutTrailingSlashes } from '../../../src-shared/domain/gateway-address'
import { ownReturnUrl } from '../../../src-shared/domain/sale-rules'
import type { StepKind } from '../../../src-shared/domain/three-ds'
import type { ProfileRecord } from '../../ports/storage'

/**
 * Where the issuer's pages return to. Each order has its own, since its client order id cannot be guessed, and each step
 * too: an answer that belongs elsewhere is not caught. It follows from the log alone, so a restart finds the same one.
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
