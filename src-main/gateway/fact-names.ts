import type { FactName } from '../../src-shared/domain/facts'
import { factOfStatus, type FactNames } from '../ports/fact-names'

/**
 * The names on the wire of all known facts (interface, Order status response fields; the rest is of public clients) and of
 * the parameters of a charge (interface, Endpoints 4 and 10).
 */
export const factNames: FactNames = {
  ofStatus: {
    status: 'status',
    'order-stage': 'orderStage',
    'transaction-type': 'transactionType',
    'transaction-date': 'transactionDate',
    'error-message': 'errorMessage',
    'error-code': 'errorCode',
    'motivational-message': 'declineReason',
    'merchant-order-id': 'clientOrderId',
    'paynet-order-id': 'gatewayOrderId',
    'end-point-id': 'endpointId',
    merchantdata: 'merchantData',
    type: 'responseType',
    'serial-number': 'serialNumber',
    'by-request-sn': 'requestSerialNumber',

    amount: 'amount',
    currency: 'currency',
    'initial-amount': 'initialAmount',

    'gate-partial-reversal': 'partialRefund',
    'gate-partial-capture': 'partialCapture',
    'total-reversal-amount': 'refundedTotal',
    'processor-credit-rrn': 'refundRrn',
    'processor-credit-arn': 'refundArn',
    'processor-auth-credit-code': 'refundApprovalCode',

    'seller-commission': 'sellerCommission',
    'acquirer-commission': 'acquirerCommission',

    'cardholder-name': 'cardholderName',
    'card-type': 'cardType',
    bin: 'bin',
    'last-four-digits': 'lastFour',
    'card-exp-month': 'cardExpiryMonth',
    'card-exp-year': 'cardExpiryYear',
    'card-country-alpha-three-code': 'cardCountry',
    'card-hash-id': 'cardHash',
    'ips-src-payment-product-name': 'cardProduct',
    'ips-src-payment-product-code': 'cardProductCode',
    'ips-src-payment-type-name': 'cardPaymentType',
    'ips-src-payment-type-code': 'cardPaymentTypeCode',

    'dest-bank-name': 'destinationBank',
    'dest-card-type': 'destinationCardType',
    'dest-bin': 'destinationBin',
    'dest-last-four-digits': 'destinationLastFour',
    'destination-card-country-alpha-three-code': 'destinationCountry',
    'destination-hash-id': 'destinationHash',

    name: 'name',
    'first-name': 'firstName',
    'last-name': 'lastName',
    email: 'email',
    phone: 'phone',

    address1: 'addressLine',
    zip_code: 'zip',
    'zip-code': 'zip',
    city: 'city',
    state: 'state',
    country: 'country',

    'bank-name': 'bankName',
    'approval-code': 'approvalCode',
    'processor-rrn': 'rrn',
    'processor-debit-arn': 'arn',
    'processor-tx-id': 'acquirerTransactionId',
    'terminal-id': 'terminalId',
    'paynet-processing-date': 'processingDate',
    'acquirer-processing-date': 'acquirerProcessingDate',
    descriptor: 'descriptor',
    'original-gate-descriptor': 'gateDescriptor',
    'receipt-id': 'receiptId',
    'auth-response-code': 'responseCode',
    'verified-rsc-status': 'responseCodeStatus',

    'verified-3d-status': 'threeDsResult',
    eci: 'eci',
    'tds-status': 'threeDsStep',
    html: 'stepPage',
    'redirect-to': 'stepValue',

    'loyalty-program': 'loyaltyProgram',
    'loyalty-bonus': 'loyaltyBonus',
    'loyalty-balance': 'loyaltyBalance',
    'loyalty-message': 'loyaltyMessage',
  },
  ofCallback: {
    orderid: 'gatewayOrderId',
    'order-id': 'gatewayOrderId',
    'client-orderid': 'clientOrderId',
    'client-order-id': 'clientOrderId',
    'merchant-order': 'clientOrderId',
    type: 'transactionType',
    'card-holder-name': 'cardholderName',
    'merchant-data': 'merchantData',
  },
  ofRequest: {
    client_orderid: 'clientOrderId',
    login: 'login',
    cardrefid: 'cardRefId',
    order_desc: 'orderDescription',
    amount: 'amount',
    currency: 'currency',
    enumerate_amounts: 'enumerateAmounts',
    ipaddress: 'ipAddress',
    comment: 'comment',
    purpose: 'purpose',
    merchant_data: 'merchantData',
    redirect_url: 'redirectUrl',
    redirect_success_url: 'redirectSuccessUrl',
    redirect_fail_url: 'redirectFailUrl',
    server_callback_url: 'serverCallbackUrl',
    recurrent_scenario: 'recurrentScenario',
    recurrent_initiator: 'recurrentInitiator',
    credit_card_number: 'cardNumber',
    card_printed_name: 'printedName',
    expire_month: 'expireMonth',
    expire_year: 'expireYear',
    cvv2: 'cvv2',
    first_name: 'firstName',
    last_name: 'lastName',
    email: 'email',
    phone: 'phone',
    country: 'country',
    city: 'city',
    zip_code: 'zipCode',
    address1: 'address1',
    control: 'control',
  },
}

/** Values for one browser step. They can change while the step stays the same. */
const stepValue = /^tds-(?:method-url-frame|creq-form|pareq-form)-/

/** The fact of a field of a status response; undefined for an unknown field. */
export function factOfField(name: string): FactName | undefined {
  return stepValue.test(name) ? 'stepValue' : factOfStatus(factNames, name)
}
