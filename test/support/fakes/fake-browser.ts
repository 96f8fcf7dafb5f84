import type {
  BrowserData,
  CardholderBrowser,
  IssuerVisit,
  VisitResult,
} from '../../../src-main/ports/cardholder-browser'
import { browserData } from './fake-surroundings'

/** The result of a visit; `null` leaves the page open until it is closed. */
type Plan = VisitResult | null

/** A cardholder who acts as configured, by default as the issuer asks. */
export class FakeBrowser implements CardholderBrowser {
  readonly visits: IssuerVisit[] = []
  /** Called when a page is opened. */
  onVisit: (visit: IssuerVisit) => void = () => undefined
  readonly #plans: Plan[] = []

  /** Results of the next visits. */
  plan(...plans: Plan[]): void {
    this.#plans.push(...plans)
  }

  async visit(visit: IssuerVisit, signal: AbortSignal): Promise<VisitResult> {
    this.visits.push(visit)
    this.onVisit(visit)
    const plan = this.#plans.length > 0 ? this.#plans.shift() : issuersAnswer(visit)
    if (plan !== null && plan !== undefined) return signal.aborted ? { kind: 'closed' } : plan
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'closed' }))
    })
  }

  describe(): BrowserData {
    return browserData
  }
}

/** The final value of an authenticated challenge. */
export const cresText = encoded({ messageType: 'CRes', transStatus: 'Y', n: '~~?>ok' })
export const paResText = 'eJx+Vd/ab+9kQm1zZz0/8w=='

export function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function issuersAnswer({ kind, fields }: IssuerVisit): VisitResult {
  const value = (name: string) => fields.find((field) => field.name === name)?.value ?? ''
  switch (kind) {
    case 'method':
      return { kind: 'returned', fields: [{ name: 'threeDSMethodData', value: value('threeDSMethodData') }] }
    case 'challenge':
      return { kind: 'returned', fields: [{ name: 'cres', value: cresText }] }
    case 'pareq':
      return {
        kind: 'returned',
        fields: [
          { name: 'PaRes', value: paResText },
          { name: 'MD', value: value('MD') },
        ],
      }
  }
}
