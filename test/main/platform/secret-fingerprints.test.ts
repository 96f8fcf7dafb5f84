import { describe, expect, it } from 'vitest'
import { SecretFingerprints } from '../../../src-main/platform/secret-fingerprints'

const secret = 'K-7E1F "ä𝟒" +/='
const bytes = Buffer.from([251, 255, 190, ...Array.from({ length: 29 }, (_, index) => index * 7)])

const formsOfText = {
  plain: secret,
  'small-letter': secret.toLowerCase(),
  json: JSON.stringify(secret),
  percent: encodeURIComponent(secret),
  'small percent': encodeURIComponent(secret).toLowerCase(),
  form: new URLSearchParams({ k: secret }).toString(),
  base64: Buffer.from(secret).toString('base64'),
  base64url: Buffer.from(secret).toString('base64url'),
  hex: Buffer.from(secret).toString('hex'),
  'upper hex': Buffer.from(secret).toString('hex').toUpperCase(),
}
const formsOfBytes = {
  base64: bytes.toString('base64'),
  'percent-encoded base64': encodeURIComponent(bytes.toString('base64')),
  base64url: bytes.toString('base64url'),
  hex: bytes.toString('hex'),
}

describe('a known secret', () => {
  for (const [name, form] of Object.entries(formsOfText))
    it(`is hidden in its ${name} form`, () => {
      const clean = new SecretFingerprints([secret]).hideIn(`before ${form} after`)
      expect(clean).toMatch(/^before (?:"|k=)?•{8}(?:"|=+)? after$/)
    })

  for (const [name, form] of Object.entries(formsOfBytes))
    it(`of bytes is hidden as ${name}`, () => {
      const secrets = new SecretFingerprints()
      secrets.add(bytes)
      expect(secrets.hideIn(`before ${form} after`)).toMatch(/^before •{8}(?:=|%3D)? after$/)
    })

  it('is hidden at the beginning, at the end, twice and beside others', () => {
    const secrets = new SecretFingerprints(['horse-battery', 'staple-9', 'battery-staple-9'])
    expect(secrets.hideIn('horse-battery')).toBe('••••••••')
    expect(secrets.hideIn('horse-batteryhorse-battery, staple-9')).toBe('••••••••••••••••, ••••••••')
    expect(secrets.hideIn('my horse-battery-staple-9 here')).toBe('my •••••••• here')
    expect(secrets.hideIn('horse-batter, staple-8')).toBe('horse-batter, staple-8')
  })

  it('is hidden until its owner is forgotten, and another owner keeps it hidden (E2)', () => {
    const secrets = new SecretFingerprints()
    secrets.add('horse-battery', 'profile 1')
    secrets.add('horse-battery', 'profile 1')
    secrets.add('horse-battery', 'profile 2')
    secrets.forget('profile 1')
    expect(secrets.hideIn('my horse-battery')).toBe('my ••••••••')
    secrets.forget('profile 2')
    expect(secrets.hideIn('my horse-battery')).toBe('my horse-battery')
  })

  it('with half a character in it is hidden too', () => {
    expect(new SecretFingerprints(['half \ud835 of it']).hideIn('a half \ud835 of it b')).toBe('a •••••••• b')
  })

  it('leaves the caller its bytes', () => {
    const given = new Uint8Array(bytes)
    new SecretFingerprints().add(given)
    expect(given).toEqual(new Uint8Array(bytes))
  })

  it('of a few characters is left alone, since it would blank out words', () => {
    expect(new SecretFingerprints(['word', '']).hideIn('a common word')).toBe('a common word')
  })
})
