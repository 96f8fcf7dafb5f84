import { describe, expect, it } from 'vitest'
import { baseUrl, isLoopbackBaseUrl, isPublicHttpsBaseUrl } from '../../../src-shared/domain/profile'

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
    `https://gate.example/${'x'.repeat(300)}`,
  ])('cannot be %j', (value) => {
    expect(baseUrl.safeParse(value).success).toBe(false)
  })

  it('C10 is public when it is https to a named host on its own port', () => {
    for (const good of ['https://gate.example', 'https://gate.example:443/x', 'HTTPS://Gate.Example/x'])
      expect([good, isPublicHttpsBaseUrl(good)]).toEqual([good, true])
    const bad = [
      'http://gate.example',
      'https://gate.example:8443',
      'https://10.0.0.1',
      'https://127.1',
      'https://0x7f.1',
    ]
    const more = [
      'https://[::1]',
      'https://localhost',
      'https://a.localhost',
      'https://gate.local',
      'https://gate',
    ]
    for (const url of [...bad, ...more]) expect([url, isPublicHttpsBaseUrl(url)]).toEqual([url, false])
  })

  it('is of this machine when it says so', () => {
    for (const good of ['http://127.0.0.1:8099/x', 'https://localhost', 'http://[::1]:1/'])
      expect([good, isLoopbackBaseUrl(good)]).toEqual([good, true])
    for (const bad of [
      'http://127.0.0.1.example/',
      'http://localhost.example/',
      'http://localhost@example/',
      'http://127.0.0.2/',
    ])
      expect([bad, isLoopbackBaseUrl(bad)]).toEqual([bad, false])
  })
})
