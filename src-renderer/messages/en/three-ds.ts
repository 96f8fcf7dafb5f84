import {
  stopReasonOf,
  type StepKind,
  type StepState,
  type StopReason,
  type ThreeDsStep,
} from '../../../src-shared/domain/three-ds'
import type { AwaitedFrom, StageKey, StageState } from '../../../src-shared/domain/three-ds-progress'
import { failureText } from './failures'

const stages: Record<StageKey, string> = {
  sale: 'Sale',
  method: 'Method page',
  'method-result': 'Method result',
  challenge: 'Challenge',
  'challenge-result': 'Challenge result',
  final: 'Outcome',
}

const pareqStages: Partial<Record<StageKey, string>> = {
  challenge: 'PaReq page',
  'challenge-result': 'PaRes result',
}

const states: Record<StageState, string> = {
  idle: 'not yet',
  waiting: 'waiting',
  running: 'under way',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
}

const from: Record<AwaitedFrom, string> = {
  gateway: 'the gateway',
  issuer: 'the card’s bank',
  cardholder: 'the cardholder',
  operator: 'you',
}

const steps: Record<StepKind, string> = {
  method: 'Method page',
  challenge: 'Challenge',
  pareq: 'PaReq page (3-D Secure 1.0.2)',
}

const stepStates: Record<StepState, string> = {
  awaited: 'awaited',
  open: 'open in its own window',
  answered: 'answered, not sent yet',
  sending: 'being sent',
  sent: 'sent to the gateway',
  'not-sent': 'not sent',
  refused: 'refused by the gateway',
  'outcome-unknown': 'sent, answer lost',
  abandoned: 'not needed any more',
}

/** Texts for the technical codes of a failed step. Uploads use the codes of `failures.ts`. */
const failures: Record<string, string> = {
  closed: 'the window was closed before the bank answered',
  timeout: 'the bank did not answer in time',
  'issuer-address-refused':
    'the gateway named an address that is not opened here; only https addresses without a name or password are',
  'answer-not-sendable':
    'the bank’s answer is longer than the gateway’s interface takes, or cannot be written in it',
  'address-refused': 'the bank’s page led to an address that is not allowed',
  'window-failed': 'the window could not be opened',
  'answer-without-cres': 'the page came back without the bank’s answer',
  'answer-without-pares': 'the page came back without the bank’s answer',
  'answer-of-another-order': 'the answer belongs to another payment',
  'answer-empty': 'the page came back without the bank’s answer',
  'answer-unreadable': 'what the page came back with cannot be read',
  'answer-too-long': 'what the page came back with is too long to be an answer',
}

/** The first word of a failure is its code, the rest are details. */
function stepFailure(failure: string): string {
  const plain = failures[failure.split(' ')[0] ?? '']
  return plain === undefined ? failureText(failure) : `${plain} (${failure})`
}

/** The state text of a step that the app stopped, and what is safe to do then. */
const stopped: Record<StopReason, { readonly state: string; readonly safeNow: string }> = {
  'issuer-address-refused': {
    state: 'not opened: address refused',
    safeNow:
      'The bank’s page was not opened, so the cardholder could not confirm the payment here. The app keeps asking what becomes of it. Do not take another payment for the same thing before this one is final. Tell the gateway’s support the order’s ids and the refused address.',
  },
  'answer-not-sendable': {
    state: 'answer cannot be sent',
    safeNow:
      'The bank’s answer was not sent and cannot be sent as it is: the gateway’s interface takes at most 10,240 characters of a PaRes and 4,096 of any other answer. Look the payment up with “Check now”. Ask the cardholder to pay again only when this payment is final and not approved. Tell the gateway’s support the order’s ids.',
  },
}

/** What is safe to do after an upload that did not succeed. */
const safeNow: Partial<Record<StepState, string>> = {
  'not-sent':
    'The gateway was never reached, so it has nothing of this step. The bank’s answer is kept here, encrypted; sending it is safe and happens once.',
  refused:
    'The gateway took nothing of it. Do not take another payment for the same thing: the app keeps asking what becomes of this one. Ask the gateway’s support with the serial number.',
  'outcome-unknown':
    'It was sent once and is never sent again. The next status answers show whether the gateway has it. Do not take another payment for the same thing.',
}

