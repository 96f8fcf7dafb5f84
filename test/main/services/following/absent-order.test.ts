import { describe, expect, it } from 'vitest'
import { saysOrderIsAbsent } from '../../../../src-main/services/following/absent-order'

describe('the message of a refused status request', () => {
  it.each([
    'Order not found',
    'ORDER_NOT_FOUND',
    'Order was not found.',
    'order is not found',
    'Order 6684100 not found',
    'Order with id 6684100 not found',
    'Order with client order id INV-2041 could not be found',
    'Merchant order not found',
    'Order does not exist',
    'Order with such id doesn’t exist',
    'No such order',
    'Unknown order',
    'Unknown order id 6684100',
    'Order is unknown',
    'Invoice not found',
    'Not found',
  ])('means that the order is absent: %s (B1)', (message) => {
    expect(saysOrderIsAbsent(message)).toBe(true)
  })

  it.each([
    '',
    'Service temporarily unavailable',
    'Internal error',
    'INVALID_CONTROL_CODE',
    'Merchant with this login not found',
    'End point with id 4411 not found',
    'End point for order not found',
    'Request with this serial number not found for the order',
    'Card reference id not found',
    'Order found',
    'Order not found in cache, service temporarily unavailable',
    'Order status unknown',
    'Order status unknown, try again later',
    `Order ${'9'.repeat(200)} not found`,
  ])('says nothing about the order: %s (B1)', (message) => {
    expect(saysOrderIsAbsent(message)).toBe(false)
  })

  it('may be of any length (B1)', () => {
    for (const message of ['order '.repeat(20_000), ' '.repeat(100_000), 'order id '.repeat(13)])
      expect(saysOrderIsAbsent(message)).toBe(false)
  })
})
