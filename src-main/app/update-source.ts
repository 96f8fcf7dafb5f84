import { updates } from '../../package.json'
import { readBaseUrl } from '../../src-shared/domain/gateway-address'
import type { UpdateSource } from '../services/updates/update-service'

/** Only a build for development reads them; a release does not start with them (environment-check.ts). */
const addressVariable = 'REBILL_DESK_UPDATE_ADDRESS'
const keyVariable = 'REBILL_DESK_UPDATE_KEY'

/**
 * Where this build gets its updates from; null = nowhere, and it asks nobody. The releaser sets it in `package.json`.
 */
export function updateSource(
  isRelease: boolean,
  env: Readonly<Record<string, string | undefined>>,
): UpdateSource | null {
  const given = isRelease ? null : givenSource(env)
  const { address, publicKeys } = given ?? updates
  const read = readBaseUrl(address)
  if (read === null || publicKeys.length === 0) return null
  if (read.protocol !== 'https:' && isRelease) return null
  return { address: `${read.baseUrl}/`, publicKeys }
}

function givenSource(env: Readonly<Record<string, string | undefined>>): UpdateSource | null {
  const address = env[addressVariable]
  const key = env[keyVariable]
  return address === undefined || key === undefined ? null : { address, publicKeys: [key] }
}
