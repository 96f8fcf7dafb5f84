import { wholeMajorUnits } from '../orders/money'
import type { Scenario } from './scenario'
import type { ThreeDsFlow } from './three-ds'

function threeDsScenario(
  amount: string,
  id: string,
  title: string,
  steps: ThreeDsFlow['steps'],
  methodPage: ThreeDsFlow['methodPage'] = 'answers',
): Scenario {
  return {
    id,
    title,
    amount,
    createsOrder: true,
    reply: { kind: 'normal' },
    statusChanges: [{ afterMs: 0, status: 'approved' }],
    threeDs: { steps, methodPage },
  }
}

const challenge = threeDsScenario('9302', 'three-ds-challenge', '3-D Secure 2 with a challenge', [
  'method',
  'challenge',
])

/** The scenarios with 3-D Secure, for sales only. Their amounts select them with any security code. */
export const threeDsScenarios: readonly Scenario[] = [
  threeDsScenario('9301', 'three-ds-frictionless', '3-D Secure 2 without a challenge', ['method']),
  // 321 is the security code for this flow in the gateway's own test environment.
  { ...challenge, securityCodes: ['321'] },
  threeDsScenario('9303', 'three-ds-1', '3-D Secure 1.0.2', ['pareq']),
  threeDsScenario(
    '9304',
    'three-ds-silent-method',
    'Method page never answers, then no challenge',
    ['method'],
    'silent',
  ),
  threeDsScenario(
    '9305',
    'three-ds-late-method',
    'Method page answers after 15 s, then no challenge',
    ['method'],
    'late',
  ),
  threeDsScenario(
    '9306',
    'three-ds-silent-method-challenge',
    'Method page never answers, then a challenge',
    ['method', 'challenge'],
    'silent',
  ),
]

/** The 3-D Secure scenario that a sale selects by its amount in major units or by its security code. */
export function chooseThreeDs(amount: string, securityCode: string): Scenario | undefined {
  const whole = wholeMajorUnits(amount)
  return (
    threeDsScenarios.find((scenario) => scenario.amount === whole) ??
    threeDsScenarios.find(({ securityCodes = [] }) => securityCodes.includes(securityCode))
  )
}
