import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fields } from '../../../../src-shared/domain/fields'
import { clientOrderIdLength, newClientOrderId } from '../../../../src-main/services/charge/client-order-id'

const zeros = (size: number) => new Uint8Array(size)
const ones = (size: number) => new Uint8Array(size).fill(255)

describe('a client order id', () => {
  it.each([
    ['Shop EU', 'SHO'],
    ['Nord Shop', 'NOR'],
    ['é-çafé', 'ECA'],
    ['a', 'AXX'],
    ['4711', 'RBD'],
    ['商店', 'RBD'],
    ['', 'RBD'],
  ])('of %j starts with %s', (name, prefix) => {
    expect(newClientOrderId(name, randomBytes)).toMatch(new RegExp(`^${prefix}-[0-9A-HJKMNP-TV-Z]{26}$`))
  })

  it('has one fixed length, since the control value joins its parts without a separator', () => {
    const lengths = ['Shop EU', 'a', '', 'A very long name of a shop'].map(
      (name) => newClientOrderId(name, randomBytes).length,
    )
    expect(new Set(lengths)).toEqual(new Set([clientOrderIdLength]))
  })

  it('carries all 128 bits', () => {
    expect(newClientOrderId('Shop', zeros)).toBe(`SHO-${'0'.repeat(26)}`)
    expect(newClientOrderId('Shop', ones)).toBe(`SHO-${'Z'.repeat(25)}W`)
    const flipped = new Set<string>()
    for (let bit = 0; bit < 128; bit++)
      flipped.add(
        newClientOrderId('Shop', (size) => {
          const bytes = new Uint8Array(size)
          bytes[bit >> 3] = 1 << (bit & 7)
          return bytes
        }),
      )
    expect(flipped.size).toBe(128)
  })

  it('is one that the interface takes', () => {
    const id = newClientOrderId('Shop EU', randomBytes)
    expect(fields.clientOrderId.parse(id)).toBe(id)
  })
})
