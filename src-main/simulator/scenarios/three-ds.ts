import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { majorUnits } from '../orders/money'

/**
 * A step that runs in the cardholder's browser: the issuer's method page, its challenge (2.x) or its PaReq page
 * (1.0.2).
 */
export type BrowserStep = 'method' | 'challenge' | 'pareq'

/** The 3-D Secure steps of a scenario. */
export interface ThreeDsFlow {
  steps: BrowserStep[]
  /** The issuer's method page answers, never answers, or answers after the ten seconds that a browser waits. */
  methodPage: 'answers' | 'silent' | 'late'
}

/** The stored 3-D Secure data of one order, of the gateway and of the issuer. */
export interface ThreeDs extends ThreeDsFlow {
  serverTransId: string
  acsTransId: string
  /** The challenge request (2.x) that the browser posts to the issuer. */
  creq: string
  /**
   * The authentication request (1.0.2) that the browser posts to the issuer, and the `MD` that is returned with the
   * answer.
   */
  pareq: string
  md: string
  /** Return address of the challenge, from the upload of the method result. */
  notificationUrl?: string
  wrongCodes: number
  /** The issuer's answer, once it has decided. */
  issued?: { value: string; isAuthenticated: boolean }
  uploaded: BrowserStep[]
  verified?: 'AUTHENTICATED' | 'NOT_AUTHENTICATED'
}

/** The part of the payment that is sent to the issuer. */
export interface Purchase {
  amountMinor: string
  currency: string
}

export function beginThreeDs({ steps, methodPage }: ThreeDsFlow, purchase: Purchase): ThreeDs {
  const serverTransId = randomUUID()
  const acsTransId = randomUUID()
  return {
    steps,
    methodPage,
    serverTransId,
    acsTransId,
    creq: encodeJson({
      messageType: 'CReq',
      messageVersion: '2.2.0',
      threeDSServerTransID: serverTransId,
      acsTransID: acsTransId,
      challengeWindowSize: '05',
    }),
    pareq: encodeXml(acsTransId, `<PAReq><Purchase>${purchaseXml(purchase)}</Purchase></PAReq>`),
    md: randomBytes(24).toString('base64'),
    wrongCodes: 0,
    uploaded: [],
  }
}

/** The issuer's answer to a challenge (2.x) or a PaReq (1.0.2). The same input gives the same answer. */
export function issuerAnswer(
  { serverTransId, acsTransId }: ThreeDs,
  step: Exclude<BrowserStep, 'method'>,
  purchase: Purchase,
  isAuthenticated: boolean,
): string {
  const status = isAuthenticated ? 'Y' : 'N'
  if (step === 'challenge') {
    return encodeJson({
      messageType: 'CRes',
      messageVersion: '2.2.0',
      threeDSServerTransID: serverTransId,
      acsTransID: acsTransId,
      challengeCompletionInd: 'Y',
      transStatus: status,
    })
  }
  const purchased = `<Purchase>${purchaseXml(purchase)}</Purchase>`
  return encodeXml(acsTransId, `<PARes>${purchased}<TX><status>${status}</status></TX></PARes>`)
}

/** Value of `eci` after a successful authentication. */
export function eciOf(cardType: string): string {
  return cardType === 'MASTERCARD' || cardType === 'MAESTRO' ? '02' : '05'
}

/** A message of 3-D Secure 2.x: JSON in base64url without padding. */
export function encodeJson(value: object): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
}

function purchaseXml({ amountMinor, currency }: Purchase): string {
  return `<amount>${majorUnits(amountMinor, currency)}</amount><currency>${currency}</currency>`
}

/**
 * A message of 3-D Secure 1.0.2: XML, deflated, in base64. The text always contains `+`, `/` and `=`, so that a client
 * that does not encode them is noticed.
 */
function encodeXml(id: string, message: string): string {
  for (let serial = 0; ; serial += 1) {
    const digest = createHash('sha256').update(`${id} ${message} ${serial}`).digest('hex')
    const xml = `<ThreeDSecure><Message id="${digest}"><version>1.0.2</version>${message}</Message></ThreeDSecure>`
    const text = deflateSync(xml).toString('base64')
    if (['+', '/', '='].every((mark) => text.includes(mark))) return text
  }
}
