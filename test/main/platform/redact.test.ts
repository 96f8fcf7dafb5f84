import { describe, expect, it } from 'vitest'
import {
  redact,
  redactAuthorization,
  redactCardNumbers,
  redactControl,
  redactEmails,
  redactHex40,
  redactHomePaths,
  redactPrivateKeys,
  redactSecurityCodes,
} from '../../../src-main/platform/redact'

const hex40 = '8eca1a45fa338fcbb6703f7026fc0f1dc1eb7190'

describe('redaction', () => {
  it.each([
    ['paid with 4111 1111 1111 1111 today', 'paid with 411111••••1111 today'],
    ['order 1152735103331642317', 'order 1152735103331642317'],
  ])('of card numbers makes %j %j', (text, expected) => {
    expect(redactCardNumbers(text)).toBe(expected)
  })

  it.each([
    ['cvv2=737&x=1', 'cvv2=••••••••&x=1'],
    ['{"cvv2":"1234"}', '{"cvv2":"••••••••"}'],
    ['CVC: 737.', 'CVC: ••••••••.'],
    ['security code 737', 'security code ••••••••'],
    ['cvv2%3D737', 'cvv2%3D••••••••'],
    ['cvv2 of 5 cards', 'cvv2 of 5 cards'],
    ['cvv 73712', 'cvv 73712'],
  ])('of security codes makes %j %j', (text, expected) => {
    expect(redactSecurityCodes(text)).toBe(expected)
  })

  it.each([
    [`control=${hex40}&login=a`, 'control=••••••••&login=a'],
    ['{"control":"ABC"}', '{"control":"••••••••"}'],
    ['merchant_control: 7E1F-1', 'merchant_control: ••••••••'],
    ['controlKey = 7E1F', 'controlKey = ••••••••'],
    ['control%3Dabc', 'control%3D••••••••'],
    ['the control was refused', 'the control was refused'],
    ['rebillcontrol: with-endpoint', 'rebillcontrol: with-endpoint'],
  ])('of controls makes %j %j', (text, expected) => {
    expect(redactControl(text)).toBe(expected)
  })

  it('of hexadecimal digits hides runs of forty and no others', () => {
    expect(redactHex40(`a ${hex40}, ${hex40.toUpperCase()}.`)).toBe('a ••••••••, ••••••••.')
    expect(redactHex40(`${hex40}0 ${hex40.slice(1)} x${hex40}`)).toBe(`${hex40}0 ${hex40.slice(1)} x${hex40}`)
  })

  it.each([
    [
      'Authorization: OAuth oauth_nonce="x", oauth_signature="y"\nHost: a',
      'Authorization: ••••••••\nHost: a',
    ],
    ['proxy-authorization: Basic dXNlcg==', 'proxy-authorization: ••••••••'],
    ['sent OAuth oauth_consumer_key="a", oauth_signature="b"', 'sent OAuth ••••••••'],
    ['got Bearer abcdefgh.ijk', 'got Bearer ••••••••'],
    ['oauth_signature=abc%3D&x=1', 'oauth_signature=••••••••&x=1'],
    ['Basic set of words', 'Basic set of words'],
  ])('of authorization makes %j %j', (text, expected) => {
    expect(redactAuthorization(text)).toBe(expected)
  })

  it('of private keys hides the block, whole or cut off', () => {
    const block = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'
    expect(redactPrivateKeys(`a ${block} b`)).toBe('a <private key ••••••••> b')
    expect(redactPrivateKeys('a -----BEGIN PRIVATE KEY-----\nMIIE')).toBe('a <private key ••••••••>')
    expect(redactPrivateKeys('-----BEGIN PUBLIC KEY-----')).toBe('-----BEGIN PUBLIC KEY-----')
  })

  it('of e-mail addresses hides them in plain and in encoded form', () => {
    expect(redactEmails('to iva.testova+x@example.test and žofie@příklad.example')).toBe(
      'to <e-mail> and <e-mail>',
    )
    expect(redactEmails('email=iva%40example.test&x')).toBe('email=<e-mail>&x')
    expect(redactEmails('a @ b')).toBe('a @ b')
  })

  it('of home folders takes the name out', () => {
    expect(redactHomePaths('at /home/iva/desk/a.js:1 and /Users/iva/x')).toBe('at ~/desk/a.js:1 and ~/x')
    expect(redactHomePaths('C:\\Users\\iva\\x C:\\\\Users\\\\iva\\\\x /root/x')).toBe('~\\x ~\\\\x ~/x')
    expect(redactHomePaths('/var/root/x /rooted')).toBe('/var/root/x /rooted')
  })

  it('of a whole line does all of it', () => {
    const line = `POST control=${hex40} card 4111111111111111 cvv2=737 for a@b.example at /home/iva`
    expect(redact(line)).toBe('POST control=•••••••• card 411111••••1111 cvv2=•••••••• for <e-mail> at ~')
  })
})
