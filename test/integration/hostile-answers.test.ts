import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AnswerStore } from '../../src-main/services/charge/answer-store'
import { GatewayAccess } from '../../src-main/services/access/gateway-access'
import { StorageSession } from '../../src-main/services/common/storage-session'
import { StatusCheck } from '../../src-main/services/following/status-check'
import type { ProfileRecord, WrittenOrder } from '../../src-main/ports/storage'
import { messages } from '../../src-renderer/messages'
import { timelineText, timelineTitle } from '../../src-renderer/messages/timeline-text'
import { statusReason, statusWord } from '../../src-renderer/messages/status-text'
import { aConfirmation, aDraft, aProfile, noonMs } from '../support/builders'
import { FakeClock, FakeSimulatorHost, FakeVault, simulatorInfo } from '../support/fakes'
import { credentials, never, rebillRequest } from '../support/gateway-calls'
import { answering, type RawGateway } from '../support/raw-gateway'
import { openStorage, type TestStorage } from '../support/storage'
import { clientWith, plain, start, stopGateways } from '../support/wire-client'

afterEach(stopGateways)

/** The bytes that the gateway writes: a body (its length is added), or a complete answer with its head. */
type Bytes = string | Uint8Array | { readonly head: string; readonly body: string | Uint8Array }

/** The expected state after the last answer of a row. */
interface Seen {
  /** Outcome of the exchange, and its failure. */
  readonly taken: string
  /** State of the charge, the gateway's status and its order id. */
  readonly known: string
  /** The important facts that the gateway reported. */
  readonly facts: Readonly<Record<string, string>>
  /** Texts on the screen: headline, title of the alert, last line of the timeline. */
  readonly word: string
  readonly alert: string | null
  readonly line: string
  /** Unreadable values of the last answer, as stored in the API log. */
  readonly unreadable?: Readonly<Record<string, string>>
  /** Seconds until the next poll, or the reason why there is none. */
  readonly next: number | 'none'
}

interface Row {
  readonly what: string
  /** The answer to the charge; by default it is accepted. */
  readonly charge?: Bytes
  /** Answers to the status questions after it. */
  readonly statuses?: readonly Bytes[]
  readonly seen: Seen
}

const accepted =
  'type=async-response\n&serial-number=a1\n&merchant-order-id=SHO-1\n&paynet-order-id=6684100\n'
