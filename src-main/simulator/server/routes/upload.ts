import { nextBrowserStep } from '../../scenarios/three-ds-phases'
import { refusals } from '../refusal'
import { acceptStepResult } from '../../scenarios/step-result'
import { asyncResponse, sent } from './route'
import type { UploadCommand } from '../../signing/check-control'
import type { Order } from '../../orders/state'
import type { BrowserStep, ThreeDs } from '../../scenarios/three-ds'
import type { Answer, Call, RouteContext } from './route'

const stepOfCommand: Record<UploadCommand, BrowserStep> = {
  'upload-method-url-result': 'method',
  'upload-cres-result': 'challenge',
  'upload-pares-result': 'pareq',
}

/**
 * The route of a 3-D Secure upload. The result of each browser step is accepted once; a repeated upload changes
 * nothing.
 */
export function upload(command: UploadCommand): (context: RouteContext, call: Call) => Answer {
  const step = stepOfCommand[command]
  return (context, call) => {
    const order = context.orderStore.orderByGatewayId(sent(call, 'orderid'))
    if (order?.clientOrderId !== sent(call, 'client-order-id')) throw refusals.orderNotFound()
    const { threeDs } = order
    if (!threeDs?.steps.includes(step)) throw refusals.stepNotAwaited()
    const isRepeated = threeDs.uploaded.includes(step)
    if (!isRepeated) {
      const awaited = context.orderStore.currentPhase(order).awaits
      if (awaited !== step || nextBrowserStep(threeDs) !== step) throw refusals.stepNotAwaited()
      checkIds(call, step, threeDs)
    }
    const reply = call.forced?.reply ?? { kind: 'normal' }
    if (call.forced?.createsOrder === false) return answer(call, order, reply, 'not-booked')
    context.orderStore.keepSerial(order, call.serialNumber)
    if (!isRepeated)
      acceptStepResult(context, order, threeDs, step, {
        answer: sent(call, step === 'challenge' ? 'cres' : 'paRes'),
        notificationUrl: sent(call, 'notificationURL'),
      })
    return answer(call, order, reply, isRepeated ? 'repeated' : 'accepted')
  }
}

/** Refuses an upload whose transaction id belongs to another order, before the issuer's answer is read. */
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
