import { execFileSync } from 'node:child_process'
import { createVerify, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { baseString, encodeRfc3986, oauthHeader } from '../../../src-main/gateway/oauth-signature'
import { rsaKey } from '../../support/rsa-key'

const folder = mkdtempSync(join(tmpdir(), 'oauth-'))
const { privateKey, publicKey } = rsaKey()
const identity = { consumerKey: 'NordShop', nonce: 'n0nce', timestampSeconds: 1_796_000_000 }
const url = new URL('https://gateway.example/paynet/api/v4/create-card-ref/4411')

afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Reads the header as a gateway does. */
function headerParameters(authorization: string): { name: string; value: string }[] {
  return [...authorization.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({
    name,
    value: decodeURIComponent(value),
  }))
}

describe('the text that is signed', () => {
  it('is the complete base string: method, address and parameters', () => {
    expect(
      baseString('POST', new URL('https://gateway.example/paynet/api/v4/sale/123'), [
        { name: 'oauth_consumer_key', value: 'merchant' },
        { name: 'amount', value: '1.00' },
        { name: 'client_orderid', value: 'hf-1' },
      ]),
    ).toBe(
      'POST&https%3A%2F%2Fgateway.example%2Fpaynet%2Fapi%2Fv4%2Fsale%2F123&amount%3D1.00%26client_orderid%3Dhf-1%26oauth_consumer_key%3Dmerchant',
    )
  })

  it('normalises parameters as the example of RFC 5849, section 3.4.1.3 does', () => {
    const parameters = [
      ['b5', '=%3D'],
      ['a3', 'a'],
      ['c@', ''],
      ['a2', 'r b'],
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', '7d8f3e4a'],
      ['c2', ''],
      ['a3', '2 q'],
    ].map(([name = '', value = '']) => ({ name, value }))
    expect(baseString('POST', new URL('http://EXAMPLE.COM:80/request?b5=%3D%253D'), parameters)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    )
  })

  it('keeps a port that is not the default', () => {
    expect(baseString('POST', new URL('http://127.0.0.1:8080/x'), [])).toBe(
      'POST&http%3A%2F%2F127.0.0.1%3A8080%2Fx&',
    )
  })

  it.each([
    ["!'()*", '%21%27%28%29%2A'],
    ['John Smith', 'John%20Smith'],
    ['a+b', 'a%2Bb'],
    ['-._~', '-._~'],
    ['é', '%C3%A9'],
  ])('encodes %s as %s', (text, encoded) => {
    expect(encodeRfc3986(text)).toBe(encoded)
  })
})

describe('the Authorization header', () => {
  const parameters = [
    { name: 'client_orderid', value: 'INV 2041+é' },
    { name: 'orderid', value: '6684100' },
  ]

  it('names the six parameters, and openssl verifies its signature', () => {
    const { authorization, signature } = oauthHeader({ url, parameters }, identity, privateKey)
    expect(authorization).toMatch(/^OAuth oauth_consumer_key="NordShop", oauth_nonce="n0nce", /)
    const named = headerParameters(authorization)
    expect(named.map(({ name }) => name)).toEqual([
      'oauth_consumer_key',
      'oauth_nonce',
      'oauth_signature_method',
      'oauth_timestamp',
      'oauth_version',
      'oauth_signature',
    ])
    expect(named.at(-1)?.value).toBe(signature)

    const signedText = baseString('POST', url, [...parameters, ...named.slice(0, -1)])
    writeFileSync(join(folder, 'text'), signedText)
    writeFileSync(join(folder, 'signature'), Buffer.from(signature, 'base64'))
    writeFileSync(join(folder, 'public.pem'), publicKey)
    const args = ['dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature', 'text']
    expect(execFileSync('openssl', args, { cwd: folder, encoding: 'utf8' })).toContain('Verified OK')
  })

  it('verifies for any parameters, and for no other text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 })
    fc.assert(
      fc.property(fc.array(fc.record({ name: text, value: text }), { maxLength: 5 }), (given) => {
        const { authorization, signature } = oauthHeader({ url, parameters: given }, identity, privateKey)
        const signedText = baseString('POST', url, [
          ...given,
          ...headerParameters(authorization).filter(({ name }) => name !== 'oauth_signature'),
        ])
        const bytes = Buffer.from(signature, 'base64')
        expect(verify('RSA-SHA256', Buffer.from(signedText), publicKey, bytes)).toBe(true)
        expect(createVerify('RSA-SHA256').update(`${signedText}x`).verify(publicKey, bytes)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it('reports a damaged key without quoting it (S1)', () => {
    const sign = () => oauthHeader({ url, parameters }, identity, '-----BEGIN PRIVATE KEY-----\nsecret\n')
    expect(sign).toThrow(expect.objectContaining({ code: 'secret-missing', details: { reason: 'damaged' } }))
    expect(sign).not.toThrow('secret\n')
  })
})
