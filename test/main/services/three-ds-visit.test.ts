import { describe, expect, it } from 'vitest'
import { allowedOriginOf, issuerHost } from '../../../src-main/services/three-ds-visit'

const loopback = 'http://127.0.0.1:8099/token/paynet'

describe('the one origin that counts as allowed beside https (C9)', () => {
  it.each([
    ['simulator', loopback, 'http://127.0.0.1:8099'],
    ['gateway-test', loopback, 'http://127.0.0.1:8099'],
    ['gateway-test', 'https://test.gate.example/paynet', null],
    ['production', 'https://gate.example/paynet', null],
    ['production', loopback, null],
  ] as const)('of a %s profile at %s is %s', (environment, baseUrl, origin) => {
    expect(allowedOriginOf({ environment, baseUrl })).toBe(origin)
  })
})

describe('an issuer’s address', () => {
  it.each([
    ['https://acs.bank.example/challenge', 'acs.bank.example'],
    ['https://bänk.example/', 'xn--bnk-qla.example'],
    ['http://127.0.0.1:8099/issuer', '127.0.0.1:8099'],
    ['http://127.0.0.1:8098/issuer', null],
    ['http://acs.bank.example/', null],
    ['https://user@acs.bank.example/', null],
    ['https://user:pass@acs.bank.example/', null],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['nothing', null],
  ])('%s opens %s', (url, host) => {
    expect(issuerHost(url, 'http://127.0.0.1:8099')).toBe(host)
  })
})
