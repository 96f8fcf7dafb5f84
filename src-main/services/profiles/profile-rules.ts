import { randomUUID } from 'node:crypto'
import { isUnsent } from '../../../src-shared/domain/charge'
import { gatewayAddressOf, isAllowedBaseUrl } from '../../../src-shared/domain/gateway-address'
import type { OrderSummary } from '../../../src-shared/domain/order'
import type { ProfileInput } from '../../../src-shared/domain/profile'
import { AppError } from '../../../src-shared/errors/app-error'
import type { ProfileRecord, StoredProfile } from '../../ports/storage'

/**
 * The address of a profile; null for the simulator, whose address comes from the app. Another spelling of the stored
 * address is not a change.
 */
export function baseUrlOf(input: ProfileInput, existing: StoredProfile | null): string | null {
  const baseUrl = input.target.kind === 'simulator' ? null : input.target.baseUrl
  return existing !== null && isSameAddress(existing.baseUrl, baseUrl) ? existing.baseUrl : baseUrl
}

/** True for an order that the gateway may have: another address would not find it. */
export function isBoundToAddress(order: OrderSummary): boolean {
  const { answeredAtMs, chargeState } = order
  const wasSent = chargeState !== null && !isUnsent(chargeState) && chargeState !== 'cancelled'
  return wasSent || answeredAtMs !== null
}

function isSameAddress(one: string | null, other: string | null): boolean {
  return gatewayAddressOf(one) === gatewayAddressOf(other)
}

/**
 * Allows only addresses that can be a gateway, so that a control key is never used for a local or unencrypted
 * address. `allowLoopback` is true in an unpackaged build. Errors: `validation-failed` for the field.
 */
export function requireAllowedAddress(input: ProfileInput, allowLoopback: boolean): void {
  const baseUrl = baseUrlOf(input, null)
  if (baseUrl === null || isAllowedBaseUrl(input.target.kind, baseUrl, allowLoopback)) return
  throw new AppError('validation-failed', {
    fields: { 'profile.target.baseUrl': 'not-a-public-https-address' },
  })
}

/** Refuses entry points with the same id. */
export function requireDistinctRoutes(input: ProfileInput): void {
  const ids = input.routes.map((route) => route.id)
  const index = ids.findIndex((id, position) => ids.indexOf(id) !== position)
  if (index >= 0)
    throw new AppError('validation-failed', { fields: { [`profile.routes.${index}.id`]: 'given-twice' } })
}

/** Refuses a control that would sign a value twice, and a return address to which an issuer cannot post safely. */
export function requireSaleRules({ saleRules }: ProfileInput): void {
  const { control, uploadControl, returnUrl } = saleRules
  const lists = { control, uploadControl }
  for (const [name, values] of Object.entries(lists))
    if (new Set(values).size !== values.length)
      throw new AppError('validation-failed', { fields: { [`profile.saleRules.${name}`]: 'given-twice' } })
  if (returnUrl !== '' && !isReturnUrl(returnUrl))
    throw new AppError('validation-failed', {
      fields: { 'profile.saleRules.returnUrl': 'not-an-https-address' },
    })
}

/** The path below it identifies order and step, so a query is not allowed. */
function isReturnUrl(value: string): boolean {
  const url = URL.parse(value)
  return (
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  )
}

/** Refuses changes of a stored profile that would detach its orders from their gateway. */
export function requireSameEnvironment(input: ProfileInput, existing: StoredProfile | null): void {
  if (existing === null && input.target.kind === 'simulator')
    throw new AppError('not-allowed-now', { reason: 'simulator-is-made-by-trying' })
  if (existing !== null && existing.environment !== input.target.kind)
    throw new AppError('not-allowed-now', { reason: 'environment-is-fixed' })
  if (existing?.environment === 'simulator' && existing.login !== input.login)
    throw new AppError('validation-failed', { fields: { 'profile.login': 'fixed-by-the-simulator' } })
}

/** True when the stored key was saved for another address or login than the profile to be saved. */
export function isBoundElsewhere(input: ProfileInput, existing: StoredProfile | null): boolean {
  return (
    existing === null || existing.login !== input.login || existing.baseUrl !== baseUrlOf(input, existing)
  )
}

/** The record of a profile from its form. What the form does not have is taken from the stored profile. */
export function recordOf(
  input: ProfileInput,
  existing: StoredProfile | null,
  nowMs: number,
  secret: { readonly hasSecret: boolean },
): ProfileRecord {
  return {
    profileId: existing?.profileId ?? input.profileId ?? randomUUID(),
    name: input.name,
    environment: input.target.kind,
    baseUrl: baseUrlOf(input, existing),
    login: input.login,
    routes: input.routes,
    rebillControl: input.rebillControl,
    defaultIpAddress: input.defaultIpAddress,
    pollPace: { minMs: input.pollPace.minMs, maxMs: Math.max(input.pollPace.minMs, input.pollPace.maxMs) },
    // Limits that cannot be read must not fall away with a repair of the profile.
    safetyLevel: existing?.limits === null ? 'read-only' : input.safetyLevel,
    limits: existing?.limits ?? [],
    hasSecret: secret.hasSecret,
    saleRules: input.saleRules,
    signingKey: existing?.signingKey ?? null,
    createdAtMs: existing?.createdAtMs ?? nowMs,
  }
}
