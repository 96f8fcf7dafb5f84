import { describe, expect, it } from 'vitest'
import { parseExpiry } from '../../../../src-renderer/views/charge/parse-expiry'

describe('a typed expiry date', () => {
  it.each([
    ['04/28', 4, 2028],
    ['4/28', 4, 2028],
    [' 04 / 28 ', 4, 2028],
    ['04-28', 4, 2028],
    ['04.28', 4, 2028],
    ['04 28', 4, 2028],
    ['0428', 4, 2028],
    ['04/2028', 4, 2028],
    ['042028', 4, 2028],
    ['12/99', 12, 2099],
    ['01/00', 1, 2000],
  ])('reads "%s"', (text, month, year) => {
    expect(parseExpiry(text)).toEqual({ ok: true, value: { month, year } })
  })

  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['00/28', 'not-a-month'],
    ['13/28', 'not-a-month'],
    ['1328', 'not-a-month'],
    ['4', 'not-an-expiry'],
    ['428', 'not-an-expiry'],
    ['04/1928', 'not-an-expiry'],
    ['04/28/01', 'not-an-expiry'],
    ['April 28', 'not-an-expiry'],
    ['４/28', 'not-an-expiry'],
  ])('refuses "%s"', (text, problem) => {
    expect(parseExpiry(text)).toEqual({ ok: false, error: problem })
  })
})
