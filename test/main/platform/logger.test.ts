import { describe, expect, it } from 'vitest'
import { createLogger, type LogLevel } from '../../../src-main/platform/logger'
import { SecretFingerprints } from '../../../src-main/platform/secret-fingerprints'

const key = '7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3'
const control = '8eca1a45fa338fcbb6703f7026fc0f1dc1eb7190'

function recording(minLevel: LogLevel = 'debug') {
  const lines: string[] = []
  const secrets = new SecretFingerprints([key])
  const sink = { write: (line: string) => void lines.push(line) }
  const log = createLogger({ sink, clock: { nowMs: () => 0 }, secrets, minLevel })
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

describe('a log line', () => {
  it('is one JSON object with time, level and event', () => {
    const { log, lines, parsed } = recording()
    log.info('order checked', { orderId: 'o-1', durationMs: 12, isFinal: true, note: null, text: 'a\nb' })
    expect(lines.join()).not.toContain('\n')
    expect(parsed()).toEqual([
      {
        at: '1970-01-01T00:00:00.000Z',
        level: 'info',
        event: 'order checked',
        orderId: 'o-1',
        durationMs: 12,
        isFinal: true,
        note: null,
        text: 'a\nb',
      },
    ])
  })

  it('is left out below the level', () => {
    const { log, parsed } = recording('warn')
    log.debug('a')
    log.info('b')
    log.warn('c')
    log.error('d')
    expect(parsed().map(({ event }) => event)).toEqual(['c', 'd'])
  })

  it('holds no secret, wherever it stands in the details (S1)', () => {
    const { log, lines } = recording()
    const cause = new Error(`socket closed, body control=${control}&cvv2=737`)
    const error = Object.assign(new Error(`failed with ${key}`, { cause }), { config: { body: `k=${key}` } })
    log.error(`event with ${key}`, {
      error,
      [`name ${key}`]: 1,
      deep: [{ list: new Map([['control', 'short']]) }],
      headers: { Authorization: 'OAuth oauth_signature="abc"', 'proxy-authorization': ['x y z'] },
      controlKey: 'short',
      merchant_control: 'short',
      cvv2: 737,
      cardNumber: '4111111111111111',
      card: 4111111111111111,
      big: 4111111111111111n,
      pem: '-----BEGIN PRIVATE KEY-----\nMIIE',
      who: 'customer.nine@example.test in /home/clerk',
    })
    const text = lines.join()
    expect(text).toContain('411111••••1111')
    for (const secret of [
      key,
      control,
      '737',
      'short',
      '4111111111111111',
      'oauth_signature',
      'MIIE',
      'nine',
      'clerk',
    ])
      expect(text).not.toContain(secret)
    expect(() => JSON.parse(text) as unknown).not.toThrow()
  })

  it('says whether a secret is there without saying what it is', () => {
    const { log, parsed } = recording()
    log.info('a', { controlKey: true, secret: null })
    expect(parsed()).toMatchObject([{ controlKey: true, secret: '••••••••' }])
  })

  it('keeps the error and where it came from', () => {
    const { log, parsed } = recording()
    log.error('a', { error: new TypeError('no such thing', { cause: new RangeError('deep') }) })
    expect(parsed()).toMatchObject([
      {
        error: {
          name: 'TypeError',
          message: 'no such thing',
          stack: expect.stringContaining('logger.test') as string,
          cause: { name: 'RangeError', message: 'deep' },
        },
      },
    ])
  })

  it('copes with anything that can be in details', () => {
    const { log, parsed } = recording()
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    let deep: unknown = 'bottom'
    for (let i = 0; i < 20; i++) deep = [deep]
    log.info('a', {
      cycle,
      deep,
      bytes: Buffer.from('secret'),
      act: () => 1,
      sign: Symbol('x'),
      big: 5n,
      nan: NaN,
      gone: undefined,
      long: 'x'.repeat(100_000),
    })
    expect(parsed()).toMatchObject([
      {
        cycle: { self: '<cycle>' },
        bytes: '<6 bytes>',
        act: '<function>',
        sign: '<symbol>',
        big: '5',
        nan: null,
      },
    ])
    expect(JSON.stringify(parsed())).toContain('<deep>')
    expect(JSON.stringify(parsed()).length).toBeLessThan(10_000)
  })

  it('that cannot be written disturbs nobody', () => {
    const sink = {
      write: () => {
        throw new Error('disk full')
      },
    }
    const log = createLogger({
      sink,
      clock: { nowMs: () => 0 },
      secrets: new SecretFingerprints(),
      minLevel: 'debug',
    })
    expect(() => log.info('a')).not.toThrow()
  })
})
