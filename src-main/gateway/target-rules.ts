import { isAllowedBaseUrl, withoutTrailingSlashes } from '../../src-shared/domain/gateway-address'
import { AppError } from '../../src-shared/errors/app-error'
import type { GatewayTarget } from '../ports/gateway-client'

/** The address of a call: the profile's base URL with the path of the operation. Errors: `validation-failed`. */
export function urlOf(
  { environment, baseUrl }: GatewayTarget,
  path: string,
  allowsLoopbackTest: boolean,
): URL {
  if (!isAllowedBaseUrl(environment, baseUrl, allowsLoopbackTest))
    throw new AppError('validation-failed', { fields: { baseUrl: 'not-a-base-url' } })
  return new URL(`${withoutTrailingSlashes(baseUrl)}${path}`)
}
