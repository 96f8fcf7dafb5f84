import { describe, expect, it } from 'vitest'
import { receiptAddress } from '../../../src-main/gateway/receipt-address'

const ids = { endpointId: '4411', receiptId: '2b6f0c52-3b9a' }

describe('the address of a receipt', () => {
  it('is below the base address of the gateway, with or without a last slash', () => {
    for (const base of ['https://gate.example.com/paynet', 'https://gate.example.com/paynet/'])
      expect(receiptAddress(base, ids)).toBe(
        'https://gate.example.com/paynet/view-receipt/4411/2b6f0c52-3b9a/',
      )
  })

  it('is none without https, or with a login or a query in the base address', () => {
    for (const base of [
      null,
      'not an address',
      'http://gate.example.com/paynet',
      'javascript:alert(1)',
      'https://user:pass@gate.example.com/paynet',
      'https://gate.example.com/paynet?x=1',
    ])
      expect(receiptAddress(base, ids)).toBeNull()
  })

  it('is none for an id that would lead elsewhere', () => {
    for (const receiptId of ['', '..', 'a/b', 'a?b', 'a#b', '%2e%2e', 'a b', 'é', 'x'.repeat(129)])
      expect(receiptAddress('https://gate.example.com/paynet', { ...ids, receiptId })).toBeNull()
    expect(receiptAddress('https://gate.example.com/paynet', { ...ids, endpointId: '../1' })).toBeNull()
  })
})
