import { describe, expect, it } from 'vitest'
import type { SaleRequest } from '../../../../src-main/ports/gateway-client'
import { paymentRequestOf, requireReviewedCard } from '../../../../src-main/services/charge/charge-request'
import { aCharge, aDraft, aProfile, aSaleDraft, saleParts } from '../../../support/builders'
import { browserData } from '../../../support/fakes'

const endpoint = { kind: 'endpoint', id: '4411' } as const
const requestOf = (charge = aCharge()) => paymentRequestOf(charge, endpoint, aProfile(), browserData)

describe('the request of a charge', () => {
  it('is a rebill with every parameter of its draft', () => {
    const draft = aDraft({
      ...{ kind: 'rebill-auth', enumerateAmounts: '20,15', purpose: 'account 7', merchantData: 'm' },
      ...{ redirectUrl: 'https://a.example', redirectSuccessUrl: 'https://b.example' },
      ...{ redirectFailUrl: 'https://c.example', serverCallbackUrl: 'https://d.example' },
      ...{ recurrentScenario: 'REGULAR', recurrentInitiator: 'MERCHANT' },
    })
    const { cardId, routeId, amount, description, reference, ...asTyped } = draft
    expect([cardId, routeId, amount]).toEqual(['1', '4411', '25.00'])
    expect(requestOf(aCharge({ draft }))).toEqual({
      kind: 'rebill',
      request: {
        ...asTyped,
        route: endpoint,
        clientOrderId: 'SHO-1',
        cardRefId: '880017',
        orderDescription: description,
        comment: reference,
        amountMinor: 2500,
      },
    })
  })

  it('is a sale with what the interface lists, the browser of this app and its own return address', () => {
    const { kind, routeId, amount, description, reference, bin, lastFour, presence, ...asTyped } =
      aSaleDraft()
    expect([kind, routeId, amount, presence]).toEqual(['sale', '4411', '25.00', 'remote'])
    const payment = requestOf(aCharge(saleParts()))
    expect(payment).toEqual({
      kind: 'sale',
      card: { bin, lastFour },
      request: {
        ...asTyped,
        route: endpoint,
        clientOrderId: 'SHO-1',
        orderDescription: description,
        amountMinor: 2500,
        redirectUrl: 'https://return.rebill-desk.invalid/3ds/SHO-1',
        browser: browserData,
      } satisfies SaleRequest,
    })
    expect(JSON.stringify(payment)).not.toContain(reference)
  })

  it('is the same each time, whatever happens in between', () => {
    expect(requestOf(aCharge(saleParts()))).toEqual(requestOf(aCharge(saleParts())))
  })

  it('is none of a rebill that has lost its token', () => {
    expect(() => requestOf(aCharge({ cardRefId: null }))).toThrow('rebill-without-card')
  })
})

describe('a card number at the confirm', () => {
  const sale = requestOf(aCharge(saleParts()))
  const reasonOf = (payment: typeof sale, number: string) => {
    try {
      requireReviewedCard(payment, number)
      return null
    } catch (error) {
      return (error as { details?: { fields?: Record<string, string> } }).details?.fields?.['cardNumber']
    }
  }

  it.each([
    ['4111111111111111', null],
    ['41111100001111', null],
    ['41111199999991111', null],
    ['4111111111111112', 'differs-from-review'],
    ['4111121111111111', 'differs-from-review'],
    ['', 'required'],
  ])('of a sale reviewed as 411111 1111: %s gives %s', (number, reason) => {
    expect(reasonOf(sale, number)).toBe(reason)
  })

  it('has no place in a rebill', () => {
    expect(reasonOf(requestOf(), '')).toBeNull()
    expect(reasonOf(requestOf(), '4111111111111111')).toBe('not-for-a-stored-card')
  })
})