const statusOf = (status: string, parts: Readonly<Record<string, string>> = {}) =>
  Object.entries({
    ...{ type: 'status-response', 'serial-number': 'a2', 'merchant-order-id': 'SHO-1' },
    ...{ 'paynet-order-id': '6684100', status, amount: '25.00', currency: 'EUR', 'transaction-type': 'sale' },
    ...parts,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('&')
const without = (body: string, name: string) =>
  body
    .split('&')
    .filter((part) => !part.startsWith(`${name}=`))
    .join('&')
const unmeasured = (body: string) => ({ head: 'HTTP/1.1 200 OK', body })
const inCharset = (charset: string, body: string | Uint8Array) => ({
  head: `HTTP/1.1 200 OK\nContent-Type: text/html;charset=${charset}\nContent-Length: ${Buffer.byteLength(body)}`,
  body,
})
const bytes = (text: string) => Buffer.from(text, 'latin1')

const shownFacts = ['status', 'amount', 'currency', 'paynet-order-id', 'name', 'error-message', 'error-code']

const sentFacts = { status: 'processing', amount: '25.00', currency: 'EUR', 'paynet-order-id': '6684100' }
const taken = 'answered'
const unknownCharge = {
  known: 'outcome-unknown, -, -',
  facts: {},
  word: 'Unknown: No response, checking',
  alert: null,
  next: 4,
} as const
const acceptedCharge: Seen = {
  taken,
  known: 'accepted, -, 6684100',
  facts: {},
  word: 'Processing',
  alert: null,
  line: 'The gateway accepted the charge',
  next: 4,
}
const noNews = { known: 'accepted, -, 6684100', facts: {}, word: 'Processing', alert: null, next: 4 } as const
const approved: Seen = {
  taken,
  known: 'final, approved, 6684100',
  facts: { ...sentFacts, status: 'approved' },
  word: 'Approved',
  alert: null,
  line: 'Final status',
  next: 'none',
}

const charges: readonly Row[] = [
  { what: 'line feeds behind every value', charge: accepted, seen: acceptedCharge },
  { what: 'no line feed at all', charge: accepted.replaceAll('\n', ''), seen: acceptedCharge },
  { what: 'line feeds of another system', charge: accepted.replaceAll('\n', '\r\n'), seen: acceptedCharge },
  { what: 'a byte order mark', charge: `\ufeff${accepted}`, seen: acceptedCharge },
  {
    what: 'a percent sign that means itself (B10)',
    charge: `${accepted}&error-message=Limit+100% reached\n`,
    seen: acceptedCharge,
  },
  {
    what: 'a name in windows-1251 without its charset (B10)',
    charge: `${accepted}&name=%C8%E2%E0%ED\n`,
    seen: { ...acceptedCharge, unreadable: { name: '%C8%E2%E0%ED' } },
  },
  {
    what: 'a name in windows-1251 with its charset (B10)',
    charge: inCharset('windows-1251', bytes(`${accepted}&name=\xc8\xe2\xe0\xed\n`)),
    seen: acceptedCharge,
  },
  {
    what: 'a NUL in a value that decides nothing (B10)',
    charge: `${accepted}&own=a%00b\n`,
    seen: { ...acceptedCharge, unreadable: { own: 'a%00b' } },
  },
  {
    what: 'a card number among broken bytes (B10)',
    charge: `${accepted}&own=%FF4111%FF1111%FF1111%FF1111\n`,
    seen: { ...acceptedCharge, unreadable: { own: '••••••••' } },
  },
  {
    what: 'an order id that cannot be read (B10)',
    charge: accepted.replace('6684100', '66%FF100'),
    seen: {
      ...unknownCharge,
      taken: 'no-readable-answer unreadable-field:paynet-order-id',
      line: 'Sent, but no readable response came back: the value of paynet-order-id cannot be read (unreadable-field:paynet-order-id)',
      unreadable: { 'paynet-order-id': '66%FF100' },
    },
  },
  {
    what: 'two order ids',
    charge: `${accepted}&paynet-order-id=6684199\n`,
    seen: {
      ...unknownCharge,
      taken: 'no-readable-answer duplicate-field:paynet-order-id',
      line: 'Sent, but no readable response came back: paynet-order-id occurs twice (duplicate-field:paynet-order-id)',
    },
  },
  {
    what: 'a page',
    charge: '<html>Log in</html>',
    seen: {
      ...unknownCharge,
      taken: 'no-readable-answer html-page',
      line: 'Sent, but no readable response came back: the response is a web page (html-page)',
    },
  },
  {
    what: 'JSON',
    charge: '{"type":"async-response","paynet-order-id":6684100}',
    seen: {
      ...unknownCharge,
      taken: 'no-readable-answer json',
      line: 'Sent, but no readable response came back: the response is JSON (json)',
    },
  },
  {
    what: 'more than a megabyte',
    charge: `${accepted}&own=${'x'.repeat(1_100_000)}`,
    seen: {
      ...unknownCharge,
      taken: 'no-readable-answer too-large',
      line: 'Sent, but no readable response came back: the response is too large (too-large)',
    },
  },
  {
    what: 'a whole answer without a length (B7)',
    charge: unmeasured(accepted),
    seen: acceptedCharge,
  },
  {
    what: 'an end before the order id (B7)',
    charge: unmeasured(without(accepted, 'paynet-order-id')),
    seen: {
      ...unknownCharge,
      taken: 'no-readable-answer truncated',
      line: 'Sent, but no readable response came back: the response is incomplete (truncated)',
    },
  },
  {
    what: 'an end inside the order id (B7)',
    charge: unmeasured(accepted.slice(0, -3)),
    seen: {
      ...unknownCharge,
      taken: 'no-readable-answer truncated',
      line: 'Sent, but no readable response came back: the response is incomplete (truncated)',
    },
  },
  {
    what: 'a refusal that ends before its code (B7)',
    charge: unmeasured('type=error\n'),
    seen: {
      ...unknownCharge,
      taken: 'no-readable-answer truncated',
      line: 'Sent, but no readable response came back: the response is incomplete (truncated)',
    },
  },
  {
    what: 'a wrong control',
    charge: 'type=validation-error\n&error-message=INVALID_CONTROL_CODE\n&error-code=2\n',
    seen: {
      ...{ taken, known: 'rejected-unverified, -, -', facts: {}, word: 'Refused', alert: null, next: 5 },
      line: 'The gateway refused the request: INVALID_CONTROL_CODE (2)',
    },
  },
  {
    what: 'code 2 in an error that is no validation error (B6)',
    charge: 'type=error\n&error-message=Failed\n&error-code=2\n',
    seen: {
      ...{
        taken,
        known: 'rejected-unverified, -, -',
        facts: {},
        word: 'Unknown: Refused, checking',
        alert: null,
        next: 5,
      },
      line: 'The gateway refused the request: Failed (2)',
    },
  },
  {
    what: 'an error that names an order: the order exists',
    charge: accepted.replace('async-response', 'error'),
    seen: acceptedCharge,
  },
  {
    what: 'the order of somebody else',
    charge: accepted.replace('SHO-1', 'SHO-2'),
    seen: {
      ...unknownCharge,
      taken: 'no-readable-answer foreign-answer',
      alert: 'A response belongs to another order',
      line: 'Sent, but no readable response came back: the response belongs to another order (foreign-answer)',
    },
  },
]

const unusable = (failure: string, words: string, title = 'The gateway’s response could not be used') => ({
  ...noNews,
  taken: `no-readable-answer ${failure}`,
  line: `${title}: ${words} (${failure})`,
})
const brokeOff = unusable(
  'truncated',
  'the response is incomplete',
  'The connection to the gateway was interrupted',
)
const otherOrder = (field: string) => ({
  ...noNews,
  taken,
  word: 'Unknown: Response of another order',
  alert: 'A response belongs to another order',
  line: `The response contradicts what is known: the ${field} does not match this order`,
})
const open = (status: string): Seen => ({
  taken,
  known: `accepted, ${status}, 6684100`,
  facts: { ...sentFacts, status },
  word: status === 'processing' ? 'Processing' : status,
  alert: null,
  line: 'The gateway reported new details',
  next: 4,
})

const statuses: readonly Row[] = [
  { what: 'line feeds behind every value', statuses: [statusOf('approved')], seen: approved },
  { what: 'no line feed at all', statuses: [statusOf('approved').replaceAll('\n', '')], seen: approved },
  { what: 'a byte order mark', statuses: [`\ufeff${statusOf('approved')}`], seen: approved },
  {
    what: 'a percent sign that means itself (B10)',
    statuses: [statusOf('declined', { 'error-message': 'Limit+100% reached', 'error-code': '5' })],
    seen: {
      ...approved,
      known: 'final, declined, 6684100',
      facts: { ...sentFacts, status: 'declined', 'error-message': 'Limit 100% reached', 'error-code': '5' },
      word: 'Declined',
    },
  },
  {
    what: 'a name in windows-1251 without its charset (B10)',
    statuses: [
      statusOf('approved', { name: 'Anna' }).replace('approved', 'processing'),
      statusOf('approved', { name: '%C8%E2' }),
    ],
    seen: { ...approved, facts: { ...approved.facts, name: 'Anna' }, unreadable: { name: '%C8%E2' } },
  },
  {
    what: 'a name in windows-1251 with its charset (B10)',
    statuses: [inCharset('windows-1251', bytes(statusOf('approved', { name: '\xc8\xe2\xe0\xed' })))],
    seen: { ...approved, facts: { ...approved.facts, name: 'Иван' } },
  },
  {
    what: 'a NUL in a value that decides nothing (B10)',
    statuses: [statusOf('approved', { own: 'a\0b' })],
    seen: { ...approved, unreadable: { own: 'a%00b' } },
  },
  ...[
    'type',
    'status',
    'paynet-order-id',
    'merchant-order-id',
    'amount',
    'currency',
    'error-code',
    'transaction-type',
  ].map((name): Row => ({
    what: `${name} that cannot be read (B10)`,
    statuses: [statusOf('approved', { [name]: '%FFx' })],
    seen: {
      ...unusable(`unreadable-field:${name}`, `the value of ${name} cannot be read`),
      alert: 'A response could not be used',
      unreadable: { [name]: '%FFx' },
    },
  })),
  {
    what: 'two statuses',
    statuses: [`${statusOf('approved')}&status=declined\n`],
    seen: {
      ...unusable('duplicate-field:status', 'status occurs twice'),
      alert: 'A response could not be used',
    },
  },
  {
    what: 'a page',
    statuses: ['<html>502</html>'],
    seen: unusable('html-page', 'the response is a web page'),
  },
  {
    what: 'JSON',
    statuses: ['{"type":"status-response","status":"approved"}'],
    seen: unusable('json', 'the response is JSON'),
  },
  {
    what: 'more than a megabyte',
    statuses: [`${statusOf('approved')}&own=${'x'.repeat(1_100_000)}`],
    seen: unusable('too-large', 'the response is too large'),
  },
  {
    what: 'a whole answer without a length (B7)',
    statuses: [unmeasured(statusOf('approved'))],
    seen: approved,
  },
  {
    what: 'an end before amount and type (B7)',
    statuses: [unmeasured('status=approved\n&merchant-order-id=SHO-1\n&paynet-order-id=6684100\n')],
    seen: unusable('no-type', 'the response has no type'),
  },
  ...['amount', 'currency', 'transaction-type', 'merchant-order-id', 'paynet-order-id', 'status'].map(
    (name): Row => ({
      what: `an end before ${name} (B7)`,
      statuses: [unmeasured(without(statusOf('approved'), name))],
      seen: brokeOff,
    }),
  ),
  {
    what: 'an end inside a value (B7)',
    statuses: [unmeasured(`${statusOf('approved')}&name=An`)],
    seen: brokeOff,
  },
  {
    what: 'another gateway order id (B11)',
    statuses: [statusOf('approved', { 'paynet-order-id': '6684199' })],
    seen: otherOrder('gateway order ID'),
  },
  {
    what: 'another client order id (B11)',
    statuses: [statusOf('approved', { 'merchant-order-id': 'SHO-2' })],
    seen: otherOrder('client order ID'),
  },
  {
    what: 'another sum (B11)',
    statuses: [statusOf('approved', { amount: '25.01' })],
    seen: otherOrder('amount'),
  },
  {
    what: 'a hundred times the sum (B11)',
    statuses: [statusOf('approved', { amount: '2500' })],
    seen: otherOrder('amount'),
  },
  {
    what: 'another currency (B11)',
    statuses: [statusOf('approved', { currency: 'USD' })],
    seen: otherOrder('currency'),
  },
  {
    what: 'another order first and then its own (B11)',
    statuses: [statusOf('approved', { 'paynet-order-id': '6684199' }), statusOf('approved')],
    seen: approved,
  },
  {
    what: 'another order after its own final outcome (B11)',
    statuses: [statusOf('approved'), statusOf('declined', { 'paynet-order-id': '6684199' })],
    seen: {
      ...approved,
      alert: 'A response belongs to another order',
      line: otherOrder('gateway order ID').line,
    },
  },
  { what: 'a word that is not listed (A3)', statuses: [statusOf('pending')], seen: open('pending') },
  { what: 'a listed word in capitals (A3)', statuses: [statusOf('APPROVED')], seen: open('APPROVED') },
  {
    what: 'an empty status',
    statuses: [statusOf('processing'), statusOf('')],
    seen: { ...open('processing'), line: 'No change' },
  },
  {
    what: 'processing after approved (A4)',
    statuses: [statusOf('approved'), statusOf('processing')],
    seen: {
      ...approved,
      alert: 'The gateway contradicted an earlier outcome',
      line: 'The gateway reported new details: the response reports a final order as still open. The final outcome is kept (open-after-final)',
    },
  },
  {
    what: 'declined after approved (A4)',
    statuses: [statusOf('approved'), statusOf('declined', { 'error-code': '5' })],
    seen: {
      ...approved,
      alert: 'The gateway contradicted an earlier outcome',
      line: 'The gateway reported new details: the response reports another final outcome. The first one is kept (changed-after-final)',
    },
  },
  {
    what: 'an order that failed with code 2 (B6)',
    statuses: [statusOf('error', { 'error-code': '2', 'error-message': 'Failed' })],
    seen: {
      ...approved,
      known: 'final, error, 6684100',
      facts: { ...sentFacts, status: 'error', 'error-code': '2', 'error-message': 'Failed' },
      word: 'Error',
    },
  },
  {
    what: 'a wrong control: no news of the order',
    statuses: ['type=validation-error\n&error-message=INVALID_CONTROL_CODE\n&error-code=2\n'],
    seen: {
      ...noNews,
      taken,
      line: 'The gateway refused the control value: the control value was refused. Enter the control key of the profile again (wrong-control)',
    },
  },
]

let storage: TestStorage
let session: StorageSession
let gateway: RawGateway
let profile: ProfileRecord
let clock: FakeClock

beforeEach(async () => {
  storage = await openStorage()
  session = new StorageSession()
  session.use(storage)
  profile = aProfile({ environment: 'simulator', baseUrl: null })
  await storage.writer.saveProfile(profile)
  gateway = await start(() => undefined)
  clock = new FakeClock(noonMs)
})

/** Stores a charge of 25.00 EUR up to the state `sending`. */
async function sendingCharge(): Promise<WrittenOrder> {
  const clientOrderId = 'SHO-1'
  const draft = await storage.writer.saveDraft({
    ...{ chargeId: 'charge-1', profileId: 'profile-1', kind: 'rebill-sale', clientOrderId, cardId: '1' },
    ...{ cardRefId: '880017', amountMinor: 2500, currency: 'EUR', draft: aDraft() },
    ...{ previewHash: 'hash', createdAtMs: noonMs },
  })
  const recorded = await storage.writer.recordCharge({
    ...{ chargeId: draft.chargeId, expectedVersion: draft.stateVersion, previewHash: 'hash' },
    ...{ sentParameters: [], entries: [], confirmation: aConfirmation() },
    related: {
      card: { profileId: 'profile-1', cardId: '1', bin: null, lastFour: null },
      ...{ sinceMs: noonMs, charges: [] },
    },
    order: {
      ...{
        profileId: 'profile-1',
        environment: 'simulator',
        kind: 'rebill-sale',
        clientOrderId,
        cardId: '1',
      },
      ...{ route: { kind: 'endpoint', id: '4411' }, gatewayOrderId: null, createdAtMs: noonMs },
      ...{ amountMinor: 2500, currency: 'EUR', bin: '411111', lastFour: '1111', cardholderName: null },
      ...{ description: null, reference: null, followState: 'stopped', nextCheckAtMs: null },
    },
  })
  return storage.writer.changeOrder({
    orderId: recorded.summary.orderId,
    expectedRevision: recorded.summary.revision,
    atMs: noonMs,
    set: {},
    charge: {
      from: 'recorded',
      expectedVersion: recorded.charge?.stateVersion ?? 0,
      to: 'sending',
      transmissions: 1,
    },
    entries: [],
  })
}

function answerWith(given: Bytes): void {
  const { head, body } =
    typeof given === 'string' || given instanceof Uint8Array ? inCharset('utf-8', given) : given
  gateway.behave = answering(head, body)
}

/** Sends the charge and polls it through the app's own parts. The gateway answers with the bytes of the row. */
async function play({ charge = accepted, statuses: answers = [] }: Row): Promise<string> {
  const sending = await sendingCharge()
  const { summary } = sending
  const client = clientWith()
  const problems: unknown[] = []
  const answerStore = new AnswerStore({
    ...{ storage: session, clock, random: () => 0.5, onStored: () => undefined },
    report: (_, error) => problems.push(error),
  })
  answerWith(charge)
  const request = rebillRequest({ clientOrderId: summary.clientOrderId, amountMinor: 2500, currency: 'EUR' })
  await answerStore.store(
    sending,
    await client.prepareRebill(plain(gateway), request, '').send(never),
    profile.pollPace,
  )

  for (const answer of answers) await ask(summary.orderId, answer)
  expect(problems).toEqual([])
  return summary.orderId
}

/** Polls an order. The gateway answers with these bytes. */
async function ask(orderId: string, answer: Bytes): Promise<void> {
  answerWith(answer)
  const vault = new FakeVault()
  await vault.saveControlKey(profile, credentials.controlKey)
  const simulator = new FakeSimulatorHost()
  simulator.start = async () => ({ ...simulatorInfo, baseUrl: plain(gateway).baseUrl })
  const access = new GatewayAccess({
    storage: session,
    vault,
    simulator,
    clock,
    onKeychainOpen: () => undefined,
  })
  const check = new StatusCheck({
    ...{ storage: session, gateway: clientWith(), access, clock },
    random: () => 0.5,
  })
  const order = await storage.reader.getOrder(orderId)
  if (order === null) throw new Error('the order is gone')
  await check.run(order, profile, {
    ...{ signal: never, ageOf: () => 0, retryMs: 0 },
    ...{ isHeld: () => false, onPolled: () => undefined },
  })
}

async function whatIsSeen(orderId: string): Promise<Seen> {
  const view = await storage.reader.getOrderView(orderId)
  const exchange = (await storage.reader.listOrderExchanges(orderId)).at(-1)
  if (view === null || exchange === undefined) throw new Error('nothing was kept')
  const { summary, timeline, facts } = view
  const last = timeline.at(-1)
  if (last === undefined) throw new Error('the timeline is empty')
  const title = timelineTitle(last.kind, last.actor, last.text)
  const unreadable = exchange.answer.filter((field) => field.isUnreadable)
  return {
    taken: [exchange.outcome, exchange.failure].filter((part) => part !== null).join(' '),
    known: [summary.chargeState, summary.status, summary.gatewayOrderId]
      .map((part) => part ?? '-')
      .join(', '),
    facts: Object.fromEntries(
      facts.filter(({ name }) => shownFacts.includes(name)).map(({ name, value }) => [name, value]),
    ),
    word: [statusWord(summary.word), statusReason(summary.word) ?? []].flat().join(': '),
    alert: summary.alert === null ? null : messages.orders.alerts[summary.alert].title,
    line: last.text === null ? title : `${title}: ${timelineText(last.kind, last.text)}`,
    ...(unreadable.length === 0
      ? {}
      : { unreadable: Object.fromEntries(unreadable.map(({ name, value }) => [name, value])) }),
    next: summary.nextCheckAtMs === null ? 'none' : (summary.nextCheckAtMs - clock.nowMs()) / 1000,
  }
}

describe('a hostile answer to a charge', () => {
  it.each(charges)('$what', async (row) => {
    expect(await whatIsSeen(await play(row))).toEqual(row.seen)
    expect(gateway.deliveries).toHaveLength(1)
  })
})

describe('a second order of the gateway under the same client order id (B11)', () => {
  it('is adopted as an order of its own, and each is asked about by its own id', async () => {
    const other = statusOf('approved', { 'paynet-order-id': '6684199' })
    const first = await play({ what: '', statuses: [other], seen: approved })
    const adopted = await storage.writer.adoptOrder(
      {
        ...{ profileId: 'profile-1', environment: 'simulator', kind: 'adopted', clientOrderId: 'SHO-1' },
        ...{ route: { kind: 'endpoint', id: '4411' }, gatewayOrderId: '6684199', createdAtMs: noonMs },
        ...{
          amountMinor: null,
          currency: null,
          cardId: null,
          bin: null,
          lastFour: null,
          cardholderName: null,
        },
        ...{ description: null, reference: null, followState: 'following', nextCheckAtMs: noonMs },
      },
      [],
    )
    await ask(adopted.summary.orderId, other)
    await ask(first, statusOf('processing'))
    expect(gateway.deliveries.slice(-2).map((request) => /orderid=(6[0-9]+)/.exec(request)?.[1])).toEqual([
      ...['6684199', '6684100'],
    ])
    expect((await whatIsSeen(adopted.summary.orderId)).known).toBe('-, approved, 6684199')
    expect(await whatIsSeen(first)).toEqual({ ...open('processing'), alert: null })
  })
})

describe('a hostile answer about an order', () => {
  it.each(statuses)('$what', async (row) => {
    expect(await whatIsSeen(await play(row))).toEqual(row.seen)
  })
})
