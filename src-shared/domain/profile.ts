import { z } from 'zod'
import { checked, fields } from './fields'
import { chargeLimits, currencyLimitsView, safetyLevel } from './charge-limits'
import { environment, readBaseUrl } from './gateway-address'
import { typedPin } from './operator'
import { saleRules, saleRulesView } from './sale-rules'

/**
 * Formula of a rebill's control. The interface document describes both; public clients sign without the endpoint id.
 */
export const rebillControl = z.enum(['without-endpoint', 'with-endpoint'])
export type RebillControl = z.infer<typeof rebillControl>

/** An entry point: an endpoint (one currency) or an endpoint group (several). */
export const route = z.strictObject({
  kind: z.enum(['endpoint', 'group']),
  /** Id in the path, digits. */
  id: fields.routeId,
  label: fields.optionalName,
  /** Currency of an endpoint; null for a group, because each of its charges names a currency. */
  currency: fields.currency.nullable(),
})
export type Route = z.infer<typeof route>

/** Base URL of a real gateway with its path prefix, in its normal form: `https://gate.example/paynet`. */
export const baseUrl = checked(1024, baseUrlProblem).transform(
  (typed) => readBaseUrl(typed)?.baseUrl ?? typed,
)

function baseUrlProblem(typed: string): string | null {
  if (typed === '') return 'required'
  return readBaseUrl(typed) === null ? 'not-a-base-url' : null
}

/** Time between polls in the first ten minutes of an order; at least 3 s (interface: 3 to 5 s). */
export const pollPace = z.strictObject({
  minMs: z.number().int().min(3000).max(60_000),
  maxMs: z.number().int().min(3000).max(120_000),
})
export type PollPace = z.infer<typeof pollPace>

/** The input for a profile. A simulator profile has no address; the app knows it. */
export const profileInput = z.strictObject({
  profileId: z.string().max(64).nullable(),
  name: fields.name,
  target: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('production'), baseUrl }),
    z.strictObject({ kind: z.literal('gateway-test'), baseUrl }),
    z.strictObject({ kind: z.literal('simulator') }),
  ]),
  login: fields.login,
  routes: z.array(route).min(1, 'required').max(50),
  rebillControl,
  /** Default for the IP address in the charge form. The customer's address is never detected automatically. */
  defaultIpAddress: z.union([z.literal(''), fields.ipAddress]),
  pollPace,
  /** `read-only` refuses every charge of this profile in main. */
  safetyLevel,
  saleRules,
})
export type ProfileInput = z.infer<typeof profileInput>

/** The limits of a profile as a command sends them. */
export const limitsInput = z.strictObject({
  profileId: z.string().max(64),
  safetyLevel,
  limits: chargeLimits,
  /** The PIN of the person who changes them; empty while there is no operator. */
  ownPin: z.union([z.literal(''), typedPin]),
})
export type LimitsInput = z.infer<typeof limitsInput>

/** The public data of the profile's RSA key for v4 calls. */
export const signingKeyView = z.object({
  /**
   * `bound-elsewhere`: the key was stored for another login or address of this profile. `lost`: its wrapping key is
   * gone.
   */
  state: z.enum(['present', 'bound-elsewhere', 'lost']),
  origin: z.enum(['imported', 'created']),
  bits: z.number().int(),
  /** SHA-256 of the public part (SPKI DER), hex. */
  fingerprint: z.string(),
  /** PEM, to be handed to the gateway's operator. */
  publicKey: z.string(),
  createdAtMs: z.number().int(),
})
export type SigningKeyView = z.infer<typeof signingKeyView>

/** Why polling of a profile is paused. The pause ends when a try succeeds. */
export const pollingStop = z.object({
  reason: z.enum([
    'access-denied',
    'wrong-control',
    'secret-missing',
    'secret-store-locked',
    'secret-store-unavailable',
    /** The gateway answered HTTP 429 or 503. Charges are refused too until the pause ends. */
    'gateway-busy',
  ]),
  sinceMs: z.number().int(),
  /** Time of the next try. */
  nextTryAtMs: z.number().int(),
})
export type PollingStop = z.infer<typeof pollingStop>

/** A profile for the window. It tells whether a secret exists, never the secret. */
export const profileView = z.object({
  profileId: z.string(),
  name: z.string(),
  environment,
  /** Null for the simulator. */
  baseUrl: z.string().nullable(),
  login: z.string(),
  routes: z.array(
    z.object({
      kind: z.enum(['endpoint', 'group']),
      id: z.string(),
      label: z.string(),
      currency: z.string().nullable(),
    }),
  ),
  rebillControl,
  defaultIpAddress: z.string(),
  pollPace: z.object({ minMs: z.number(), maxMs: z.number() }),
  safetyLevel,
  limits: z.array(currencyLimitsView),
  saleRules: saleRulesView,
  /** Null = none; v4 registration needs one. */
  signingKey: signingKeyView.nullable(),
  /** `session` = kept in memory until the app ends, because there is no keychain. */
  secret: z.enum(['present', 'session', 'missing']),
  /** Why polling is paused; null or absent = it is not paused. */
  pollingStop: pollingStop.nullable().optional(),
  createdAtMs: z.number().int(),
})
export type ProfileView = z.infer<typeof profileView>

/**
 * A profile whose entry points or sale rules cannot be read (null). No request is made for it until a person saves it
 * again. Its orders and its secrets stay.
 */
export const unreadableProfileView = profileView.extend({
  routes: profileView.shape.routes.nullable(),
  saleRules: saleRulesView.nullable(),
  limits: profileView.shape.limits.nullable(),
})
export type UnreadableProfileView = z.infer<typeof unreadableProfileView>

/** The result of "test connection", which sends one status request and changes nothing. */
export const connectionTest = z.object({
  outcome: z.enum([
    'works',
    'wrong-control',
    'wrong-login-or-route',
    'unreachable',
    'not-a-gateway',
    'access-denied',
  ]),
  durationMs: z.number().int(),
  serialNumber: z.string().nullable(),
  gatewayCode: z.string().nullable(),
  gatewayMessage: z.string().nullable(),
  /** Technical reason when no readable answer came, such as `ECONNREFUSED`; else null. */
  failure: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  /** Gateway's clock minus ours in ms, from the Date header; null without it. */
  clockSkewMs: z.number().int().nullable(),
})
export type ConnectionTest = z.infer<typeof connectionTest>
