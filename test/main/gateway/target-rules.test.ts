import { describe, expect, it } from 'vitest'
import { urlOf } from '../../../src-main/gateway/target-rules'
import type { Environment } from '../../../src-shared/domain/gateway-address'
import { credentials } from '../../support/gateway-calls'

function hrefOf(environment: Environment, baseUrl: string, allowsLoopbackTest = true): string | null {
  try {
    return urlOf({ ...credentials, environment, baseUrl }, '/api/v2/status/1', allowsLoopbackTest).href
  } catch (error) {
    expect(error).toMatchObject({
      code: 'validation-failed',
      details: { fields: { baseUrl: 'not-a-base-url' } },
    })
    return null
  }
}

describe('the address of a call', () => {
  it('is the base URL with its prefix and the path', () => {
    const expected = 'https://gate.example/payment/api/v2/status/1'
    expect(hrefOf('production', 'https://gate.example/payment')).toBe(expected)
    expect(hrefOf('production', 'https://gate.example:443/payment/')).toBe(expected)
    expect(hrefOf('gateway-test', 'https://gate.example/payment', false)).toBe(expected)
    expect(hrefOf('simulator', 'http://127.0.0.1:8099/token/paynet')).toBe(
      'http://127.0.0.1:8099/token/paynet/api/v2/status/1',
    )
  })

  it.each([
    'http://gate.example/paynet',
    'https://gate.example:8443/paynet',
    'https://user@gate.example/paynet',
    'https://gate.example@evil.example/paynet',
    'https://127.0.0.1/paynet',
    'https://127.1/paynet',
    'https://0x7f000001/paynet',
    'https://2130706433/paynet',
    'https://10.0.0.1/paynet',
    'https://①②⑦.⓪.⓪.①/paynet',
    'https://①⑥⑨.254.169.254/paynet',
    'https://[::1]/paynet',
    'https://localhost/paynet',
    'https://localhost./paynet',
    'https://gate.localhost/paynet',
    'https://gate.local/paynet',
    'https://gate/paynet',
    'https://gate.example/paynet?x=1',
    'https://gate.example/paynet#x',
    'https://gate.example\\evil.example/paynet',
    'ftp://gate.example/paynet',
    'file:///etc/passwd',
    '',
  ])('is never %j in production (S10, E4)', (baseUrl) => {
    expect(hrefOf('production', baseUrl)).toBeNull()
  })

  it('is on this machine only for the simulator, and for a gateway test when that is allowed', () => {
    expect(hrefOf('simulator', 'https://gate.example/paynet')).toBeNull()
    expect(hrefOf('simulator', 'https://localhost/paynet')).toBeNull()
    expect(hrefOf('gateway-test', 'http://localhost:8099/paynet')).not.toBeNull()
    expect(hrefOf('gateway-test', 'http://localhost:8099/paynet', false)).toBeNull()
    expect(hrefOf('gateway-test', 'http://gate.example/paynet')).toBeNull()
  })
})
