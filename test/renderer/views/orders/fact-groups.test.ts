import { describe, expect, it } from 'vitest'
import { groupFacts, groupOfFact } from '../../../../src-renderer/views/orders/fact-groups'

describe('the groups of reported fields', () => {
  it.each([
    ['order', ['type', 'status', 'order-stage', 'paynet-order-id', 'merchant-order-id', 'serial-number']],
    ['order', ['error-code', 'error-message', 'motivational-message', 'merchantdata', 'by-request-sn']],
    ['order', ['transaction-type', 'transaction-date']],
    ['money', ['amount', 'currency', 'initial-amount']],
    ['commission', ['seller-commission', 'acquirer-commission']],
    ['refund', ['total-reversal-amount', 'gate-partial-reversal', 'gate-partial-capture']],
    ['refund', ['processor-credit-rrn', 'processor-credit-arn', 'processor-auth-credit-code']],
    ['card', ['bin', 'last-four-digits', 'card-type', 'card-exp-month', 'card-hash-id', 'cardholder-name']],
    ['card', ['ips-src-payment-product-code', 'card-country-alpha-three-code']],
    ['destination', ['dest-bank-name', 'dest-bin', 'dest-last-four-digits', 'destination-hash-id']],
    ['destination', ['destination-card-country-alpha-three-code', 'dest-card-type']],
    ['customer', ['name', 'first-name', 'last-name', 'email', 'phone']],
    ['address', ['country', 'state', 'city', 'zip_code', 'zip-code', 'address1']],
    ['bank', ['bank-name', 'processor-rrn', 'processor-tx-id', 'processor-debit-arn', 'approval-code']],
    ['bank', ['terminal-id', 'descriptor', 'original-gate-descriptor', 'paynet-processing-date']],
    ['bank', ['acquirer-processing-date', 'auth-response-code', 'verified-rsc-status', 'receipt-id']],
    ['tds', ['tds-status', 'tds-creq-form-acs-url', 'verified-3d-status', 'eci', 'html', 'redirect-to']],
    ['loyalty', ['loyalty-balance', 'loyalty-message', 'loyalty-bonus', 'loyalty-program']],
    ['other', ['x-unlisted-field', 'end-point-id']],
  ])('puts into %s: %s', (group, names) => {
    for (const name of names) expect([name, groupOfFact(name)]).toEqual([name, group])
  })

  it('omits empty groups and keeps every fact', () => {
    const facts = ['loyalty-bonus', 'amount', 'city', 'seller-commission'].map((name) => ({
      name,
      value: '1',
      atMs: 0,
    }))
    const groups = groupFacts(facts)
    expect(groups.map(({ group }) => group)).toEqual(['money', 'commission', 'address', 'loyalty'])
    expect(groups.flatMap((each) => each.facts)).toHaveLength(facts.length)
  })
})
