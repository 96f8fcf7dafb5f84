import { encodeJson } from '../scenarios/three-ds'
import { postingPage } from './pages'
import type { OrderPhase } from '../orders/phases'
import type { Order } from '../orders/state'
import type { BrowserStep, ThreeDs } from '../scenarios/three-ds'
import type { WireField } from '../server/wire'

/** Path of an issuer's page below the base address. */
export const issuerPaths: Record<BrowserStep, string> = {
  method: '/issuer/method',
  challenge: '/issuer/challenge',
  pareq: '/issuer/pareq',
}

/** Path of the page that continues a browser step. `redirect-to` names it, as the alternative to showing `html`. */
export const continuePath = '/issuer/continue'
/**
 * Path to which the issuer sends the browser back when it came by `html` or `redirect-to`; here the gateway takes the
 * answer.
 */
export const returnPath = '/issuer/return'

/** The fields of a status answer for the browser step that the order waits for; empty when it waits for none. */
export function browserStepFields(order: Order, { awaits }: OrderPhase, baseUrl: string): WireField[] {
  const { threeDs } = order
  if (!threeDs || !awaits) return []
  return [
    ['html', continuingPage(threeDs, awaits, baseUrl).html],
    ['redirect-to', `${baseUrl}${continuePath}/${threeDs.serverTransId}`],
    ...tdsFields(threeDs, awaits, baseUrl + issuerPaths[awaits]),
  ]
}

function tdsFields(threeDs: ThreeDs, step: BrowserStep, url: string): WireField[] {
  switch (step) {
    case 'method':
      return [
        ['tds-status', 'MethodUrlFrame'],
        ['tds-method-url-frame-3ds-server-trans-id', threeDs.serverTransId],
        ['tds-method-url-frame-3ds-method-url', url],
      ]
    case 'challenge':
      return [
        ['tds-status', 'CReqForm'],
        ['tds-creq-form-acs-url', url],
        ['tds-creq-form-creq', threeDs.creq],
      ]
    case 'pareq':
      return [
        ['tds-status', 'PaReqForm'],
        ['tds-pareq-form-pareq', threeDs.pareq],
        ['tds-pareq-form-acs-url', url],
        ['tds-pareq-form-md', threeDs.md],
      ]
  }
}

/** The address at which the gateway takes the issuer's answer for an order. */
export function returnUrlOf(threeDs: ThreeDs, baseUrl: string): string {
  return `${baseUrl}${returnPath}/${threeDs.serverTransId}`
}

/** The page that sends a browser to the issuer; the issuer sends it back to the gateway. */
export function continuingPage(threeDs: ThreeDs, step: BrowserStep, baseUrl: string) {
  const returnUrl = returnUrlOf(threeDs, baseUrl)
  const fields = {
    method: {
      threeDSMethodData: encodeJson({
        threeDSServerTransID: threeDs.serverTransId,
        threeDSMethodNotificationURL: returnUrl,
      }),
    },
    challenge: { creq: threeDs.creq },
    pareq: { PaReq: threeDs.pareq, MD: threeDs.md, TermUrl: returnUrl },
  }[step]
  return postingPage(baseUrl + issuerPaths[step], fields)
}
