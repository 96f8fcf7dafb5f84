// S25: a link of another program names an order, and nothing else of it is read.
import { describe, expect, it } from 'vitest'
import { linkedOrderId } from '../../../src-main/window/order-link'

describe('a link to an order', () => {
  it.each([
    ['rebill-desk://order/NS-0000000001', 'NS-0000000001'],
    ['rebill-desk://order/7654321', '7654321'],
    ['rebill-desk://order/NS-1/', 'NS-1'],
    ['rebill-desk://order/Inv%202026%2F7', 'Inv 2026/7'],
    ['rebill-desk://order/%C5%BDlut%C3%BD-1', 'Žlutý-1'],
  ])('names the order of %s', (link, id) => {
    expect(linkedOrderId(['/opt/rebill-desk/rebill-desk', link])).toBe(id)
  })

  it.each([
    ['without an order', 'rebill-desk://order/'],
    ['to anything else', 'rebill-desk://charge/NS-1'],
    ['with a question', 'rebill-desk://order/NS-1?confirm=1'],
    ['with a place', 'rebill-desk://order/NS-1#refund'],
    ['with a further part', 'rebill-desk://order/NS-1/refund'],
    ['with a login', 'rebill-desk://user@order/NS-1'],
    ['with a wrong percent sign', 'rebill-desk://order/%E0%A4%A'],
    ['with a hidden character', 'rebill-desk://order/NS%E2%80%8B1'],
    ['with a line break', 'rebill-desk://order/NS-1%0A2'],
    ['with a card number', 'rebill-desk://order/4111%201111%201111%201111'],
    ['with a long id', `rebill-desk://order/${'x'.repeat(129)}`],
    ['that is huge', `rebill-desk://order/${'%20'.repeat(100_000)}x`],
    ['in capitals, which no browser passes on', 'REBILL-DESK://order/NS-1'],
    ['of another program', 'https://example.com/order/NS-1'],
  ])('%s names none', (_what, link) => {
    expect(linkedOrderId([link])).toBeNull()
  })

  it('names none beside another link, or without one', () => {
    expect(linkedOrderId(['rebill-desk://order/A', 'rebill-desk://order/B'])).toBeNull()
    expect(linkedOrderId(['--safe-mode', '/some/file'])).toBeNull()
  })
})
