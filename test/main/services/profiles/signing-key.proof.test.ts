import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSigningKey, readSigningKey } from '../../../../src-main/services/profiles/signing-key'

const folder = mkdtempSync(join(tmpdir(), 'signing-key-'))
const text = 'POST&https%3A%2F%2Fgateway.example%2Fpaynet&amount%3D1.00'

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** The result of openssl for the same key. */
function openssl(args: readonly string[], input?: string): Buffer {
  return execFileSync('openssl', args, { cwd: folder, input, stdio: ['pipe', 'pipe', 'ignore'] })
}

function made(name: string, ...args: string[]): string {
  const path = join(folder, name)
  openssl([...args, '-out', path])
  return readFileSync(path, 'utf8')
}

function refusalOf(attempt: () => unknown): unknown {
  try {
    attempt()
  } catch (error) {
    return error
  }
  return null
}

const refused = (reason: string) => ({
  code: 'validation-failed',
  details: { fields: { privateKey: reason } },
})
const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`
const bodyOf = (key: string) => key.replace(/-----[^-]+-----/g, '').replace(/\s/g, '')

describe.each([2048, 4096])('a key of %i bits that people paste', (bits) => {
  const name = `key-${bits}.pem`
  let pkcs8 = ''
  let pkcs1 = ''
  let signature = ''

  beforeAll(() => {
    pkcs8 = made(name, 'genpkey', '-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`)
    pkcs1 = openssl(['rsa', '-in', name, '-traditional']).toString()
    signature = openssl(['dgst', '-sha256', '-sign', name], text).toString('base64')
  })

  const shapes: readonly [string, () => string][] = [
    ['PKCS#8', () => pkcs8],
    ['PKCS#1', () => pkcs1],
    ['CRLF line ends', () => pkcs1.replaceAll('\n', '\r\n')],
    ['no final line end', () => pkcs8.trimEnd()],
    ['one line with \\n written out', () => pkcs8.replaceAll('\n', '\\n')],
    ['one line with spaces', () => pkcs1.replaceAll('\n', ' ')],
    ['quotes, as in a settings file', () => `PRIVATE_KEY="${pkcs8.replaceAll('\n', '\\n')}",`],
    ['JSON with escaped slashes', () => JSON.stringify(pkcs8).replaceAll('/', '\\/')],
    ['a byte order mark', () => `\uFEFF${pkcs8}`],
    ['indentation', () => pkcs8.replaceAll(/^/gm, '    ')],
    [
      'non-breaking spaces',
      () => pkcs8.replaceAll('\n', '\u00A0').replace('PRIVATE KEY', 'PRIVATE\u00A0KEY'),
    ],
    ['base64 without its header', () => bodyOf(pkcs8)],
    ['base64 of PKCS#1 without its header', () => bodyOf(pkcs1)],
    ['base64 of the whole file', () => Buffer.from(pkcs8).toString('base64')],
    ['attributes before the key', () => `Bag Attributes\n    friendlyName: shop\n${pkcs8}`],
    ['PKCS#1 under a PKCS#8 label', () => pkcs1.replaceAll('RSA PRIVATE', 'PRIVATE')],
    ['a certificate above the key', () => `${pem('CERTIFICATE', Buffer.from('x'))}${pkcs8}`],
  ]

  it.each(shapes)('signs as openssl does: %s', (_, shape) => {
    const key = readSigningKey(shape())
    expect(sign('sha256', Buffer.from(text), key.privateKey).toString('base64')).toBe(signature)
  })

  it('comes out as one form, with what may be shown of it', () => {
    const keys = shapes.map(([, shape]) => readSigningKey(shape()))
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(1)
    const der = openssl(['rsa', '-in', name, '-pubout', '-outform', 'DER'])
    expect(keys[0]).toEqual({
      privateKey: pkcs8,
      publicKey: openssl(['rsa', '-in', name, '-pubout']).toString(),
      bits,
      fingerprint: createHash('sha256').update(der).digest('hex'),
    })
  })
})

