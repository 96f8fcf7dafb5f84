import { describe, expect, it } from 'vitest'
import { noRebillExtras, chargeDraft, splitAmounts } from '../../../src-shared/domain/charge-draft'

const draft = {
  kind: 'rebill-sale',
  cardId: 'card-1',
  routeId: '4411',
  amount: '10.15',
  currency: 'USD',
  description: 'Membership March',
  ipAddress: '203.0.113.7',
  reference: '',
  ...noRebillExtras,
}

function problemsOf(changes: Record<string, unknown>): Record<string, string> {
  const parsed = chargeDraft.safeParse({ ...draft, ...changes })
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

describe('a charge draft', () => {
  it('is accepted with the required fields only, and trimmed', () => {
    expect(chargeDraft.parse({ ...draft, amount: ' 10.15 ', description: ' x ' })).toEqual({
      ...draft,
      amount: '10.15',
      description: 'x',
    })
  })

  it('is refused when the amount does not fit the currency', () => {
    expect(problemsOf({ amount: '1234.50', currency: 'JPY' })).toEqual({ amount: 'too-many-decimals' })
    expect(problemsOf({ amount: '1234', currency: 'JPY' })).toEqual({})
    expect(problemsOf({ amount: '0' })).toEqual({ amount: 'not-positive' })
  })

  it('is refused when one of the enumerated amounts is invalid', () => {
    expect(problemsOf({ enumerateAmounts: '10.15, 8.00,5' })).toEqual({})
    expect(problemsOf({ enumerateAmounts: '10.15,8.005' })).toEqual({ enumerateAmounts: 'too-many-decimals' })
    expect(problemsOf({ enumerateAmounts: '10.15,' })).toEqual({ enumerateAmounts: 'empty' })
    expect(problemsOf({ enumerateAmounts: `${'1,'.repeat(64)}1` })).toMatchObject({
      enumerateAmounts: 'too-long',
    })
  })

  it('is refused with a security code or any other undeclared field', () => {
    expect(chargeDraft.safeParse({ ...draft, cvv2: '737' }).success).toBe(false)
    expect(chargeDraft.safeParse({ ...draft, control: 'x' }).success).toBe(false)
  })

  it('of a stored card is a sale or a hold, with the values of the interface', () => {
    expect(
      problemsOf({ kind: 'rebill-auth', recurrentScenario: 'REGULAR', recurrentInitiator: 'MERCHANT' }),
    ).toEqual({})
    expect(Object.keys(problemsOf({ recurrentScenario: 'regular', recurrentInitiator: 'BANK' }))).toEqual([
      'recurrentScenario',
      'recurrentInitiator',
    ])
    expect(Object.keys(problemsOf({ kind: 'transfer' }))).toEqual(['kind'])
  })

  it('reports the problem of an amount once', () => {
    const parsed = chargeDraft.safeParse({ ...draft, amount: '' })
    expect(parsed.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['amount'], 'required'],
    ])
  })
})

describe('the list of amounts', () => {
  it('is split at commas and trimmed; an empty text has none', () => {
    expect(splitAmounts(' 10.15, 8 ,5')).toEqual(['10.15', '8', '5'])
    expect(splitAmounts('  ')).toEqual([])
  })
})
