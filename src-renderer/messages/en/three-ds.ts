import { icu } from './icu'
import type { StepKind, StepState, StopReason } from '../../../src-shared/domain/three-ds'
import type { AwaitedFrom, StageKey, StageState } from '../../../src-shared/domain/three-ds-progress'

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
  issuer: 'the issuer',
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
  answered: 'response not sent yet',
  sending: 'being sent',
  sent: 'sent to the gateway',
  'not-sent': 'not sent',
  refused: 'refused by the gateway',
  'outcome-unknown': 'sent, response lost',
  abandoned: 'not needed any more',
}

/** Texts for the technical codes of a failed step. Uploads use the codes of `failures.ts`. */
const failures: Record<string, string> = {
  closed: 'the window was closed before the issuer responded',
  timeout: 'the issuer did not respond in time',
  'issuer-address-refused':
    'the gateway named an address that is not opened here; only https addresses without a name or password are',
  'answer-not-sendable':
    'the issuer’s response is longer than the gateway’s interface takes, or cannot be written in it',
  'address-refused': 'the issuer page led to an address that is not allowed',
  'window-failed': 'the window could not be opened',
  'answer-without-cres': 'the page came back without the issuer’s response',
  'answer-without-pares': 'the page came back without the issuer’s response',
  'answer-of-another-order': 'the response belongs to another payment',
  'answer-empty': 'the page came back without the issuer’s response',
  'answer-unreadable': 'what the page came back with cannot be read',
  'answer-too-long': 'what the page came back with is too long to be a response',
}

/** The state text of a step that the app stopped, and what is safe to do then. */
const stopped: Record<StopReason, { readonly state: string; readonly safeNow: string }> = {
  'issuer-address-refused': {
    state: 'not opened: address refused',
    safeNow:
      'The issuer page was not opened, so the cardholder could not confirm the payment here. The app keeps checking the gateway status. Do not take another payment for the same thing before this one is final. Tell the gateway’s support the order’s IDs and the refused address.',
  },
  'answer-not-sendable': {
    state: 'response cannot be sent',
    safeNow:
      'The issuer’s response was not sent and cannot be sent as it is: the gateway’s interface takes at most 10,240 characters of a PaRes and 4,096 of any other response. Look the payment up with “Check now”. Ask the cardholder to pay again only when this payment is final and not approved. Tell the gateway’s support the order’s IDs.',
  },
}

/** What is safe to do after an upload that did not succeed. */
const safeNow: Partial<Record<StepState, string>> = {
  'not-sent':
    'The gateway was never reached, so it has nothing of this step. The issuer’s response is kept here, encrypted; sending it is safe and happens once.',
  refused:
    'The gateway took nothing of it. Do not take another payment for the same thing: the app keeps checking the status of this one. Ask the gateway’s support with the serial number.',
  'outcome-unknown':
    'It was sent once and is never sent again. The next gateway statuses show whether the gateway has it. Do not take another payment for the same thing.',
}

const completion: Record<'Y' | 'N' | 'U', string> = {
  Y: 'the issuer page finished',
  N: 'the issuer page did not finish within ten seconds; the payment goes on without it',
  U: 'there was no page to open',
}

const transStatus: Record<string, string> = {
  Y: 'the cardholder is authenticated',
  N: 'not authenticated: the code was wrong or the cardholder refused',
  A: 'an attempt only: the issuer does not take part, which still counts',
  U: 'could not be found out, for a technical reason on the issuer’s side',
  C: 'a challenge is asked for',
  R: 'rejected by the issuer; it asks not to try again',
  D: 'the cardholder has to confirm in the issuer’s own app',
  I: 'for information only',
}

const verified: Record<string, string> = {
  AUTHENTICATED: 'the issuer authenticated the cardholder, or counted the attempt',
  NOT_AUTHENTICATED: 'the issuer did not authenticate the cardholder',
  UNSUPPORTED: 'the issuer could not do it',
  UNKNOWN: 'no 3-D Secure took place',
}

const gatewaySteps: Record<string, string> = {
  MethodUrlFrame: 'the issuer’s method page',
  CReqForm: 'the issuer’s challenge',
  PaReqForm: 'the issuer’s PaReq page (3-D Secure 1.0.2)',
}

/** What a stage waits for: by its key, then by whom or by its state. */
const awaited = {
  sale: {
    operator: 'Action needed: review the sale and send it, or settle it by hand.',
    running: 'Waiting for the gateway: its response to the sale.',
    waiting: 'Waiting for the gateway: whether it has the sale at all. The app keeps checking.',
  },
  method: {
    issuer:
      'Waiting for the issuer: its method page runs in the background. After ten seconds the payment goes on without it.',
    gateway: 'Waiting for the gateway: whether the issuer wants 3-D Secure.',
    operator:
      'Action needed: the issuer wants to run its method page, which is only for a cardholder at this desk.',
  },
  challenge: {
    cardholder: icu<{ isPareq: boolean }>(
      'Waiting for the cardholder: the issuer’s {isPareq, select, true {PaReq page} other {challenge}} is open in its own window.',
    ),
    gateway: 'Waiting for the gateway: whether the issuer asks the cardholder for more.',
    operator: icu<{ isPareq: boolean }>(
      'Action needed: the issuer’s {isPareq, select, true {PaReq page} other {challenge}} is only for a cardholder at this desk.',
    ),
  },
  result: {
    operator: 'Action needed: send the issuer’s response to the gateway.',
    running: 'Waiting for the gateway: that it takes the issuer’s response.',
    waiting:
      'Waiting for the gateway: whether it has the issuer’s response. It was sent once and is not sent again.',
  },
  final: {
    operator: 'Action needed: look the payment up in the gateway’s own back office and settle it here.',
    gateway: 'Waiting for the gateway: the outcome.',
  },
}

