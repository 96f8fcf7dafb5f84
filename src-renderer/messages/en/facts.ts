import { icu } from './icu'
import { charge } from './charge'
import { sale } from './sale'
import type { FactGroup, FactName, SentName } from '../../../src-shared/domain/facts'

const labels: Record<FactName, string> = {
  partialRefund: 'Partial refund',
  partialCapture: 'Partial capture',

  status: 'Status',
  orderStage: 'Stage',
  transactionType: 'Transaction type',
  transactionDate: 'Transaction date',
  errorMessage: 'Reason',
  errorCode: 'Reason code',
  declineReason: 'Explanation',
  clientOrderId: 'Client order ID',
  gatewayOrderId: 'Gateway order ID',
  endpointId: 'Endpoint',
  merchantData: 'Merchant data',
  responseType: 'Response type',
  serialNumber: 'Serial number',
  requestSerialNumber: 'Looked-up serial number',

  amount: 'Amount',
  currency: 'Currency',
  initialAmount: 'Initial amount',

  refundedTotal: 'Refunded in total',
  refundRrn: 'Refund reference (RRN)',
  refundArn: 'Refund reference (ARN)',
  refundApprovalCode: 'Refund approval code',

  sellerCommission: 'Merchant commission',
  acquirerCommission: 'Acquirer commission',

  cardholderName: 'Cardholder',
  cardType: 'Card type',
  bin: 'First digits (BIN)',
  lastFour: 'Last four digits',
  cardExpiryMonth: 'Expiry month',
  cardExpiryYear: 'Expiry year',
  cardCountry: 'Issuer country',
  cardHash: 'Card hash',
  cardProduct: 'Product',
  cardProductCode: 'Product code',
  cardPaymentType: 'Funding type',
  cardPaymentTypeCode: 'Funding type code',

  destinationBank: 'Bank',
  destinationCardType: 'Card type',
  destinationBin: 'First digits (BIN)',
  destinationLastFour: 'Last four digits',
  destinationCountry: 'Issuer country',
  destinationHash: 'Card hash',

  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',

  addressLine: 'Street',
  zip: 'Postal code',
  city: 'City',
  state: 'State',
  country: 'Country',

  bankName: 'Issuer',
  approvalCode: 'Approval code',
  rrn: 'Retrieval reference (RRN)',
  arn: 'Acquirer reference (ARN)',
  acquirerTransactionId: 'Acquirer transaction ID',
  terminalId: 'Terminal ID',
  processingDate: 'Processed by acquirer',
  acquirerProcessingDate: 'Acquirer date',
  descriptor: 'Descriptor',
  gateDescriptor: 'Gate descriptor',
  receiptId: 'Receipt ID',
  responseCode: 'Response code',
  responseCodeStatus: 'Response code check',

  threeDsResult: '3-D Secure result',
  eci: 'ECI',
  threeDsStep: 'Awaited step',
  stepPage: 'Page of the step',
  stepValue: 'Value of the step',

  loyaltyProgram: 'Program',
  loyaltyBonus: 'Bonus',
  loyaltyBalance: 'Balance',
  loyaltyMessage: 'Message',
}

const groups: Record<FactGroup, string> = {
  allowed: 'What the gate allows',
  order: 'Order',
  money: 'Money',
  refund: 'Refund and cancellation',
  commission: 'Commissions',
  card: 'Card',
  destination: 'Destination card',
  customer: 'Customer',
  address: 'Customer’s address',
  bank: 'Issuer and acquirer',
  tds: '3-D Secure',
  loyalty: 'Loyalty',
  other: 'Other fields of the gateway',
}

const switches: Record<string, string> = { enabled: 'Enabled', disabled: 'Disabled' }

/** Request parameters of a charge, by the labels of its form. */
const sentLabels: Record<SentName, string> = {
  clientOrderId: charge.clientOrderId,
  login: 'Login',
  cardRefId: 'Card token',
  orderDescription: charge.fields.description,
  amount: charge.fields.amount,
  currency: charge.fields.currency,
  enumerateAmounts: charge.fields.enumerateAmounts,
  ipAddress: charge.fields.ipAddress,
  comment: 'Comment',
  purpose: charge.fields.purpose,
  merchantData: charge.fields.merchantData,
  redirectUrl: charge.fields.redirectUrl,
  redirectSuccessUrl: charge.fields.redirectSuccessUrl,
  redirectFailUrl: charge.fields.redirectFailUrl,
  serverCallbackUrl: charge.fields.serverCallbackUrl,
  recurrentScenario: charge.fields.recurrentScenario,
  recurrentInitiator: charge.fields.recurrentInitiator,
  cardNumber: sale.cardNumber,
  printedName: sale.holder,
  expireMonth: labels.cardExpiryMonth,
  expireYear: labels.cardExpiryYear,
  cvv2: sale.securityCode,
  firstName: sale.firstName,
  lastName: sale.lastName,
  email: sale.email,
  phone: sale.phone,
  country: sale.country,
  city: sale.city,
  zipCode: sale.zipCode,
  address1: sale.address1,
  control: 'Control',
}

/** Texts about the facts of an order. */
export const facts = {
  labels,
  /** Shown on hover: the gateway's name of the field. */
  wireName: icu<{ name: string }>('Gateway field: {name}'),
  reported: icu<{ stamp: string }>('Reported {stamp}'),
  switches,
  groups,
  empty: 'The gateway has not reported anything about this order yet.',
  sent: 'Sent by us',
  sentLabels,
  /** Shown on hover: the name of the parameter in the request. */
  parameterName: icu<{ name: string }>('Request parameter: {name}'),
}
