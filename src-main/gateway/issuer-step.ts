import type { IssuerStep } from '../ports/cardholder-browser'
import type { WireAnswer } from './wire-format'

/** The browser step that a status answer asks for (interface, section Order); null when it is missing or incomplete. */
export function issuerStepIn(answer: WireAnswer): IssuerStep | null {
  const get = (name: string) => answer.get(name) ?? ''
  switch (answer.get('tds-status')) {
    case 'MethodUrlFrame':
      return whole({
        kind: 'method',
        url: get('tds-method-url-frame-3ds-method-url'),
        serverTransId: get('tds-method-url-frame-3ds-server-trans-id'),
      })
    case 'CReqForm':
      return whole({
        kind: 'challenge',
        url: get('tds-creq-form-acs-url'),
        creq: get('tds-creq-form-creq'),
      })
    case 'PaReqForm':
      return whole({
        kind: 'pareq',
        url: get('tds-pareq-form-acs-url'),
        pareq: get('tds-pareq-form-pareq'),
        md: get('tds-pareq-form-md'),
      })
    default:
      return null
  }
}

function whole<T extends IssuerStep>(step: T): T | null {
  return Object.values(step).includes('') ? null : step
}
