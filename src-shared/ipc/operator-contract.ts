import { z } from 'zod'
import { appState } from '../domain/app-state'
import { lockMinutes, lockState, newPin, operatorInput, typedPin } from '../domain/operator'
import { limitsInput, profileView } from '../domain/profile'
import { done, id, nothing } from './contract-parts'

/** Operators and the lock. While the app is locked, main answers only `lock.get`, `lock.unlock` and `lock.resetPin`. */
export const operatorCommands = {
  'lock.get': { kind: 'read', input: nothing, output: lockState },
  /** Errors: `not-allowed-now`, reason `wrong-pin`, or `pin-wait` after several wrong ones. */
  'lock.unlock': {
    kind: 'write',
    input: z.strictObject({ operatorId: id, pin: typedPin }),
    output: lockState,
  },
  /**
   * Replaces a forgotten PIN with the recovery code of the history, and unlocks. Errors: `validation-failed` for a wrong
   * code; `not-found` without the operator or the recovery file.
   */
  'lock.resetPin': {
    kind: 'write',
    input: z.strictObject({ operatorId: id, recoveryCode: z.string().min(1).max(200), pin: newPin }),
    output: lockState,
  },
  'lock.now': { kind: 'write', input: nothing, output: done },
  'lock.saveMinutes': {
    kind: 'write',
    input: z.strictObject({ minutes: lockMinutes }),
    output: appState,
  },
  /** Adds or changes an operator. The first one manages the others. */
  'operators.save': { kind: 'write', input: operatorInput, output: appState },
  'operators.remove': {
    kind: 'write',
    input: z.strictObject({ operatorId: id, ownPin: typedPin }),
    output: appState,
  },
  /** Changes the safety level and the limits of a profile. */
  'limits.save': { kind: 'write', input: limitsInput, output: profileView },
} as const
