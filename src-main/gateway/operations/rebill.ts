import { fieldLimits } from '../../../src-shared/domain/fields'
import { toDecimal, toSignedMinor } from '../../../src-shared/domain/money'
import type { PaymentOutcome, RebillRequest } from '../../ports/gateway-client'
import { controlPlace, type CallTarget, type Operation } from '../operation'
import {
  amountList,
  asField,
  clientOrderIdParameter,
  idUpTo,
  loginParameter,
  oneOf,
  wireAmount,
} from '../parameter-rules'
import { paymentAnswerRules, readPaymentAnswer, readPaymentLoss } from '../payment-answer'

/** A rebill with its security code, which is used in this one call only. */
export interface RebillCall extends RebillRequest, CallTarget {
  /** Empty or three to four digits. */
  readonly cvv2: string
}

/** Recurrent payment (interface, Endpoints 4). */
function rebill(operation: 'make-rebill' | 'make-rebill-preauth'): Operation<RebillCall, PaymentOutcome> {
  return {
    operation,
    parameters: [
      clientOrderIdParameter(),
      loginParameter(),
      {
        name: 'cardrefid',
        field: 'cardRefId',
        read: (call) => call.cardRefId,
        rule: idUpTo(fieldLimits.cardRefId),
      },
      {
        name: 'order_desc',
        field: 'orderDescription',
        read: (call) => call.orderDescription,
        rule: asField('orderDescription'),
      },
      { name: 'amount', field: 'amountMinor', read: toDecimal, rule: wireAmount },
      {
        name: 'enumerate_amounts',
        field: 'enumerateAmounts',
        read: (call) => call.enumerateAmounts,
        rule: amountList,
        isOptional: true,
      },
      { name: 'currency', field: 'currency', read: (call) => call.currency, rule: asField('currency') },
      { name: 'cvv2', field: 'cvv2', read: (call) => call.cvv2, rule: asField('cvv2'), isOptional: true },
      { name: 'ipaddress', field: 'ipAddress', read: (call) => call.ipAddress, rule: asField('ipAddress') },
      controlPlace,
      optional('comment', 'comment', 'comment'),
      optional('purpose', 'purpose', 'purpose'),
      optional('redirect_url', 'redirectUrl', 'url'),
      optional('redirect_success_url', 'redirectSuccessUrl', 'url'),
      optional('redirect_fail_url', 'redirectFailUrl', 'url'),
      optional('server_callback_url', 'serverCallbackUrl', 'url'),
      optional('merchant_data', 'merchantData', 'merchantData'),
      {
        name: 'recurrent_scenario',
        field: 'recurrentScenario',
        read: (call) => call.recurrentScenario,
        rule: oneOf('REGULAR', 'IRREGULAR'),
        isOptional: true,
      },
      {
        name: 'recurrent_initiator',
        field: 'recurrentInitiator',
        read: (call) => call.recurrentInitiator,
        rule: oneOf('CARDHOLDER', 'MERCHANT'),
        isOptional: true,
      },
    ],
    // The interface describes both formulas. Public clients sign without the endpoint id, so this is the default.
    signed: (call, sent) => [
      ...(call.target.rebillControl === 'with-endpoint'
        ? [{ name: `${call.route.kind} id`, value: call.route.id }]
        : []),
      { name: 'login', value: sent('login') },
      { name: 'client_orderid', value: sent('client_orderid') },
      { name: 'cardrefid', value: sent('cardrefid') },
      { name: 'amount in minor units', value: toSignedMinor(call) },
      { name: 'currency', value: sent('currency') },
    ],
    ...paymentAnswerRules,
    readAnswer: readPaymentAnswer,
    readLoss: readPaymentLoss,
  }
}

export const makeRebill = rebill('make-rebill')
export const makeRebillPreauth = rebill('make-rebill-preauth')

type UrlField = 'redirectUrl' | 'redirectSuccessUrl' | 'redirectFailUrl' | 'serverCallbackUrl'
type TextField = 'comment' | 'purpose' | 'merchantData'

function optional(name: string, field: TextField | UrlField, rule: TextField | 'url') {
  return {
    name,
    field,
    read: (call: RebillCall) => call[field],
    rule: asField(rule),
    isOptional: true,
  } as const
}
