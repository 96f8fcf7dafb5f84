import { describe, expect, it } from 'vitest'
import {
  answerBody,
  answered,
  clientOf,
  credentials,
  FakeTransport,
  never,
} from '../../../support/gateway-calls'

const request = { route: { kind: 'group', id: '7722' }, cardRefId: '880017' } as const
const known = {
  type: 'get-card-info-response',
  'card-printed-name': 'IVA TESTOVA',
  'expire-year': '2029',
  'expire-month': '4',
  bin: '41111111',
  'last-four-digits': '1111',
}
const info = {
  kind: 'answered',
  printedName: 'IVA TESTOVA',
  expireMonth: 4,
  expireYear: 2029,
  bin: '411111',
  lastFour: '1111',
}

async function lookUp(fields: Record<string, string>) {
  const transport = new FakeTransport(answered(answerBody(fields)))
  const { outcome } = await clientOf(transport).getCardInfo(credentials, request, never)
  return { outcome, transport }
}

describe('a card info lookup', () => {
  it('asks for one token', async () => {
    const { transport } = await lookUp(known)
    expect(transport.calls[0]?.url.pathname).toBe('/paynet/api/v2/get-card-info/group/7722')
    expect(Object.keys(transport.parameters)).toEqual(['login', 'cardrefid', 'control'])
  })

  it.each<[string, Record<string, string>, object]>([
    ['a BIN of eight digits, of which six are kept', known, info],
    ['a year of two digits', { ...known, 'expire-year': '29', 'expire-month': '04' }, info],
    [
      'a date nobody can read',
      { ...known, 'expire-year': '29AD', 'expire-month': '13' },
      { ...info, expireMonth: null, expireYear: null },
    ],
    [
      'a refusal',
      { type: 'error', 'error-code': '7', 'error-message': 'No card' },
      { kind: 'refused', code: '7', message: 'No card', isWrongControl: false },
    ],
    [
      'another type',
      { ...known, type: 'status-response' },
      { kind: 'no-answer', failure: 'unexpected-type', wasSent: true },
    ],
    [
      'no field at all',
      { type: 'get-card-info-response' },
      { ...info, printedName: null, expireMonth: null, expireYear: null, bin: null, lastFour: null },
    ],
  ])('reads %s', async (_, fields, outcome) => {
    expect((await lookUp(fields)).outcome).toEqual(outcome)
  })

  it('reports that nothing was sent', async () => {
    const client = clientOf(new FakeTransport({ kind: 'not-sent', failure: 'ENOTFOUND' }))
    const { outcome, exchange } = await client.getCardInfo(credentials, request, never)
    expect(outcome).toEqual({ kind: 'no-answer', failure: 'ENOTFOUND', wasSent: false })
    expect(exchange).toMatchObject({ outcome: 'not-sent', httpStatus: null, clientOrderId: null })
  })
})
