import { wholeMajorUnits } from '../orders/money'
import { threeDsScenarios } from './three-ds-scenarios'
import type { BrokenForm, StatusChange, Reason, Reply, Scenario } from './scenario'

const approve: StatusChange[] = [{ afterMs: 0, status: 'approved' }]

function ordinary(amount: string | undefined, id: string, title: string, course: StatusChange[]): Scenario {
  return {
    id,
    title,
    ...(amount === undefined ? {} : { amount }),
    createsOrder: true,
    reply: { kind: 'normal' },
    statusChanges: course,
  }
}

function declined(amount: string, id: string, reason: Reason, securityCodes: string[] = []): Scenario {
  const scenario = ordinary(amount, id, `Declined: ${reason.message}`, [
    { afterMs: 0, status: 'declined', reason },
  ])
  return securityCodes.length > 0 ? { ...scenario, securityCodes } : scenario
}

function filtered(amount: string, id: string, reason: Reason): Scenario {
  return ordinary(amount, id, `Filtered: ${reason.message}`, [{ afterMs: 0, status: 'filtered', reason }])
}

function answered(amount: string, id: string, title: string, reply: Reply): Scenario {
  return { id, title, amount, createsOrder: true, reply, statusChanges: approve }
}

function unbooked(amount: string, id: string, title: string, reply: Reply): Scenario {
  return { id, title, amount, createsOrder: false, reply, statusChanges: [] }
}

function broken(amount: string, form: BrokenForm, title: string): Scenario {
  return answered(amount, `broken-${form}`, `Order is taken, ${title}`, { kind: 'broken', form })
}

const doNotHonour: Reason = { code: '100', message: 'Decline, do not honor [05]' }
const unknownOutcome: StatusChange = { afterMs: 0, status: 'unknown' }

/** The default: used for every amount that is not in the table. */
export const approvedScenario: Scenario = {
  ...ordinary(undefined, 'approved', 'Approved', approve),
  securityCodes: ['123', '1234', '111'],
}

/**
 * All scenarios without 3-D Secure. A security code selects the scenario, as in the gateway's own test environment.
 * Without a security code the amount in whole major units selects it, so that each scenario works in every currency and
 * a usual amount is approved.
 */
