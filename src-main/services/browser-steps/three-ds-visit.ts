import { challengeTimeoutMs, methodTimeoutMs } from '../../../src-shared/domain/three-ds'
import { cardBrand } from '../../../src-shared/domain/card'
import { formatMoney } from '../../../src-shared/domain/money'
import { assertNever } from '../../../src-shared/util/assert-never'
import { hostOf, isIssuerAddress } from '../../platform/issuer-address'
import type { IssuerStep, IssuerVisit, VisitedPayment } from '../../ports/cardholder-browser'
import type { GatewayTarget } from '../../ports/gateway-client'
import type { OrderRecord, ProfileRecord } from '../../ports/storage'
import { returnAddress } from './return-address'

/**
 * The origin that is allowed besides https: a gateway on this machine. Only the simulator and, in an unpackaged
 * build, a gateway-test profile can have such an address.
 */
export function allowedOriginOf(target: Pick<GatewayTarget, 'environment' | 'baseUrl'>): string | null {
  const { protocol, origin } = new URL(target.baseUrl)
  return target.environment !== 'production' && protocol === 'http:' ? origin : null
}

/** The host of an issuer’s page that may be opened, in ASCII; null for any other address. */
export function issuerHost(url: string, allowedOrigin: string | null): string | null {
  return isIssuerAddress(url, allowedOrigin) ? hostOf(url) : null
}

/** The part of a refused address that may be stored: scheme and host, never path, user name or password. */
export function shownAddress(url: string): string {
  if (!URL.canParse(url)) return 'not-an-address'
  const { protocol, host } = new URL(url)
  return host === '' ? protocol : `${protocol}//${host}`
}

/** The form that is posted to the issuer and the return address. */
export function visitOf(
  step: IssuerStep,
  order: OrderRecord,
  profile: Pick<ProfileRecord, 'saleRules' | 'name' | 'environment'>,
  allowedOrigin: string | null,
): IssuerVisit {
  const returnUrl = returnAddress(profile, order.summary.clientOrderId, step.kind)
  return {
    kind: step.kind,
    url: step.url,
    fields: fieldsOf(step, returnUrl),
    returnUrl,
    timeoutMs: step.kind === 'method' ? methodTimeoutMs : challengeTimeoutMs,
    allowedOrigin,
    payment: paymentOf(order, profile),
  }
}

/** Field names of EMV 3-D Secure 2 and of 3-D Secure 1.0.2. */
function fieldsOf(step: IssuerStep, returnUrl: string): IssuerVisit['fields'] {
  switch (step.kind) {
    case 'method':
      return [{ name: 'threeDSMethodData', value: methodData(step.serverTransId, returnUrl) }]
    case 'challenge':
      return [{ name: 'creq', value: step.creq }]
    case 'pareq':
      return [
        { name: 'PaReq', value: step.pareq },
        { name: 'MD', value: step.md },
        { name: 'TermUrl', value: returnUrl },
      ]
    default:
      return assertNever(step)
  }
}

function methodData(serverTransId: string, notificationUrl: string): string {
  const data = { threeDSServerTransID: serverTransId, threeDSMethodNotificationURL: notificationUrl }
  return Buffer.from(JSON.stringify(data), 'utf8').toString('base64url')
}

function paymentOf(
  { summary }: OrderRecord,
  { name, environment }: Pick<ProfileRecord, 'name' | 'environment'>,
): VisitedPayment {
  const { amountMinor, currency, bin, lastFour } = summary
  return {
    environment,
    profileName: name,
    amount:
      amountMinor === null || currency === null
        ? summary.clientOrderId
        : formatMoney({ amountMinor, currency }),
    card: lastFour === null ? '' : `${cardBrand(bin)} ${lastFour}`.trim(),
  }
}
