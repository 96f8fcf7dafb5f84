import { nextStep } from '../three-ds-course'
import { refusals } from '../refusal'
import { asyncResponse, sent } from './call'
import type { UploadCommand } from '../check-control'
import type { Order } from '../state'
import type { BrowserStep, ThreeDs } from '../three-ds'
import type { Answer, Call, Desk } from './call'

const stepOfCommand: Record<UploadCommand, BrowserStep> = {
  'upload-method-url-result': 'method',
  'upload-cres-result': 'challenge',
  'upload-pares-result': 'pareq',
}

/** The three uploads of 3-D Secure: each browser step's result is taken once. */
export function upload(command: UploadCommand): (desk: Desk, call: Call) => Answer {
  const step = stepOfCommand[command]
  return (desk, call) => {
    const order = desk.book.orderByGatewayId(sent(call, 'orderid'))
    if (order?.clientOrderId !== sent(call, 'client-order-id')) throw refusals.orderNotFound()
    const { threeDs } = order
    if (!threeDs?.steps.includes(step)) throw refusals.stepNotAwaited()
    const isRepeated = threeDs.uploaded.includes(step)
    if (!isRepeated) {
      const awaited = desk.book.stepOf(order).awaits
      if (awaited !== step || nextStep(threeDs) !== step) throw refusals.stepNotAwaited()
      checkIds(call, step, threeDs)
    }
    const reply = call.forced?.reply ?? { kind: 'normal' }
    if (call.forced?.createsOrder === false) return answer(call, order, reply, 'not-booked')
    order.requestSerials.push(call.serialNumber)
    if (!isRepeated) take(desk, call, order, threeDs, step)
    return answer(call, order, reply, isRepeated ? 'repeated' : 'accepted')
  }
}

/** Ids that say which transaction an answer is for must fit before the answer is looked at. */
function checkIds(call: Call, step: BrowserStep, threeDs: ThreeDs): void {
  if (step === 'method' && sent(call, 'threeDSServerTransID') !== threeDs.serverTransId) {
    throw refusals.transactionNotFound('threeDSServerTransID')
  }
  if (step === 'pareq' && sent(call, 'md') !== threeDs.md) throw refusals.transactionNotFound('md')
}

function take(desk: Desk, call: Call, order: Order, threeDs: ThreeDs, step: BrowserStep): void {
  if (step === 'method') {
    const notificationUrl = sent(call, 'notificationURL')
    if (notificationUrl !== '') threeDs.notificationUrl = notificationUrl
    if (threeDs.steps.length === 1) threeDs.verified = 'AUTHENTICATED'
  } else {
    const given = sent(call, step === 'challenge' ? 'cres' : 'paRes')
    // Nothing but the bytes that the issuer gave out counts, whatever they say of themselves.
    const isRight = threeDs.issued?.isAuthenticated === true && threeDs.issued.value === given
    threeDs.verified = isRight ? 'AUTHENTICATED' : 'NOT_AUTHENTICATED'
  }
  desk.book.finishStep(order, step)
  desk.callbacks.plan(order)
}

function answer(call: Call, order: Order, reply: Answer['reply'], result: Answer['result']): Answer {
  const { clientOrderId, gatewayOrderId, endpointId } = order
  return {
    fields: asyncResponse(call, clientOrderId, gatewayOrderId, endpointId),
    reply,
    result,
    gatewayOrderId,
  }
}
