import { fieldLimits } from '../../../src-shared/domain/fields'
import type { CardInfoOutcome } from '../../ports/gateway-client'
import { controlPlace, type CallTarget, type Operation } from '../operation'
import { idUpTo, loginParameter } from '../parameter-rules'
import { isRefusalType, refusalOf, typeFailure, wholeRefusal } from '../refusal'

export interface GetCardInfoCall extends CallTarget {
  readonly cardRefId: string
}

/** Cardholder details (interface, Endpoints 3). */
export const getCardInfo: Operation<GetCardInfoCall, CardInfoOutcome> = {
  operation: 'get-card-info',
  isQuestion: true,
  parameters: [
    loginParameter(),
    {
      name: 'cardrefid',
      field: 'cardRefId',
      read: (call) => call.cardRefId,
      rule: idUpTo(fieldLimits.cardRefId),
    },
    controlPlace,
  ],
  signed: (_, sent) => [
    { name: 'login', value: sent('login') },
    { name: 'cardrefid', value: sent('cardrefid') },
  ],
  decisive: ['type', 'error-code'],
  wholeWith: {
    ...wholeRefusal,
    'get-card-info-response': ['expire-month', 'expire-year', 'bin', 'last-four-digits'],
  },
  readAnswer: (answer) => {
    if (isRefusalType(answer.get('type'))) return { outcome: refusalOf(answer), failure: null }
    if (answer.get('type') !== 'get-card-info-response') {
      const failure = typeFailure(answer)
      return { outcome: { kind: 'no-answer', failure, wasSent: true }, failure }
    }
    return {
      outcome: {
        kind: 'answered',
        printedName: answer.get('card-printed-name'),
        expireMonth: monthOf(answer.get('expire-month')),
        expireYear: yearOf(answer.get('expire-year')),
        bin: answer.get('bin'),
        lastFour: answer.get('last-four-digits'),
      },
      failure: null,
    }
  },
  readLoss: ({ failure, wasSent }) => ({ kind: 'no-answer', failure, wasSent }),
}

/** The gateway sends months with or without a leading zero. */
function monthOf(text: string | null): number | null {
  return text !== null && /^(?:0?[1-9]|1[0-2])$/.test(text) ? Number(text) : null
}

/** The interface does not give the number of digits of a year. Orders have four, cards are entered with two. */
function yearOf(text: string | null): number | null {
  if (text === null || !/^(?:[0-9]{2}|[0-9]{4})$/.test(text)) return null
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}
