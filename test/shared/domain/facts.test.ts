import { describe, expect, it } from 'vitest'
import { factTraits, gatewayTimeMs, isPersonalFact } from '../../../src-shared/domain/facts'

describe('a time of the gateway', () => {
  it.each([
    ['2026-11-28 14:00:49 MSK', '2026-11-28T11:00:49Z'],
    ['2026-11-28 14:00:49 UTC', '2026-11-28T14:00:49Z'],
    ['2026-11-28T14:00:49Z', '2026-11-28T14:00:49Z'],
    ['2026-11-28 14:00:49 +05:30', '2026-11-28T08:30:49Z'],
    ['2026-11-28 14:00:49-0300', '2026-11-28T17:00:49Z'],
  ])('%s is %s', (text, instant) => {
    expect(gatewayTimeMs(text)).toBe(Date.parse(instant))
  })

  it.each([
    ['without a zone', '2026-11-28 14:00:49'],
    ['with a zone that has several meanings', '2026-11-28 14:00:49 IST'],
    ['on a day that does not exist', '2026-02-31 14:00:49 UTC'],
    ['in another form', '28.11.2026 14:00:49 MSK'],
    ['that is long', `2026-11-28 14:00:49 ${'M'.repeat(100_000)}`],
  ])('%s is not guessed', (_which, text) => {
    expect(gatewayTimeMs(text)).toBeNull()
  })
})

describe('a field that the app does not know', () => {
  it('is a text in the last group', () => {
    expect(factTraits(undefined)).toMatchObject({ group: 'other', kind: 'text' })
  })
})

describe('a personal fact', () => {
  it.each(['cardholderName', 'lastFour', 'cardHash', 'email', 'addressLine', 'destinationLastFour'] as const)(
    'is %s',
    (name) => {
      expect(isPersonalFact(name)).toBe(true)
    },
  )

  it('is a field that the app does not know, which may name a person', () => {
    expect(isPersonalFact(undefined)).toBe(true)
  })

  it.each(['status', 'amount', 'declineReason', 'rrn', 'eci'] as const)('is not %s', (name) => {
    expect(isPersonalFact(name)).toBe(false)
  })
})
