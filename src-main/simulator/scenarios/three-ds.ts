import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { majorUnits } from '../orders/money'

/** Something that the cardholder's browser has to do: load the issuer's method page, or answer its challenge. */
export type BrowserStep = 'method' | 'challenge' | 'pareq'

/** How an order goes through 3-D Secure. */
export interface ThreeDsCourse {
  steps: BrowserStep[]
  /** What becomes of the issuer's method page: it answers, never does, or does after the browser's ten seconds. */
  methodPage: 'answers' | 'silent' | 'late'
}

/** 3-D Secure of one order: what gateway and issuer remember of it. */
export interface ThreeDs extends ThreeDsCourse {
  serverTransId: string
  acsTransId: string
  /** What the browser takes to the challenge. */
  creq: string
  /** What the browser takes to the issuer in 1.0.2, and the value that comes back beside its answer. */
  pareq: string
  md: string
  /** Where the challenge returns to, as the upload of the method result said. */
  notificationUrl?: string
  wrongCodes: number
  /** What the issuer gave the browser to take back. */
  issued?: { value: string; isAuthenticated: boolean }
  uploaded: BrowserStep[]
  verified?: 'AUTHENTICATED' | 'NOT_AUTHENTICATED'
}

/** What the issuer is told of the payment. */
export interface Purchase {
  amountMinor: string
  currency: string
}

export function beginThreeDs({ steps, methodPage }: ThreeDsCourse, purchase: Purchase): ThreeDs {
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

/** The issuer's answer to a challenge (2.x) or a PaReq (1.0.2); the same each time it is asked for. */
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

/** base64url without padding, as 2.x writes its messages. */
export function encodeJson(value: object): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url')
}

function purchaseXml({ amountMinor, currency }: Purchase): string {
  return `<amount>${majorUnits(amountMinor, currency)}</amount><currency>${currency}</currency>`
}

/** Deflated and in base64, as 1.0.2 writes its messages; always with all three marks that careless forms lose. */
function encodeXml(id: string, message: string): string {
  for (let serial = 0; ; serial += 1) {
    const digest = createHash('sha256').update(`${id} ${message} ${serial}`).digest('hex')
    const xml = `<ThreeDSecure><Message id="${digest}"><version>1.0.2</version>${message}</Message></ThreeDSecure>`
    const text = deflateSync(xml).toString('base64')
    if (['+', '/', '='].every((mark) => text.includes(mark))) return text
  }
}