export const scenarios: readonly Scenario[] = [
  approvedScenario,

  declined('9001', 'declined-do-not-honor', doNotHonour),
  declined(
    '9002',
    'declined-insufficient-funds',
    {
      code: '116',
      message: 'Decline, insufficient funds [51]',
      motivation: 'The card has not enough money for this amount. Try a smaller amount or another card.',
    },
    ['116'],
  ),
  declined(
    '9003',
    'declined-expired-card',
    {
      code: '101',
      message: 'Decline, expired card [54]',
      motivation: 'The card is past its expiry date. Ask the customer for the new card.',
    },
    ['101'],
  ),
  declined(
    '9004',
    'declined-not-permitted',
    { code: '119', message: 'Decline, not permitted to cardholder [57]' },
    ['119'],
  ),
  declined('9005', 'declined-stolen-card', { code: '209', message: 'Decline, stolen card, pick up [43]' }, [
    '209',
  ]),
  declined('9006', 'declined-lost-card', { code: '208', message: 'Decline, lost card, pick up [41]' }),
  declined('9007', 'declined-suspected-fraud', { code: '102', message: 'Decline, suspected fraud [59]' }),
  declined('9008', 'declined-amount-limit', { code: '121', message: 'Decline, exceeds amount limit [61]' }),
  declined('9009', 'declined-frequency-limit', {
    code: '123',
    message: 'Decline, exceeds frequency limit [65]',
  }),
  declined('9010', 'declined-issuer-unavailable', {
    code: '907',
    message: 'Decline, issuer is not available [91]',
    motivation: 'The bank of the card could not be reached. A later attempt may succeed.',
  }),
  declined('9011', 'declined-invalid-card', { code: '111', message: 'Decline, invalid card number [14]' }),

  filtered('9020', 'filtered-velocity', {
    code: '1001',
    message: 'Too many payments with this card in 24 hours',
  }),
  filtered('9021', 'filtered-block-list', {
    code: '1014',
    message: 'Card is on the block list & "watch" list',
  }),

  ordinary('9025', 'processing-error', 'Error: the bank gateway could not carry it out', [
    { afterMs: 0, status: 'error', reason: { code: '909', message: 'Processor system malfunction [96]' } },
  ]),

  {
    ...ordinary('9030', 'unknown-then-approved', 'Outcome unknown for 20 s, then approved', [
      unknownOutcome,
      { afterMs: 20_000, status: 'approved' },
    ]),
    securityCodes: ['217'],
  },
  ordinary('9031', 'unknown-then-declined', 'Outcome unknown for 20 s, then declined', [
    unknownOutcome,
    { afterMs: 20_000, status: 'declined', reason: doNotHonour },
  ]),
  ordinary('9032', 'unknown-for-ever', 'Outcome stays unknown', [unknownOutcome]),
  ordinary('9033', 'chain-declined-then-approved', 'First bank gateway refuses, the next one approves', [
    { afterMs: 0, status: 'chain_declined' },
    { afterMs: 4_000, status: 'approved' },
  ]),
  ordinary('9034', 'slow', 'Approved after 30 s', [{ afterMs: 25_000, status: 'approved' }]),
  ordinary('9035', 'processing-for-ever', 'Stays in processing', []),
  ordinary('9036', 'approved-then-declined', 'Approved, and declined 15 s later', [
    { afterMs: 0, status: 'approved' },
    { afterMs: 15_000, status: 'declined', reason: doNotHonour },
  ]),

  answered('9040', 'answer-lost', 'Order is taken, connection closes without an answer', { kind: 'drop' }),
  unbooked('9041', 'request-lost', 'Connection closes without an answer, no order', { kind: 'drop' }),
  answered('9042', 'late-answer', 'Order is taken, answer comes after 20 s', {
    kind: 'late',
    delayMs: 20_000,
  }),
  answered('9043', 'very-late-answer', 'Order is taken, answer comes after 75 s', {
    kind: 'late',
    delayMs: 75_000,
  }),
  answered('9044', 'hang', 'Order is taken, no answer ever comes', { kind: 'hang' }),
  unbooked('9045', 'hang-unbooked', 'No answer ever comes, no order', { kind: 'hang' }),
  answered('9046', 'drip', 'Order is taken, answer comes one byte a second', { kind: 'drip', gapMs: 1_000 }),

  broken('9050', 'malformed-percent', 'answer has a broken percent sign'),
  broken('9051', 'duplicate-key', 'answer has a decisive name twice'),
  broken('9052', 'truncated', 'answer is cut off'),
  broken('9053', 'empty', 'answer is empty'),
  broken('9054', 'missing-order-id', 'answer has no order id'),
  broken('9055', 'foreign-order-id', 'answer names another order'),
  broken('9056', 'unknown-type', 'answer has an unknown type'),
  broken('9057', 'html-page', 'answer is a web page'),
  broken('9058', 'json', 'answer is JSON'),
  broken('9059', 'oversize', 'answer is larger than 1 MiB'),

  answered('9070', 'http-500', 'Order is taken, HTTP 500 page', { kind: 'page', httpStatus: 500 }),
  answered('9071', 'http-502', 'Order is taken, HTTP 502 page', { kind: 'page', httpStatus: 502 }),
  unbooked('9072', 'http-503', 'HTTP 503 page, no order', { kind: 'page', httpStatus: 503 }),
  answered('9073', 'http-504', 'Order is taken, HTTP 504 page', { kind: 'page', httpStatus: 504 }),
  unbooked('9074', 'http-403', 'HTTP 403 page, no order', { kind: 'page', httpStatus: 403 }),
  unbooked('9075', 'http-401', 'HTTP 401 page, no order', { kind: 'page', httpStatus: 401 }),
  unbooked('9076', 'http-429', 'HTTP 429 page, no order', { kind: 'page', httpStatus: 429 }),
  unbooked('9077', 'redirect', 'HTTP 302 to another address, no order', { kind: 'redirect' }),

  unbooked('9080', 'refused-with-error', 'Refused with type=error, no order', { kind: 'error' }),
  answered('9081', 'error-with-order', 'Answer is type=error although the order is taken', { kind: 'error' }),
]

const byId = new Map([...scenarios, ...threeDsScenarios].map((scenario) => [scenario.id, scenario]))
const byAmount = new Map(
  scenarios.flatMap((scenario) => (scenario.amount ? [[scenario.amount, scenario]] : [])),
)
const bySecurityCode = new Map(
  scenarios.flatMap((scenario) => (scenario.securityCodes ?? []).map((code) => [code, scenario] as const)),
)

/** The scenario with this id, for the switches of the control API. */
export function scenarioById(id: string): Scenario | undefined {
  return byId.get(id)
}

/**
 * The scenario of a payment without 3-D Secure. `amount` is in major units, `securityCode` is empty when none was sent.
 */
export function chooseScenario(amount: string, securityCode: string, isCardExpired: boolean): Scenario {
  if (securityCode !== '') return bySecurityCode.get(securityCode) ?? mustExist('declined-do-not-honor')
  const scenario = byAmount.get(wholeMajorUnits(amount))
  if (scenario) return scenario
  return isCardExpired ? mustExist('declined-expired-card') : approvedScenario
}

function mustExist(id: string): Scenario {
  const scenario = byId.get(id)
  if (!scenario) throw new Error(`The table has no scenario ${id}`)
  return scenario
}
