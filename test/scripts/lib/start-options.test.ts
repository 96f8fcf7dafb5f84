import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayArguments, hasDisplay, parseAmount } from '../../../scripts/lib/start-options.mjs'

describe('the check for a display', () => {
  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: '' }, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['win32', {}, true],
  ] as const)('%s with %j: %s', (platform, env, expected) => {
    expect(hasDisplay(platform, env)).toBe(expected)
  })

  it('uses Wayland only without an X server', () => {
    expect(displayArguments({ WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['--ozone-platform-hint=auto'])
    expect(displayArguments({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' })).toEqual([])
  })
})

describe('the amount of the tour', () => {
  it.each([
    ['49', '49.00'],
    ['12.34', '12.34'],
    ['12.3', '12.30'],
    ['007.5', '7.50'],
    ['0.01', '0.01'],
    ['999999999.99', '999999999.99'],
  ])('reads %s as %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  it.each([
    '',
    '0',
    '0.00',
    '-1',
    '+1',
    '1,50',
    '1.',
    '.5',
    '1.234',
    '1e3',
    ' 1',
    '1 000',
    'NaN',
    '٣',
    '12345678901',
  ])('rejects %j', (text) => {
    expect(() => parseAmount(text)).toThrow('--amount')
  })

  it('keeps every cent of every possible amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (minor) => {
        const amount = `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
        expect(parseAmount(amount)).toBe(amount)
      }),
    )
  })
})