const completion: Record<'Y' | 'N' | 'U', string> = {
  Y: 'the bank’s page finished',
  N: 'the bank’s page did not finish within ten seconds; payment goes on without it',
  U: 'there was no page to open',
}

const transStatus: Record<string, string> = {
  Y: 'the cardholder is authenticated',
  N: 'not authenticated: the code was wrong or the cardholder refused',
  A: 'an attempt only: the bank does not take part, which still counts',
  U: 'could not be found out, for a technical reason on the bank’s side',
  C: 'a challenge is asked for',
  R: 'rejected by the bank; it asks not to try again',
  D: 'the cardholder has to confirm in the bank’s own app',
  I: 'for information only',
}

const verified: Record<string, string> = {
  AUTHENTICATED: 'the bank authenticated the cardholder, or counted the attempt',
  NOT_AUTHENTICATED: 'the bank did not authenticate the cardholder',
  UNSUPPORTED: 'the bank could not do it',
  UNKNOWN: 'no 3-D Secure took place',
}

const gatewaySteps: Record<string, string> = {
  MethodUrlFrame: 'the bank’s method page',
  CReqForm: 'the bank’s challenge',
  PaReqForm: 'the bank’s PaReq page (3-D Secure 1.0.2)',
}

interface CurrentStage {
  readonly key: StageKey
  readonly state: StageState
  readonly awaitedFrom: AwaitedFrom | null
}

