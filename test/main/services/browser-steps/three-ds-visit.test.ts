import { describe, expect, it } from 'vitest'
import {
  allowedOriginOf,
  issuerHost,
  visitOf,
} from '../../../../src-main/services/browser-steps/three-ds-visit'
import { anOrder, aProfile } from '../../../support/builders'
import { issuerSteps } from '../../../support/fakes'

const loopback = 'http://127.0.0.1:8099/token/paynet'

describe('the one origin that counts as allowed beside https (S9)', () => {
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

describe('the form for the issuer', () => {
  const order = anOrder()
  const profile = aProfile()
  const returnTo = (kind: string) => `https://return.rebill-desk.invalid/3ds/SHO-1/${kind}`

  it('of a method page carries the transaction and the return address', () => {
    const visit = visitOf(issuerSteps.method, order, profile, null)
    expect(visit).toMatchObject({
      ...{ kind: 'method', url: issuerSteps.method.url, timeoutMs: 10_000, title: '25.00 EUR' },
      ...{ returnUrl: returnTo('method'), allowedOrigin: null },
    })
    expect(visit.fields.map(({ name }) => name)).toEqual(['threeDSMethodData'])
    const data = visit.fields[0]?.value ?? ''
    expect(data).toMatch(/^[\w-]+$/)
    expect(JSON.parse(Buffer.from(data, 'base64url').toString())).toEqual({
      threeDSServerTransID: issuerSteps.method.serverTransId,
      threeDSMethodNotificationURL: returnTo('method'),
    })
  })

  it('of a challenge carries the request as the gateway gave it', () => {
    expect(visitOf(issuerSteps.challenge, order, profile, 'http://127.0.0.1:8099')).toMatchObject({
      fields: [{ name: 'creq', value: issuerSteps.challenge.creq }],
      ...{ returnUrl: returnTo('challenge'), timeoutMs: 600_000, allowedOrigin: 'http://127.0.0.1:8099' },
    })
  })

  it('of 3-D Secure 1.0.2 carries PaReq, MD and where to return', () => {
    expect(visitOf(issuerSteps.pareq, order, profile, null).fields).toEqual([
      { name: 'PaReq', value: issuerSteps.pareq.pareq },
      { name: 'MD', value: issuerSteps.pareq.md },
      { name: 'TermUrl', value: returnTo('pareq') },
    ])
  })
})
