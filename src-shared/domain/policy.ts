import { z } from 'zod'
import { currencyLimitsView, safetyLevel, type CurrencyLimits } from './charge-limits'
import { checked, fields } from './fields'
import { parseAmount } from './money'
import { baseUrl, pollPace, rebillControl, route, type ProfileInput } from './profile'
import { defaultSaleRules, saleRules } from './sale-rules'

/** A profile as the policy sets it. Everything in it is fixed but the safety level and the keys. */
export type ManagedProfile = Omit<ProfileInput, 'profileId' | 'safetyLevel'> & { readonly profileId: string }

const normalPace = { minMs: 3000, maxMs: 5000 }

const policyRoute = route
  .extend({
    label: fields.optionalName.default(''),
    currency: fields.currency.nullable().default(null).describe('ISO 4217. An endpoint needs one.'),
  })
  .refine(({ kind, currency }) => kind === 'group' || currency !== null, {
    message: 'required',
    path: ['currency'],
  })

const policyProfile = z
  .strictObject({
    id: checked(40, (id) => (/^[a-z0-9][a-z0-9-]*$/.test(id) ? null : 'not-a-policy-id')).describe(
      'Lower-case letters, digits and hyphens. Orders of the profile are found by it, so it never changes.',
    ),
    name: fields.name,
    environment: z.enum(['production', 'gateway-test']).describe('`production` moves real money.'),
    baseUrl: baseUrl.describe('https, with the path of the gateway.'),
    login: fields.login,
    routes: z.array(policyRoute).min(1, 'required').max(50).describe('Endpoints and endpoint groups.'),
    rebillControl: rebillControl.default('without-endpoint'),
    defaultIpAddress: z.union([z.literal(''), fields.ipAddress]).default(''),
    pollPace: pollPace.default(normalPace),
    saleRules: saleRules.partial().default({}),
  })
  .transform(({ id, environment, baseUrl: address, saleRules: rules, ...others }): ManagedProfile => {
    const given = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined))
    return {
      ...{ ...others, profileId: id, target: { kind: environment, baseUrl: address } },
      saleRules: { ...defaultSaleRules(environment), ...given },
    }
  })

const updateChannel = z.enum(['stable', 'beta'])
export type UpdateChannel = z.infer<typeof updateChannel>

const amount = fields.amountText.optional()

const policyLimits = z
  .strictObject({
    currency: fields.currency,
    perCharge: amount.describe('The most of one charge, in the currency, such as "500.00".'),
    perCardDay: amount.describe('The most of one card on one day.'),
    perOperatorDay: amount.describe('The most of one operator on one day.'),
    askAbove: amount.describe('The safety level asks above this amount. Without it, at every charge.'),
  })
  .transform((row, context): CurrencyLimits => {
    const minor = (name: 'perCharge' | 'perCardDay' | 'perOperatorDay' | 'askAbove') => {
      const text = row[name]
      if (text === undefined) return null
      const parsed = parseAmount(text, row.currency)
      if (parsed.ok) return parsed.value.amountMinor
      context.addIssue({ code: 'custom', message: parsed.error, path: [name] })
      return null
    }
    return {
      currency: row.currency,
      perChargeMinor: minor('perCharge'),
      perCardDayMinor: minor('perCardDay'),
      perOperatorDayMinor: minor('perOperatorDay'),
      askAboveMinor: minor('askAbove'),
    }
  })

/** Refuses a list in which two parts have the same name. */
function distinct<T>(nameOf: (part: T) => string) {
  return (parts: readonly T[], context: z.core.$RefinementCtx): void => {
    const names = parts.map(nameOf)
    const index = names.findIndex((name, at) => names.indexOf(name) !== at)
    if (index >= 0) context.addIssue({ code: 'custom', message: 'given-twice', path: [index] })
  }
}

/**
 * The policy of an administrator for all users of a computer (docs/administrators.md). An unknown key is refused, because
 * a mistyped one would set nothing.
 */
export const policy = z.strictObject({
  $schema: z.string().max(1024).optional().describe('For editors. The app does not read it.'),
  version: z.literal(1).describe('The version of this format.'),
  profiles: z
    .array(policyProfile)
    .max(50)
    .superRefine(distinct(({ profileId }) => profileId))
    .default([])
    .describe('Profiles of every user, without keys. Staff enter the control key.'),
  otherProfiles: z
    .literal('off')
    .optional()
    .describe('Staff add no gateway profile, and those that are not in the policy are read-only.'),
  leastSafety: safetyLevel.optional().describe('The least strict safety level of a live profile.'),
  limits: z
    .array(policyLimits)
    .max(20)
    .superRefine(distinct(({ currency }) => currency))
    .default([])
    .describe('Limits of each live profile. The stricter one of policy and profile counts.'),
  callbackListener: z.literal('off').optional().describe('The listener for callbacks cannot be started.'),
  updates: z
    .strictObject({
      enabled: z.boolean().default(true),
      channel: updateChannel.default('stable'),
    })
    .optional()
    .describe('Whether the update folder is asked. `beta` is offered a version before all others.'),
})
export type Policy = z.infer<typeof policy>

/** Why the policy cannot be used. */
export const policyProblem = z.object({
  path: z.string(),
  cause: z.enum([
    'not-a-file',
    /** It belongs to a user, who could have written it for others. */
    'of-a-user',
    /** Others than its owner can write it, or the folder. */
    'writable',
    'folder-of-a-user',
    'folder-writable',
    'too-large',
    'unreadable',
    'not-text',
    'not-json',
    'not-valid',
    /** A managed profile has orders at another address, in another environment or of another login. */
    'profile-has-orders',
  ]),
  /** Where in the file: a line and column, or the path of a key; null = the whole file. */
  place: z.string().nullable(),
  /** The problem of a field, a key of the message files; null = none. */
  detail: z.string().nullable(),
})
export type PolicyProblem = z.infer<typeof policyProblem>

/** What the window shows of the policy. Main decides. */
export const policyView = z.object({
  path: z.string(),
  isOtherProfilesOff: z.boolean(),
  isListenerOff: z.boolean(),
  isUpdateOff: z.boolean(),
  /** The least strict level of a live profile that a person adds. */
  leastSafety: safetyLevel,
  /** What the policy sets for each profile that it is about. */
  profiles: z.array(
    z.object({
      profileId: z.string(),
      /** True for a profile of the policy, false for one that only keeps its limits. */
      isManaged: z.boolean(),
      leastSafety: safetyLevel,
      limits: z.array(currencyLimitsView),
    }),
  ),
})
export type PolicyView = z.infer<typeof policyView>
