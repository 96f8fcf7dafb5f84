import { isTypedCardNumber } from '../../../src-shared/domain/card-number-guard'
import { toDecimal, toSignedMinor } from '../../../src-shared/domain/money'
import type { SaleSignedValue } from '../../../src-shared/domain/sale-rules'
import { fail, ok } from '../../../src-shared/util/result'
import type { NamedValue, PaymentOutcome, SaleRequest, TypedCard } from '../../ports/gateway-client'
import { browserParameters } from '../browser-parameters'
import { controlPlace, type CallTarget, type Operation, type Parameter, type Rule } from '../operation'
import { asField, clientOrderIdParameter, wireAmount } from '../parameter-rules'
import { paymentAnswerRules, readPaymentAnswer, readPaymentLoss } from '../payment-answer'

/** A sale with its card, which is used in this one call only. In a preview, number and code are masked. */
export interface SaleCall extends SaleRequest, CallTarget {
  readonly card: TypedCard
}

const typedNumber: Rule = (value) => (isTypedCardNumber(value) ? ok(value) : fail('not-a-card-number'))
const asMasked: Rule = (value) => ok(value)

/** Sale (interface, Endpoints 6). Public clients name the card number `credit_card_number`. */
export const sale = saleOf({ number: typedNumber, code: asField('cvv2') })

/** The same with a masked card, for previews only. */
export const salePreview = saleOf({ number: asMasked, code: asMasked })

function saleOf(card: { readonly number: Rule; readonly code: Rule }): Operation<SaleCall, PaymentOutcome> {
  return {
    operation: 'sale',
    parameters: [
      clientOrderIdParameter(),
      text('order_desc', 'orderDescription', 'orderDescription'),
      { name: 'amount', field: 'amountMinor', read: toDecimal, rule: wireAmount },
      text('currency', 'currency', 'currency'),
      controlPlace,
      text('ipaddress', 'ipAddress', 'ipAddress'),
      text('redirect_url', 'redirectUrl', 'url'),
      text('card_printed_name', 'printedName', 'name'),
      {
        name: 'credit_card_number',
        field: 'cardNumber',
        read: (call) => call.card.number,
        rule: card.number,
      },
      {
        name: 'expire_month',
        field: 'expireMonth',
        read: (call) => String(call.expireMonth).padStart(2, '0'),
        rule: (value) => (/^(?:0[1-9]|1[0-2])$/.test(value) ? ok(value) : fail('not-a-month')),
      },
      {
        name: 'expire_year',
        field: 'expireYear',
        read: (call) => String(call.expireYear),
        rule: (value) => (/^20[0-9]{2}$/.test(value) ? ok(value.slice(-2)) : fail('not-a-year')),
      },
      {
        name: 'cvv2',
        field: 'cvv2',
        read: (call) => call.card.cvv2,
        rule: card.code,
        isOptional: true,
      },
      optional('first_name', 'firstName', 'optionalName'),
      optional('last_name', 'lastName', 'optionalName'),
      optional('email', 'email', 'email'),
      optional('phone', 'phone', 'phone'),
      optional('country', 'country', 'countryCode'),
      optional('city', 'city', 'optionalName'),
      optional('zip_code', 'zipCode', 'zipCode'),
      optional('address1', 'address1', 'purpose'),
      // The interface does not describe its value. Public clients send `true` together with browser data.
      { name: 'customer_browser_info', field: 'browser', read: () => 'true', rule: (value) => ok(value) },
      ...browserParameters<SaleCall>({
        screenWidth: 'customer_browser_screen_width',
        screenHeight: 'customer_browser_screen_height',
        colorDepth: 'customer_browser_color_depth',
        userAgent: 'customer_user_agent',
        accept: 'customer_accept',
        language: 'customer_accept_language',
        timeZone: 'customer_browser_time_zone',
        javascript: 'customer_browser_javascript_enabled',
        java: 'customer_browser_java_enabled',
      }),
    ],
    // The interface does not give this formula. The profile has it; the default is what public clients sign.
    signed: (call, sent) => call.target.saleRules.control.map((value) => signedValue(value, call, sent)),
    ...paymentAnswerRules,
    readAnswer: readPaymentAnswer,
    readLoss: readPaymentLoss,
  }
}

function signedValue(value: SaleSignedValue, call: SaleCall, sent: (name: string) => string): NamedValue {
  switch (value) {
    case 'route id':
      return { name: value, value: call.route.id }
    case 'login':
      return { name: value, value: call.target.login.trim() }
    case 'client order id':
      return { name: 'client_orderid', value: sent('client_orderid') }
    case 'amount in minor units':
      return { name: value, value: toSignedMinor(call) }
    case 'currency':
    case 'email':
      return { name: value, value: sent(value) }
  }
}

type TextName =
  | 'orderDescription'
  | 'currency'
  | 'ipAddress'
  | 'redirectUrl'
  | 'printedName'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'country'
  | 'city'
  | 'zipCode'
  | 'address1'

function text(name: string, field: TextName, rule: Parameters<typeof asField>[0]): Parameter<SaleCall> {
  return { name, field, read: (call) => call[field], rule: asField(rule) }
}

function optional(name: string, field: TextName, rule: Parameters<typeof asField>[0]): Parameter<SaleCall> {
  return { ...text(name, field, rule), isOptional: true }
}