export const threeDs = {
  /** `seconds` and `minutes` after the colon have two digits. */
  clockMinutes: icu<{ minutes: number; seconds: string }>('{minutes}:{seconds} min'),
  clockHours: icu<{ hours: number; minutes: string }>('{hours}:{minutes} h'),
  label: '3-D Secure',
  progress: 'Progress of this payment',
  progressReplayed: 'Progress of this payment, replayed from the history',
  stages,
  pareqStages,
  states,
  from,
  /** One stage as a sentence, for screen readers. */
  sentence: icu<{
    name: string
    state: string
    timing: 'after' | 'for' | 'none'
    elapsed: string
    isAwaited: boolean
    from: string
  }>(
    '{name}: {state}{timing, select, after {, after {elapsed}} for {, for {elapsed}} other {}}{isAwaited, select, true {, next: {from}} other {}}',
  ),
  awaited,
  over: {
    approved: 'Approved.',
    approvedAfter: icu<{ span: string }>('Approved, {span} after it was sent.'),
    notApproved: icu<{ word: string }>('Final: {word}.'),
    notApprovedAfter: icu<{ word: string; span: string }>('Final: {word}, {span} after it was sent.'),
    notSent: 'The sale did not reach the issuer, so there was no 3-D Secure.',
  },
  actions: {
    label: '3-D Secure actions',
    continue: 'The cardholder is here: continue',
    sendAnswer: 'Send the issuer’s response',
    stop: 'Close issuer page',
    show: 'Show 3-D Secure',
    stopped: 'The issuer page is closed. What was sent stays sent.',
  },
  presence: {
    title: 'Is the cardholder at this desk?',
    text: 'The issuer page opens in its own window. Only the cardholder types there: never type a customer’s code and never ask for it on the phone.',
    remote: 'This sale was taken as remote. Go on only if the cardholder has come to this desk since.',
    confirm: 'The cardholder is here: continue',
  },
  callouts: {
    page: {
      title: 'The issuer waits for the cardholder',
      text: 'The payment goes on when the cardholder is at this desk and confirms it on the issuer page. Nothing is charged before.',
    },
    unsent: {
      title: 'Action needed: send the issuer’s response to the gateway',
      text: 'It is stored here, encrypted, and was certainly not sent. Sending it completes the payment and happens once.',
    },
  },
  foreign: {
    title: 'Only the system that took the card can finish this',
    adopted: icu<{ step: string }>(
      'The gateway waits for {step}. This order was made elsewhere: the issuer page has to be shown to the cardholder by the shop or terminal that took the card. Here the order is only followed.',
    ),
    rebill: icu<{ step: string }>(
      'The gateway waits for {step}. A charge on a stored card has no cardholder at this desk, so nothing is shown here. If it stays, charge again without the requirement or ask the operator of the gateway.',
    ),
    steps: gatewaySteps,
    unlistedStep: icu<{ status: string }>('a step that it calls {status}'),
  },
  noSteps: 'The gateway has not asked for a step of 3-D Secure.',
  stepsTitle: 'Steps',
  steps,
  stepStates,
  methodRunning: 'running in the background',
  stopped,
  stepFields: {
    host: 'Issuer’s host',
    times: 'Times',
    awaited: 'Requested',
    opened: 'Opened',
    answered: 'Responded',
    timedOut: 'Timed out',
    sent: 'Sent',
    settled: 'Settled',
    completion: 'Completion',
    transStatus: 'Issuer’s verdict',
    digest: 'Response sent',
    failure: 'What went wrong',
  },
  digestHint: 'Length and SHA-256 of what was sent. The response itself is not kept.',
  completion,
  transStatus,
  unlistedTransStatus: 'not a known value',
  /** A value of the interface and what it means. */
  explained: icu<{ value: string; meaning: string }>('{value}: {meaning}'),
  failures,
  /** A timeline entry: the step, and its host or what went wrong. */
  entry: icu<{ step: string; detail: string }>('{step}: {detail}'),
  safeNow,
  resultTitle: 'What the gateway reports',
  verified,
  eci: icu<{ value: string }>('{value} (electronic commerce indicator of the card network)'),
  replay: {
    label: 'Replay',
    open: 'Replay',
    close: 'Back to now',
    hint: 'Replayed from the history. Nothing is sent.',
    play: 'Play',
    pause: 'Pause',
    back: 'Step back',
    forward: 'Step forward',
    position: 'Moment',
    speed: 'Speed',
    speeds: { real: '1×', fast: '10×', instant: 'No waiting' },
    at: icu<{ clock: string; text: string }>('{clock}, {text}'),
    since: icu<{ span: string }>('+{span}'),
  },
}
