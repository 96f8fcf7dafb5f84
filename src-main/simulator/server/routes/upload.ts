import { nextStep } from '../../scenarios/three-ds-course'
import { refusals } from '../refusal'
import { takeStepResult } from '../../scenarios/step-result'
import { asyncResponse, sent } from './call'
import type { UploadCommand } from '../../signing/check-control'
import type { Order } from '../../orders/state'
import type { BrowserStep, ThreeDs } from '../../scenarios/three-ds'
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
    desk.book.keepSerial(order, call.serialNumber)
    if (!isRepeated)
      takeStepResult(desk, order, threeDs, step, {
        answer: sent(call, step === 'challenge' ? 'cres' : 'paRes'),
        notificationUrl: sent(call, 'notificationURL'),
      })
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

function answer(call: Call, order: Order, reply: Answer['reply'], result: Answer['result']): Answer {
  const { clientOrderId, gatewayOrderId, endpointId } = order
  return {
    fields: asyncResponse(call, clientOrderId, gatewayOrderId, endpointId),
    reply,
    result,
    gatewayOrderId,
  }
}
