import { isIP } from 'node:net'
import { isCardNumber } from '../orders/cards'
import { minorUnits } from '../orders/money'
import { refusals } from './refusal'
import type { Command, Fields } from '../signing/check-control'

interface Parameter {
  name: string
  maxLength: number
  isRequired?: boolean
  hasForm?: (value: string) => boolean
}

const length64k = 65_536

const isAmount = (value: string) => /^\d+(\.\d+)?$/.test(value) && /[1-9]/.test(value)
const isAmountList = (value: string) => value.split(',').every((amount) => isAmount(amount.trim()))
const isCurrency = (value: string) => /^[A-Z]{3}$/.test(value)
const isSecurityCode = (value: string) => /^\d{3,4}$/.test(value)
const isAddress = (value: string) => isIP(value) !== 0
const isSerialNumber = (value: string) => /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(value)
const isMonth = (value: string) => /^(0?[1-9]|1[0-2])$/.test(value)
const isYear = (value: string) => /^(\d{2}|\d{4})$/.test(value)
const isCountry = (value: string) => /^[A-Z]{2}$/.test(value)
const isDigits = (value: string) => /^\d+$/.test(value)
const isOffset = (value: string) => /^[+-]?\d{1,4}$/.test(value)
const isTruth = (value: string) => /^(true|false)$/i.test(value)
const isOneOf = (words: string[]) => (value: string) => words.includes(value)
const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const login: Parameter = { name: 'login', maxLength: 20, isRequired: true }
const clientOrderId: Parameter = { name: 'client_orderid', maxLength: 128, isRequired: true }
const orderId: Parameter = { name: 'orderid', maxLength: 20 }
const cardRefId: Parameter = { name: 'cardrefid', maxLength: 20, isRequired: true }

const payment: Parameter[] = [
  clientOrderId,
  { name: 'order_desc', maxLength: length64k, isRequired: true },
  { name: 'amount', maxLength: 10, isRequired: true, hasForm: isAmount },
  { name: 'currency', maxLength: 3, isRequired: true, hasForm: isCurrency },
  { name: 'cvv2', maxLength: 4, hasForm: isSecurityCode },
  { name: 'ipaddress', maxLength: 45, isRequired: true, hasForm: isAddress },
  { name: 'comment', maxLength: 50 },
  { name: 'purpose', maxLength: 128 },
  { name: 'redirect_url', maxLength: 1024, hasForm: isWebAddress },
  { name: 'redirect_success_url', maxLength: 1024, hasForm: isWebAddress },
  { name: 'redirect_fail_url', maxLength: 1024, hasForm: isWebAddress },
  { name: 'server_callback_url', maxLength: 1024, hasForm: isWebAddress },
  { name: 'merchant_data', maxLength: length64k },
]

const rebill: Parameter[] = [
  login,
  cardRefId,
  ...payment,
  { name: 'enumerate_amounts', maxLength: 128, hasForm: isAmountList },
  { name: 'recurrent_scenario', maxLength: 50, hasForm: isOneOf(['REGULAR', 'IRREGULAR']) },
  { name: 'recurrent_initiator', maxLength: 50, hasForm: isOneOf(['CARDHOLDER', 'MERCHANT']) },
]

// The interface gives no lengths for the parameters that only a sale has; these are chosen by the simulator.
const sale: Parameter[] = [
  // Clients of a sale need not send a login: the entry point names the merchant.
  { ...login, isRequired: false },
  ...payment,
  { name: 'card_printed_name', maxLength: 128, isRequired: true },
  { name: 'credit_card_number', maxLength: 19, isRequired: true, hasForm: isCardNumber },
  { name: 'expire_month', maxLength: 2, isRequired: true, hasForm: isMonth },
  { name: 'expire_year', maxLength: 4, isRequired: true, hasForm: isYear },
  { name: 'email', maxLength: 128 },
  { name: 'phone', maxLength: 50 },
  { name: 'first_name', maxLength: 128 },
  { name: 'last_name', maxLength: 128 },
  { name: 'country', maxLength: 2, hasForm: isCountry },
  { name: 'city', maxLength: 128 },
  { name: 'zip_code', maxLength: 16 },
  { name: 'address1', maxLength: 256 },
  { name: 'customer_browser_info', maxLength: 5, hasForm: isTruth },
  ...browser(128, {
    width: ['customer_browser_screen_width'],
    height: ['customer_browser_screen_height'],
    colorDepth: ['customer_browser_color_depth'],
    timeZone: ['customer_browser_time_zone'],
    javascript: ['customer_browser_javascript_enabled'],
    java: ['customer_browser_java_enabled'],
    // The interface document uses the first name; some clients use the second.
    userAgent: ['customer_user_agent', 'customer_browser_user_agent'],
    accept: ['customer_accept', 'customer_browser_accept_header'],
    language: ['customer_accept_language', 'customer_browser_accept_language'],
  }),
]