describe('what is no private RSA key', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const spki = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const encrypted = (type: 'pkcs1' | 'pkcs8') =>
    pair.privateKey
      .export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret words' })
      .toString()
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const pemOf = (key: KeyObject, type: 'pkcs8' | 'sec1') => key.export({ type, format: 'pem' }).toString()
  const small = (modulusLength: number) =>
    pemOf(generateKeyPairSync('rsa', { modulusLength }).privateKey, 'pkcs8')
  const opensshDer = Buffer.concat([Buffer.from('openssh-key-v1\0'), Buffer.alloc(300, 7)])
  let certificate = ''

  beforeAll(() => {
    writeFileSync(join(folder, 'pair.pem'), pkcs8)
    certificate = openssl(['req', '-x509', '-key', 'pair.pem', '-subj', '/CN=shop', '-days', '2']).toString()
  })

  it.each<[string, string, () => string]>([
    ['a public key', 'public-key', () => spki],
    [
      'a PKCS#1 public key',
      'public-key',
      () => pair.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    ],
    ['a public key without its header', 'public-key', () => bodyOf(spki)],
    ['a public key of ssh', 'public-key', () => 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ ann@desk'],
    ['a PKCS#8 key with a passphrase', 'passphrase-protected', () => encrypted('pkcs8')],
    ['the same without its header', 'passphrase-protected', () => bodyOf(encrypted('pkcs8'))],
    ['a PKCS#1 key with a passphrase', 'passphrase-protected', () => encrypted('pkcs1')],
    ['a key in the form of OpenSSH', 'openssh-key', () => pem('OPENSSH PRIVATE KEY', opensshDer)],
    ['the same without its header', 'openssh-key', () => opensshDer.toString('base64')],
    ['a certificate', 'certificate', () => certificate],
    ['a certificate without its header', 'certificate', () => bodyOf(certificate)],
    ['an EC key', 'not-rsa', () => pemOf(ec, 'pkcs8')],
    ['an EC key of its own form', 'not-rsa', () => pemOf(ec, 'sec1')],
    [
      'an EC key without its header',
      'not-rsa',
      () => ec.export({ type: 'sec1', format: 'der' }).toString('base64'),
    ],
    [
      'a key for RSA-PSS only',
      'not-rsa',
      () => pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey, 'pkcs8'),
    ],
    ['a key of 1024 bits', 'key-too-short', () => small(1024)],
    ['a key of 2047 bits', 'key-too-short', () => small(2047)],
    ['two keys', 'several-keys', () => `${pkcs8}${pemOf(ec, 'pkcs8')}`],
    ['a key that was cut off', 'not-a-key', () => pkcs8.slice(0, 900)],
    ['a key that lost its middle', 'not-a-key', () => pkcs8.replace(/(.{64}\n){3}/, '')],
    ['a key with a foreign letter', 'not-a-key', () => pkcs8.replace('\nMII', '\nMII*')],
    ['the control key', 'not-a-key', () => 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'],
    ['words', 'not-a-key', () => 'the key is in the drawer'],
    ['a password-like word of base64', 'not-a-key', () => 'c2VjcmV0'],
    ['quotes around nothing', 'not-a-key', () => '""'],
  ])('refuses %s as %s', (_, reason, shape) => {
    expect(refusalOf(() => readSigningKey(shape()))).toMatchObject(refused(reason))
  })

  it('refuses a key whose parts do not fit together', () => {
    const jwk = pair.privateKey.export({ format: 'jwk' })
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
    const der = pkcs1Of({ ...jwk, n: other.n } as Record<string, string>)
    expect(refusalOf(() => readSigningKey(pem('RSA PRIVATE KEY', der)))).toMatchObject(refused('not-a-key'))
  })

  it('keeps the pasted text out of the refusal', () => {
    const error = refusalOf(() => readSigningKey(`${bodyOf(pkcs8).slice(0, 400)}*`)) as Error
    expect(`${error.message}${error.stack ?? ''}${JSON.stringify(error)}`).not.toContain(
      bodyOf(pkcs8).slice(0, 40),
    )
  })
})

it.each([2048, 3072, 4096])('makes a pair of %i bits that openssl verifies', async (bits) => {
  const key = await createSigningKey(bits)
  expect(key.bits).toBe(bits)
  expect(readSigningKey(key.privateKey)).toEqual(key)
  writeFileSync(join(folder, 'public.pem'), key.publicKey)
  const signature = sign('sha256', Buffer.from(text), key.privateKey)
  writeFileSync(join(folder, 'signature.bin'), signature)
  const said = openssl(['dgst', '-sha256', '-verify', 'public.pem', '-signature', 'signature.bin'], text)
  expect(said.toString().trim()).toBe('Verified OK')
  expect(verify('sha256', Buffer.from('another text'), key.publicKey, signature)).toBe(false)
})

it('leaves the process free while it makes pairs', async () => {
  let turns = 0
  const counting = setInterval(() => (turns += 1), 1)
  // One key can come while a busy machine lets this process wait, and then nothing else had a turn.
  for (let at = 0; at < 5; at++) await createSigningKey(3072)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(0)
})

/** A PKCS#1 key made from its numbers, so that one of them can be wrong. */
function pkcs1Of(jwk: Record<string, string>): Buffer {
  const numbers = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'].map((name) =>
    Buffer.from(jwk[name] ?? '', 'base64url'),
  )
  return derOf(0x30, Buffer.concat([Buffer.of(0), ...numbers].map(integerOf)))
}

function integerOf(number: Buffer): Buffer {
  return derOf(0x02, (number[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), number]) : number)
}

function derOf(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
