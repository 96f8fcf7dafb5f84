import { beforeEach, describe, expect, it } from 'vitest'
import { nextStepStates, stepState, type StepState } from '../../../../src-shared/domain/three-ds'
import type {
  OrderChange,
  OrderRecord,
  StepAnswer,
  StepChange,
  StorageReader,
  StorageWriter,
} from '../../../../src-main/ports/storage'
import { aDraft, aSaleDraft, noonMs, recordOf } from '../../../support/builders'
import { everythingIn } from '../../../support/fakes/everything'
import { openStorage, recordSale } from '../../../support/storage'
import { homeDays } from '../../../support/builders'

const cres = 'PLANTED-cres-eyJ0cmFuc1N0YXR1cyI6IlkifQ'
const challenge: StepAnswer = { kind: 'challenge', cres }
const refusedMove = { code: 'not-allowed-now', details: { reason: 'forbidden-transition' } }

describe('a 3-D Secure step', () => {
  let writer: StorageWriter
  let reader: StorageReader
  let made = 0

  beforeEach(async () => {
    const storage = await openStorage()
    writer = storage.writer
    reader = storage.reader
    made = 0
  })

  const aSale = async () => recordOf(await recordSale(writer, ++made))

  const change = async (order: OrderRecord, step: StepChange, parts: Partial<OrderChange> = {}) =>
    recordOf(
      await writer.changeOrder({
        ...{ orderId: order.summary.orderId, expectedRevision: order.summary.revision, atMs: noonMs },
        ...{ set: {}, entries: [], step },
        ...parts,
      }),
    )

  const awaited = (order: OrderRecord, stepKey = 'key-1', atMs = noonMs) =>
    change(order, { kind: 'await', stepKind: 'challenge', stepKey, host: 'acs.bank.example' }, { atMs })

  /** Moves the newest step; an answer comes with `answered` unless told otherwise. */
  function move(order: OrderRecord, to: StepState, parts: object = {}, atMs = noonMs): Promise<OrderRecord> {
    const step = order.steps.at(-1)
    if (step === undefined) throw new Error('no step')
    const answer = to === 'answered' ? { answer: challenge, answerDigest: '43 bytes' } : {}
    return change(order, { kind: 'move', seq: step.seq, from: step.state, to, ...answer, ...parts }, { atMs })
  }

  async function bring(target: StepState): Promise<OrderRecord> {
    const ways: StepState[][] = [['awaited']]
    for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
      const last = way.at(-1) ?? 'awaited'
      if (last === target) {
        let current = await awaited(await aSale())
        for (const state of way.slice(1)) current = await move(current, state)
        return current
      }
      for (const next of nextStepStates(last)) if (!way.includes(next)) ways.push([...way, next])
    }
    throw new Error(`no way to ${target}`)
  }

  const stepOf = (order: OrderRecord) => order.steps.at(-1)
  const answerOf = (order: OrderRecord) => reader.readStepAnswer(order.summary.orderId, order.steps.length)

  it('has its moments written down as they come', async () => {
    let order = await awaited(await aSale(), 'key-1', noonMs + 1)
    order = await move(order, 'open', {}, noonMs + 2)
    order = await move(order, 'awaited', { failure: 'ERR_FAILED' }, noonMs + 3)
    order = await move(order, 'open', {}, noonMs + 4)
    order = await move(order, 'answered', { transStatus: 'Y' }, noonMs + 5)
    order = await move(order, 'sending', { failure: null }, noonMs + 6)
    order = await move(order, 'not-sent', { failure: 'ECONNREFUSED' }, noonMs + 7)
    expect(stepOf(order)).toMatchObject({ transmissions: 0, settledAtMs: null, failure: 'ECONNREFUSED' })
    order = await move(order, 'sending', { failure: null }, noonMs + 8)
    expect(stepOf(order)).toMatchObject({ transmissions: 1 })
    order = await move(order, 'sent', {}, noonMs + 9)
    const step = {
      ...{ seq: 1, kind: 'challenge', state: 'sent', host: 'acs.bank.example', failure: null },
      ...{ awaitedAtMs: noonMs + 1, openedAtMs: noonMs + 2, answeredAtMs: noonMs + 5 },
      ...{ sentAtMs: noonMs + 8, settledAtMs: noonMs + 9 },
      ...{ completion: null, transStatus: 'Y', answerDigest: '43 bytes' },
    }
    expect(order.steps).toEqual([{ ...step, stepKey: 'key-1', transmissions: 1 }])
    expect((await reader.getOrderView(order.summary.orderId))?.steps).toEqual([step])
  })

  it.each(stepState.options)(
    'that is %s has its caught answer only while that may be sent',
    async (state) => {
      const order = await bring(state)
      const isKept = ['answered', 'sending', 'not-sent'].includes(state)
      expect(await answerOf(order)).toEqual(isKept ? challenge : null)
      const shown = everythingIn([order, await reader.getOrderView(order.summary.orderId)])
      expect(shown).not.toContain(cres)
    },
  )

  it('returns the caught answer byte for byte', async () => {
    const answers: StepAnswer[] = [
      { kind: 'pareq', paRes: 'eJzVWFm+/==\r\n x', md: '1/+=\u0000"\\' },
      { kind: 'method', serverTransId: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e', completion: 'N' },
      { kind: 'challenge', cres: 'x'.repeat(200_000) },
    ]
    for (const answer of answers) {
      const order = await move(await move(await awaited(await aSale()), 'open'), 'answered', { answer })
      expect(await answerOf(order)).toEqual(answer)
    }
  })

  it('is refused when it is known, moves from another state, is not there or has no answer to keep', async () => {
    const order = await awaited(await aSale())
    const notAllowed = (reason: string) => ({ code: 'not-allowed-now', details: { reason } })
    await expect(awaited(order)).rejects.toMatchObject(notAllowed('step-known'))
    const from = (state: StepState, seq = 1) =>
      change(order, { kind: 'move', seq, from: state, to: 'answered', answer: challenge })
    await expect(from('open')).rejects.toMatchObject(notAllowed('step-state'))
    await expect(from('awaited', 2)).rejects.toMatchObject({ code: 'not-found' })
    const opened = await move(order, 'open')
    await expect(move(opened, 'answered', { answer: undefined })).rejects.toMatchObject(
      notAllowed('answer-missing'),
    )
    expect((await awaited(opened, 'key-2')).steps.map(({ seq }) => seq)).toEqual([1, 2])
    expect((await awaited(await aSale())).steps).toHaveLength(1)
  })

  it('changes with its order and timeline together or not at all', async () => {
    const order = await awaited(await aSale())
    const wrong = change(
      order,
      { kind: 'move', seq: 1, from: 'awaited', to: 'sent' },
      {
        set: { awaitedStep: 'challenge' },
        facts: [{ name: 'status', value: 'processing' }],
        entries: [{ atMs: noonMs, kind: 'step-sent', actor: null, changes: [], text: null }],
      },
    )
    await expect(wrong).rejects.toMatchObject(refusedMove)
    expect(await reader.getOrder(order.summary.orderId)).toEqual(order)
    expect((await reader.getOrderView(order.summary.orderId))?.timeline).toEqual([])
  })

  it('is sent by one of two that want it at the same time', async () => {
    const order = await bring('answered')
    const results = await Promise.allSettled([move(order, 'sending'), move(order, 'sending')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('needs attention while it waits for a person', async () => {
    const order = await aSale()
    const wait = async (awaitedStep: OrderRecord['summary']['awaitedStep']) => {
      const { summary } = (await reader.getOrder(order.summary.orderId)) ?? order
      await writer.changeOrder({
        ...{ orderId: summary.orderId, expectedRevision: summary.revision, atMs: noonMs },
        ...{ set: { awaitedStep }, entries: [] },
      })
      const home = await reader.home('profile-1', homeDays, { year: 2026, month: 6 })
      return [home.attention.length, (await reader.counts(null)).attention]
    }
    for (const step of ['method', 'challenge', 'pareq', 'unsent-answer'] as const)
      expect(await wait(step), step).toEqual([1, 1])
    expect(await wait(null)).toEqual([0, 0])
  })

  it('that an end of the app left unfinished is swept at start, once, and no other one', async () => {
    const open = await bring('open')
    const sending = await bring('sending')
    const others = [
      await bring('awaited'),
      await bring('answered'),
      await bring('not-sent'),
      await bring('sent'),
    ]
    const atMs = noonMs + 60_000
    const swept = await writer.sweepSteps(atMs)
    expect(swept.map(({ summary, steps }) => [summary.orderId, steps.at(-1)?.state])).toEqual([
      [open.summary.orderId, 'awaited'],
      [sending.summary.orderId, 'outcome-unknown'],
    ])
    expect(swept[0]?.summary).toMatchObject({ awaitedStep: 'challenge', nextCheckAtMs: noonMs })
    expect(swept[1]).toMatchObject({
      summary: { awaitedStep: null, followState: 'following', nextCheckAtMs: atMs },
      steps: [{ transmissions: 1, settledAtMs: null }],
      checks: 0,
      followedSinceMs: atMs,
    })
    expect(await answerOf(sending)).toBeNull()
    const kindsOf = async (order: OrderRecord) =>
      (await reader.getOrderView(order.summary.orderId))?.timeline.map(({ kind, text }) => [kind, text])
    expect(await kindsOf(open)).toEqual([
      ['swept-at-start', null],
      ['step-closed', 'challenge'],
    ])
    expect(await kindsOf(sending)).toEqual([
      ['swept-at-start', null],
      ['step-unknown', 'challenge'],
    ])
    expect(await writer.sweepSteps(atMs + 1)).toEqual([])
    for (const other of others) expect(await reader.getOrder(other.summary.orderId)).toEqual(other)
  })

  it('of an order that is final or in review is swept without asking about the order again', async () => {
    const final = await bring('sending')
    const reviewed = await bring('sending')
    const rest = { nextCheckAtMs: null } as const
    const set = (order: OrderRecord, parts: OrderChange['set']) =>
      writer.changeOrder({
        ...{ orderId: order.summary.orderId, expectedRevision: order.summary.revision, atMs: noonMs },
        ...{ set: { ...rest, ...parts }, entries: [] },
      })
    await set(final, { status: 'approved', followState: 'stopped' })
    await set(reviewed, { followState: 'needs-review' })
    const swept = await writer.sweepSteps(noonMs + 5)
    expect(swept.map(({ summary }) => [summary.followState, summary.nextCheckAtMs])).toEqual([
      ['stopped', null],
      ['needs-review', null],
    ])
  })
})

describe('a sale', () => {
  let writer: StorageWriter
  let reader: StorageReader

  beforeEach(async () => {
    const storage = await openStorage()
    writer = storage.writer
    reader = storage.reader
  })

  it('stores a sale without a stored card, and whether the cardholder is present', async () => {
    const order = await recordSale(writer, 1)
    expect(order).toMatchObject({
      summary: { kind: 'sale', cardId: null, bin: '411111', lastFour: '1111', awaitedStep: null },
      charge: { kind: 'sale', cardId: null, cardRefId: null, state: 'recorded', draft: aSaleDraft() },
      steps: [],
    })
    expect(await reader.getOrderView(order.summary.orderId)).toMatchObject({
      presence: 'remote',
      enumeratedAmounts: [],
      steps: [],
      callbacks: [],
    })
    const found = await reader.listRelatedCharges(
      { profileId: 'profile-1', cardId: null, bin: '411111', lastFour: '1111' },
      noonMs,
    )
    expect(found.map(({ summary }) => summary.orderId)).toEqual([order.summary.orderId])
  })

  it('refuses a sale with a stored card and a rebill without one', async () => {
    const wrong = {
      ...{ chargeId: 'c', profileId: 'profile-1', clientOrderId: 'x', amountMinor: 1 },
    } as const
    const rest = { ...wrong, currency: 'EUR', previewHash: null, createdAtMs: noonMs }
    const sale = { ...rest, kind: 'sale', cardId: '1', cardRefId: '880017', draft: aSaleDraft() } as const
    const rebill = { ...rest, kind: 'rebill-sale', cardId: null, cardRefId: null, draft: aDraft() } as const
    await expect(writer.saveDraft(sale)).rejects.toMatchObject({ code: 'internal' })
    await expect(writer.saveDraft(rebill)).rejects.toMatchObject({ code: 'internal' })
    expect(await reader.getCharge('c')).toBeNull()
  })
})
