import { describe, expect, it } from 'vitest'
import {
  hasForeignLetters,
  isAllowedBaseUrl,
  isLoopbackHost,
} from '../../../src-shared/domain/gateway-address'

describe('the address of a production profile (S10)', () => {
  it.each([
    'https://gate.example',
    'https://gate.example:443/x',
    'HTTPS://Gate.Example/x',
    'https://xn--80ak6aa92e.com/paynet',
    'https://localhost.example/x',
  ])('can be %j', (baseUrl) => {
    expect(isAllowedBaseUrl('production', baseUrl, true)).toBe(true)
  })

  it.each([
    'http://gate.example',
    'https://gate.example:8443',
    'https://10.0.0.1',
    'https://8.8.8.8',
    'https://127.1',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://2130706433',
    'https://①②⑦.⓪.⓪.①',
    'https://①⑥⑨.254.169.254/paynet',
    'https://１２７.0.0.1',
    'https://127。0。0。1',
    'https://%31%32%37.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[2001:db8::1]',
    'https://localhost',
    'https://ｌocalhost',
    'https://localhost.',
    'https://gate.example.',
    'https://a.localhost',
    'https://gate.local',
    'https://gate.home.arpa',
    'https://gate',
  ])('cannot be %j (E4)', (baseUrl) => {
    expect(isAllowedBaseUrl('production', baseUrl, true)).toBe(false)
    expect(isAllowedBaseUrl('gateway-test', baseUrl, false)).toBe(false)
  })
})

describe('an address of this machine', () => {
  it.each(['http://127.0.0.1:8099/x', 'http://localhost', 'http://[::1]:1/', 'http://①②⑦.0.0.1/x'])(
    'can be %j for the simulator, and for a gateway test of an unpackaged build',
    (baseUrl) => {
      expect(isAllowedBaseUrl('simulator', baseUrl, false)).toBe(true)
      expect(isAllowedBaseUrl('gateway-test', baseUrl, true)).toBe(true)
      expect(isAllowedBaseUrl('gateway-test', baseUrl, false)).toBe(false)
    },
  )

  it.each([
    'http://127.0.0.1.example/',
    'http://localhost.example/',
    'http://localhost@example/',
    'http://127.0.0.2/',
  ])('is not %j', (baseUrl) => {
    expect(isAllowedBaseUrl('simulator', baseUrl, true)).toBe(false)
  })

  it('is decided by the whole parsed name', () => {
    expect(['127.0.0.1', '[::1]', 'localhost'].map(isLoopbackHost)).toEqual([true, true, true])
    expect(['127.0.0.1.nip.io', 'gate.example'].map(isLoopbackHost)).toEqual([false, false])
  })
})

it('letters of another alphabet are found in any part of a name (E4)', () => {
  expect(['xn--80ak6aa92e.com', 'gate.xn--p1ai', 'gate.example'].map(hasForeignLetters)).toEqual([
    true,
    true,
    false,
  ])
})