const uploadedOrder: Parameter[] = [
  login,
  { ...orderId, isRequired: true },
  { ...clientOrderId, name: 'client-order-id' },
]

const methodResult: Parameter[] = [
  ...uploadedOrder,
  { name: 'threeDSServerTransID', maxLength: 36, isRequired: true },
  { name: 'threeDSCompInd', maxLength: 1, isRequired: true, hasForm: isOneOf(['Y', 'N', 'U']) },
  { name: 'notificationURL', maxLength: 1024, hasForm: isWebAddress },
  { name: 'browserIP', maxLength: 45, hasForm: isAddress },
  ...browser(8, {
    width: ['browserScreenWidth'],
    height: ['browserScreenHeight'],
    colorDepth: ['browserColorDepth'],
    timeZone: ['browserTZ'],
    javascript: ['browserJavascriptEnabled'],
    java: ['browserJavaEnabled'],
    userAgent: ['browserUserAgent'],
    accept: ['browserAcceptHeader'],
    language: ['browserLanguage'],
  }),
]

type BrowserTrait =
  'width' | 'height' | 'colorDepth' | 'timeZone' | 'javascript' | 'java' | 'userAgent' | 'accept' | 'language'

/** The browser data for the issuer, under the parameter names of one request. */
function browser(languageLength: number, names: Record<BrowserTrait, string[]>): Parameter[] {
  const rules: Record<BrowserTrait, Omit<Parameter, 'name'>> = {
    width: { maxLength: 6, hasForm: isDigits },
    height: { maxLength: 6, hasForm: isDigits },
    colorDepth: { maxLength: 2, hasForm: isDigits },
    timeZone: { maxLength: 5, hasForm: isOffset },
    javascript: { maxLength: 5, hasForm: isTruth },
    java: { maxLength: 5, hasForm: isTruth },
    userAgent: { maxLength: 2048 },
    accept: { maxLength: 2048 },
    language: { maxLength: languageLength },
  }
  const traits = Object.keys(rules) as BrowserTrait[]
  return traits.flatMap((trait) => names[trait].map((name) => ({ name, ...rules[trait] })))
}

const parametersOf: Record<Command, Parameter[]> = {
  sale,
  'make-rebill': rebill,
  'make-rebill-preauth': rebill,
  status: [login, clientOrderId, orderId, { name: 'by-request-sn', maxLength: 36, hasForm: isSerialNumber }],
  'create-card-ref': [login, clientOrderId, { ...orderId, isRequired: true }],
  // The signature names the merchant; some clients also send the login.
  'create-card-ref-v4': [{ ...login, isRequired: false }, clientOrderId, { ...orderId, isRequired: true }],
  'get-card-info': [login, cardRefId],
  'upload-method-url-result': methodResult,
  'upload-cres-result': [...uploadedOrder, { name: 'cres', maxLength: 4096, isRequired: true }],
  'upload-pares-result': [
    ...uploadedOrder,
    { name: 'paRes', maxLength: 10_240, isRequired: true },
    { name: 'md', maxLength: 4096, isRequired: true },
  ],
}

/**
 * Throws a refusal for the first known parameter that is missing, too long or malformed. Ignores unknown parameters.
 */
export function checkParameters(command: Command, fields: Fields): void {
  for (const { name, maxLength, isRequired, hasForm } of parametersOf[command]) {
    const value = fields.get(name) ?? ''
    if (value === '') {
      if (isRequired) throw refusals.missing(name)
      continue
    }
    if (value.length > maxLength) throw refusals.tooLong(name, maxLength)
    if (hasForm && !hasForm(value)) throw refusals.malformed(name)
  }
  const amount = fields.get('amount') ?? ''
  const takesMoney = parametersOf[command].some(({ name }) => name === 'amount')
  if (takesMoney && minorUnits(amount, fields.get('currency') ?? '') === undefined) {
    throw refusals.malformed('amount')
  }
}
