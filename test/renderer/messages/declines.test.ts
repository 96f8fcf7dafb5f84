import { describe, expect, it } from 'vitest'
import { explainDecline } from '../../../src-renderer/messages/decline-text'

const declined = (errorMessage: string | null, errorCode: string | null = null) =>
  explainDecline({ family: 'declined', errorCode, errorMessage })

describe('the explanation of a decline', () => {
  it('reads the bank code that the gateway puts in brackets', () => {
    expect(declined('[51] Insufficient funds').text.means).toBe('Not enough money on the account')
    expect(declined('Declined by issuer [05]').text.retry).toBe(
      'One later retry may work; several in a row rarely do.',
    )
  })

  it('gives sentences that staff can say to the customer as they stand', () => {
    const { tell, offer } = declined('[51] Insufficient funds').text
    expect(tell).toBe('Your bank reports insufficient funds.')
    expect(offer).toBe('Try another card, or try again another day.')
  })

  it('fits on three lines in the narrowest panel, whatever the code', () => {
    const codes = Array.from({ length: 100 }, (_, code) => `[${String(code).padStart(2, '0')}]`)
    const texts = [
      ...codes.map((code) => declined(code)),
      ...(['filtered', 'error'] as const).map((family) =>
        explainDecline({ family, errorCode: null, errorMessage: null }),
      ),
      explainDecline({ family: 'declined', errorCode: null, errorMessage: null }, 'NOT_AUTHENTICATED'),
    ].map(({ text }) => text)
    const longest = (part: 'means' | 'retry' | 'tell') =>
      texts.map((text) => text[part]).sort((a, b) => b.length - a.length)[0]
    expect(longest('means')).toSatisfy((text: string) => text.length <= 42)
    expect(longest('retry')).toSatisfy((text: string) => text.length <= 58)
    expect(longest('tell')).toSatisfy((text: string) => text.length <= 50)
  })

  it('reads the usual words when there is no code', () => {
    expect(declined('Insufficient funds')).toEqual(declined('[51]'))
    expect(declined('Card is expired')).toEqual(declined('[54]'))
  })

  it('trusts an unlisted code in brackets more than words beside it', () => {
    expect(declined('[88] expired session of the terminal').isListed).toBe(false)
  })

  it.each([['[N7] something'], ['Reason 1204'], [''], [null]])(
    'says so when it does not know: %s',
    (message) => {
      const explained = declined(message, '1204')
      expect(explained.isListed).toBe(false)
      expect(explained.text.retry).toContain('Not in our list.')
    },
  )

  it('does not take the gateway’s own error code for a bank code', () => {
    expect(declined('Rejected', '51').isListed).toBe(false)
  })

  it('blames 3-D Secure when the cardholder was not authenticated and the bank gave no code of its own', () => {
    const order = { family: 'declined', errorCode: '150', errorMessage: 'Rejected' } as const
    const { text } = explainDecline(order, 'NOT_AUTHENTICATED')
    expect(text.who).toContain('The issuer, by 3-D Secure')
    expect(explainDecline(order, 'AUTHENTICATED').isListed).toBe(false)
    expect(explainDecline({ ...order, family: 'filtered' }, 'NOT_AUTHENTICATED').text.who).toBe(
      'The gateway’s own rules',
    )
    const withCode = { ...order, errorMessage: '[51] Insufficient funds' }
    expect(explainDecline(withCode, 'NOT_AUTHENTICATED')).toEqual(declined('[51]'))
  })

  it('blames the rules, not the bank, for a filtered order', () => {
    const { text } = explainDecline({ family: 'filtered', errorCode: '77', errorMessage: 'Velocity limit' })
    expect(text.who).toBe('The gateway’s own rules')
  })
})
