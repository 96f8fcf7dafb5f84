import { describe, expect, it } from 'vitest'
import { baseUrl } from '../../../src-shared/domain/profile'

describe('a base URL', () => {
  it.each([
    ['https://gate.example/paynet', 'https://gate.example/paynet'],
    [' https://gate.example/paynet/// ', 'https://gate.example/paynet'],
    ['https://gate.example', 'https://gate.example'],
    ['http://127.0.0.1:8099/token/paynet', 'http://127.0.0.1:8099/token/paynet'],
  ])('can be %j', (value, expected) => {
    expect(baseUrl.parse(value)).toBe(expected)
  })

  it.each([
    '',
    'gate.example/paynet',
    'https://user@gate.example/paynet',
    'https://gate.example/paynet?x=1',
    'https://gate.example/paynet#x',
    'https://gate.example/pay net',
    'https://gate.example//paynet',
    'ftp://gate.example',
    'https://gate.example\\evil.example/paynet',
    'https://gate.example:99999/paynet',
    `https://gate.example/${'x'.repeat(300)}`,
  ])('cannot be %j', (value) => {
    expect(baseUrl.safeParse(value).success).toBe(false)
  })

  it.each([
    ['HTTPS://Gate.Example:443/Paynet', 'https://gate.example/Paynet'],
    ['https://аррӏе.com/paynet', 'https://xn--80ak6aa92e.com/paynet'],
    ['https://①②⑦.⓪.⓪.①/paynet', 'https://127.0.0.1/paynet'],
    ['https://gate。example/paynet', 'https://gate.example/paynet'],
    ['https://0x7f.1', 'https://127.0.0.1'],
  ])('%j is stored as %j, the address that will be called (E4)', (value, expected) => {
    expect(baseUrl.parse(value)).toBe(expected)
  })
})