function awaited({ key, state, awaitedFrom }: CurrentStage, isPareq: boolean): string {
  const page = isPareq ? 'PaReq page' : 'challenge'
  switch (key) {
    case 'sale':
      if (awaitedFrom === 'operator')
        return 'Awaited from you: review the sale and send it, or settle it by hand.'
      return state === 'running'
        ? 'Awaited from the gateway: its answer to the sale.'
        : 'Awaited from the gateway: whether it has the sale at all. The app keeps asking.'
    case 'method':
      if (awaitedFrom === 'issuer')
        return 'Awaited from the card’s bank: its method page runs in the background. After ten seconds the payment goes on without it.'
      return awaitedFrom === 'gateway'
        ? 'Awaited from the gateway: whether the bank wants 3-D Secure.'
        : 'Awaited from you: the bank wants to run its method page, which is only for a cardholder at this desk.'
    case 'challenge':
      if (awaitedFrom === 'cardholder')
        return `Awaited from the cardholder: the bank’s ${page} is open in its own window.`
      return awaitedFrom === 'gateway'
        ? 'Awaited from the gateway: whether the bank asks the cardholder for more.'
        : `Awaited from you: the bank’s ${page} is only for a cardholder at this desk.`
    case 'method-result':
    case 'challenge-result':
      if (awaitedFrom === 'operator')
        return 'Awaited from you: the bank’s answer is kept here and has not been sent.'
      return state === 'running'
        ? 'Awaited from the gateway: that it takes the bank’s answer.'
        : 'Awaited from the gateway: whether it has the bank’s answer. It was sent once and is not sent again.'
    case 'final':
      return awaitedFrom === 'operator'
        ? 'Awaited from you: look the payment up in the gateway’s own back office and settle it here.'
        : 'Awaited from the gateway: the outcome.'
  }
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

export const threeDs = {
  clockMinutes: (minutes: number, seconds: number) => `${minutes}:${twoDigits(seconds)} min`,
  clockHours: (hours: number, minutes: number) => `${hours}:${twoDigits(minutes)} h`,
  label: '3-D Secure',
  progress: 'Progress of this payment',
  progressReplayed: 'Progress of this payment, replayed from the log',
  stage: (key: StageKey, isPareq: boolean) => (isPareq ? (pareqStages[key] ?? stages[key]) : stages[key]),
  state: (state: StageState) => states[state],
  from,
  /** One stage as a sentence, for screen readers. */
  sentence: (name: string, state: StageState, elapsed: string, awaitedFrom: AwaitedFrom | null) =>
    [
      `${name}: ${states[state]}`,
      elapsed === '' ? '' : state === 'done' || state === 'failed' ? `after ${elapsed}` : `for ${elapsed}`,
      awaitedFrom === null ? '' : `awaited from ${from[awaitedFrom]}`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  awaited,
  over: {
    approved: (span: string) => `Approved${span === '' ? '' : `, ${span} after it was sent`}.`,
    notApproved: (word: string, span: string) =>
      `Final: ${word}${span === '' ? '' : `, ${span} after it was sent`}.`,
    notSent: 'The sale did not reach the bank, so there was no 3-D Secure.',
  },
  actions: {
    label: '3-D Secure actions',
    continue: 'The cardholder is here: continue',
    sendAnswer: 'Send the bank’s answer',
    stop: 'Stop',
    show: 'Show 3-D Secure',
    stopped: 'Stopped. What was sent stays sent.',
  },
  presence: {
    title: 'Is the cardholder at this desk?',
    text: 'The bank’s page opens in its own window. The cardholder types there, nobody else: never type a customer’s code and never ask for it on the phone.',
    remote: 'This sale was taken as remote. Go on only if the cardholder has come to this desk since.',
    confirm: 'The cardholder is here: continue',
  },
  callouts: {
    page: {
      title: 'The bank waits for the cardholder',
      text: 'The payment goes on when the cardholder is at this desk and confirms it on the bank’s page. Nothing is charged before.',
    },
    unsent: {
      title: 'The bank’s answer has not been sent',
      text: 'It is stored here, encrypted, and was certainly not sent. Sending it completes the payment and happens once.',
    },
  },
  foreign: {
    title: 'Only the system that took the card can finish this',
    adopted: (step: string) =>
      `The gateway waits for ${step}. This order was made elsewhere: the bank’s page has to be shown to the cardholder by the shop or terminal that took the card. Here the order is only followed.`,
    rebill: (step: string) =>
      `The gateway waits for ${step}. A charge on a stored card has no cardholder at this desk, so nothing is shown here. If it stays, charge again without the requirement or ask the operator of the gateway.`,
    step: (status: string) => gatewaySteps[status] ?? `a step that it calls ${status}`,
  },
  noSteps: 'The gateway has not asked for a step of 3-D Secure.',
  stepsTitle: 'Steps',
  step: (kind: StepKind) => steps[kind],
  stepState: (step: Pick<ThreeDsStep, 'state' | 'kind' | 'failure'>) => {
    const reason = stopReasonOf(step)
    if (reason !== null) return stopped[reason].state
    return step.state === 'open' && step.kind === 'method'
      ? 'running in the background'
      : stepStates[step.state]
  },
  stepFields: {
    host: 'Bank’s host',
    awaited: 'Asked for',
    opened: 'Opened',
    answered: 'Answered',
    timedOut: 'Timed out',
    sent: 'Sent',
    settled: 'Settled',
    completion: 'Completion',
    transStatus: 'Bank’s verdict',
    digest: 'Answer sent',
    failure: 'What went wrong',
  },
  digestHint: 'Length and SHA-256 of what was sent. The answer itself is not kept.',
  completion: (value: 'Y' | 'N' | 'U') => `${value}: ${completion[value]}`,
  transStatus: (value: string) =>
    transStatus[value] === undefined ? `${value}: not a known value` : `${value}: ${transStatus[value]}`,
  failure: stepFailure,
  /** The text of a timeline entry: the kind of step, then its host or the failure. */
  entry: (text: string) => {
    const [kind = '', ...rest] = text.split(' ')
    const name = Object.hasOwn(steps, kind) ? steps[kind as StepKind] : kind
    return rest.length === 0 ? name : `${name}: ${stepFailure(rest.join(' '))}`
  },
  safeNow: (step: Pick<ThreeDsStep, 'state' | 'failure'>) => {
    const reason = stopReasonOf(step)
    return reason === null ? (safeNow[step.state] ?? null) : stopped[reason].safeNow
  },
  resultTitle: 'What the gateway reports',
  verified: (value: string) => (verified[value] === undefined ? value : `${value}: ${verified[value]}`),
  eci: (value: string) => `${value} (electronic commerce indicator of the card network)`,
  replay: {
    label: 'Replay',
    open: 'Replay',
    close: 'Back to now',
    hint: 'Replayed from the log. Nothing is sent.',
    play: 'Play',
    pause: 'Pause',
    back: 'Step back',
    forward: 'Step forward',
    position: 'Moment',
    speed: 'Speed',
    speeds: { real: '1×', fast: '10×', instant: 'No waiting' },
    at: (clock: string, text: string) => `${clock}, ${text}`,
    since: (span: string) => `+${span}`,
  },
}
