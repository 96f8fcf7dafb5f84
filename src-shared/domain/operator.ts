import { z } from 'zod'
import { checked, fields } from './fields'

/** The PIN of an operator: 6 to 12 digits. Longer ones could be card numbers. */
const pinForm = /^[0-9]{6,12}$/

/** A PIN as a person types it to prove who they are. */
export const typedPin = checked(64, (value) => {
  if (value === '') return 'required'
  return pinForm.test(value) ? null : 'not-a-pin'
})

/** A new PIN. One digit again and again, or digits that go up or down by one, are among the first that others try. */
export const newPin = checked(64, (value) => {
  if (value === '') return 'required'
  if (!pinForm.test(value)) return 'not-a-pin'
  const steps = new Set([...value].slice(1).map((digit, at) => Number(digit) - Number(value[at])))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1 ? 'pin-too-simple' : null
})

/** Minutes without keyboard and mouse after which the app locks itself. */
export const lockMinutes = z.number().int().min(1).max(15)

export const operatorView = z.object({
  operatorId: z.string(),
  name: z.string(),
  /** May change operators, profiles and limits. */
  manages: z.boolean(),
})
export type OperatorView = z.infer<typeof operatorView>

/** The operators as the app state has them. */
export const operatorsState = z.object({
  /** Empty = the app has no operators and no lock. */
  list: z.array(operatorView),
  /** Who acts now; null without operators. */
  currentId: z.string().nullable(),
  lockMinutes: z.number().int(),
})
export type OperatorsState = z.infer<typeof operatorsState>

/** All that the window gets while the app is locked. */
export const lockState = z.object({
  isLocked: z.boolean(),
  operators: z.array(
    z.object({
      operatorId: z.string(),
      name: z.string(),
      /** How long the next try has to wait after wrong PINs; 0 = not at all. */
      waitMs: z.number().int(),
    }),
  ),
  /** The operator who acted last; null after a start of the app. */
  lastId: z.string().nullable(),
  /** Whether a forgotten PIN can be replaced with the recovery code. */
  hasRecoveryCode: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
})
export type LockState = z.infer<typeof lockState>

/** An operator as a command sends it. */
export const operatorInput = z.strictObject({
  /** Null = a new operator. */
  operatorId: z.string().max(64).nullable(),
  name: fields.name,
  manages: z.boolean(),
  /** Empty = the PIN stays. */
  pin: z.union([z.literal(''), newPin]),
  /** The PIN of the person who changes it; empty while there is no operator. */
  ownPin: z.union([z.literal(''), typedPin]),
})
export type OperatorInput = z.infer<typeof operatorInput>
