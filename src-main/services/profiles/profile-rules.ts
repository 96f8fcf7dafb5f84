import { isUnsent } from '../../../src-shared/domain/charge'
import { gatewayAddressOf, isAllowedBaseUrl } from '../../../src-shared/domain/gateway-address'
import type { OrderSummary } from '../../../src-shared/domain/order'
import type { ProfileInput } from '../../../src-shared/domain/profile'
import { AppError } from '../../../src-shared/errors/app-error'
import type { ProfileRecord } from '../../ports/storage'

/**
 * Where a profile's target points; null for the simulator, whose address the app supplies. Another spelling of the stored
 * address changes nothing.
 */
export function baseUrlOf(input: ProfileInput, existing: ProfileRecord | null): string | null {
  const baseUrl = input.target.kind === 'simulator' ? null : input.target.baseUrl
  return existing !== null && isSameAddress(existing.baseUrl, baseUrl) ? existing.baseUrl : baseUrl
}

/** True for an order that the gateway knows or may know: another address would not find it. */
export function isBoundToAddress(order: OrderSummary): boolean {
  const { answeredAtMs, chargeState } = order
  const wasSent = chargeState !== null && !isUnsent(chargeState) && chargeState !== 'cancelled'
  return wasSent || answeredAtMs !== null
}

function isSameAddress(one: string | null, other: string | null): boolean {
  return gatewayAddressOf(one) === gatewayAddressOf(other)
}

/**
 * Keeps real keys away from places that are no gateway (C10). `allowLoopback` is true in an unpackaged build.
 * Errors: `validation-failed` for the field.
 */
export function requireAllowedAddress(input: ProfileInput, allowLoopback: boolean): void {
  const baseUrl = baseUrlOf(input, null)
  if (baseUrl === null || isAllowedBaseUrl(input.target.kind, baseUrl, allowLoopback)) return
  throw new AppError('validation-failed', {
    fields: { 'profile.target.baseUrl': 'not-a-public-https-address' },
  })
}

/** Refuses entry points that could not be told apart. */
export function requireDistinctRoutes(input: ProfileInput): void {
  const ids = input.routes.map((route) => route.id)
  const index = ids.findIndex((id, position) => ids.indexOf(id) !== position)
  if (index >= 0)
    throw new AppError('validation-failed', { fields: { [`profile.routes.${index}.id`]: 'given-twice' } })
}

/** Refuses a control that would sign a value twice, and a return address that an issuer could not post to safely. */
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

/** Orders and steps are told apart by the path below it, so it ends before any query. */
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

/** What a stored profile may not become: its orders belong to the place they were sent to. */
export function requireSameEnvironment(input: ProfileInput, existing: ProfileRecord | null): void {
  if (existing === null && input.target.kind === 'simulator')
    throw new AppError('not-allowed-now', { reason: 'simulator-is-made-by-trying' })
  if (existing !== null && existing.environment !== input.target.kind)
    throw new AppError('not-allowed-now', { reason: 'environment-is-fixed' })
  if (existing?.environment === 'simulator' && existing.login !== input.login)
    throw new AppError('validation-failed', { fields: { 'profile.login': 'fixed-by-the-simulator' } })
}

/** True when the stored key belongs to another address or login than the one to be saved (C13). */
export function isBoundElsewhere(input: ProfileInput, existing: ProfileRecord | null): boolean {
  return (
    existing === null || existing.login !== input.login || existing.baseUrl !== baseUrlOf(input, existing)
  )
}
