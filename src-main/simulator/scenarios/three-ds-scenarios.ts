import { wholeMajorUnits } from '../orders/money'
import type { Scenario } from './scenario'
import type { ThreeDsCourse } from './three-ds'

function secured(
  amount: string,
  id: string,
  title: string,
  steps: ThreeDsCourse['steps'],
  methodPage: ThreeDsCourse['methodPage'] = 'answers',
): Scenario {
  const course: Scenario['course'] = [{ afterMs: 0, status: 'approved' }]
  return {
    id,
    title,
    amount,
    createsOrder: true,
    reply: { kind: 'normal' },
    course,
    threeDs: { steps, methodPage },
  }
}

const challenge = secured('9302', 'three-ds-challenge', '3-D Secure 2 with a challenge', [
  'method',
  'challenge',
])

/** The flows of 3-D Secure, which only a sale goes through. Their amounts count with any security code. */
export const threeDsScenarios: readonly Scenario[] = [
  secured('9301', 'three-ds-frictionless', '3-D Secure 2 without a challenge', ['method']),
  // The code of the gateway's own test environment.
  { ...challenge, securityCodes: ['321'] },
  secured('9303', 'three-ds-1', '3-D Secure 1.0.2', ['pareq']),
  secured(
    '9304',
    'three-ds-silent-method',
    'Method page never answers, then no challenge',
    ['method'],
    'silent',
  ),
  secured(
    '9305',
    'three-ds-late-method',
    'Method page answers after 15 s, then no challenge',
    ['method'],
    'late',
  ),
  secured(
    '9306',
    'three-ds-silent-method-challenge',
    'Method page never answers, then a challenge',
    ['method', 'challenge'],
    'silent',
  ),
]

/** The flow that a sale asks for by its amount in major units or by its security code. */
export function chooseThreeDs(amount: string, securityCode: string): Scenario | undefined {
  const whole = wholeMajorUnits(amount)
  return (
    threeDsScenarios.find((scenario) => scenario.amount === whole) ??
    threeDsScenarios.find(({ securityCodes = [] }) => securityCodes.includes(securityCode))
  )
}
