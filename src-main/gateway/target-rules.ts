import {
  isLoopbackBaseUrl,
  isPublicHttpsBaseUrl,
  withoutTrailingSlashes,
} from '../../src-shared/domain/profile'
import { AppError } from '../../src-shared/errors/app-error'
import type { GatewayTarget } from '../ports/gateway-client'

/**
 * The address a call goes to: the profile's base URL and nothing else (C10). Production is https on a public host,
 * the simulator http on this machine; a gateway test may be on this machine where `allowsLoopbackTest` says so.
 * Errors: `validation-failed`.
 */
export function urlOf(target: GatewayTarget, path: string, allowsLoopbackTest: boolean): URL {
  if (!isAllowed(target, allowsLoopbackTest)) throw refused()
  try {
    return new URL(`${withoutTrailingSlashes(target.baseUrl)}${path}`)
  } catch {
    throw refused()
  }
}

function isAllowed({ environment, baseUrl }: GatewayTarget, allowsLoopbackTest: boolean): boolean {
  // A trailing dot makes `localhost.` look like a public name.
  if (/[@?#\s\\]|^[a-z]+:\/\/[^/]*\.(?:[:/]|$)/i.test(baseUrl)) return false
  switch (environment) {
    case 'production':
      return isPublicHttpsBaseUrl(baseUrl)
    case 'gateway-test':
      return isPublicHttpsBaseUrl(baseUrl) || (allowsLoopbackTest && isLoopbackBaseUrl(baseUrl))
    case 'simulator':
      return isLoopbackBaseUrl(baseUrl) && /^http:/i.test(baseUrl)
  }
}

function refused(): AppError {
  return new AppError('validation-failed', { fields: { baseUrl: 'not-a-base-url' } })
}
