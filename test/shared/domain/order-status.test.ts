import { describe, expect, it } from 'vitest'
import { familyOfStatus, isFinalStatus, shownStatus } from '../../../src-shared/domain/order-status'

describe('a status of the gateway', () => {
  it.each(['approved', 'declined', 'error', 'filtered'])('%s is final', (status) => {
    expect(isFinalStatus(status)).toBe(true)
    expect(familyOfStatus(status)).toBe(status)
  })

  it.each(['processing', 'chain_declined'])('%s is open', (status) => {
    expect(isFinalStatus(status)).toBe(false)
    expect(familyOfStatus(status)).toBe('open')
  })

  it.each([
    'unknown',
    'APPROVED',
    'Approved',
    'approved ',
    ' approved',
    'approved\n',
    'approve',
    'something-new',
    '',
  ])('%j is not final and counts as unknown', (status) => {
    expect(isFinalStatus(status)).toBe(false)
    expect(familyOfStatus(status)).toBe('unknown')
  })

  it('that is missing is open', () => {
    expect(isFinalStatus(null)).toBe(false)
    expect(familyOfStatus(null)).toBe('open')
  })
})

describe('the shown status of an order', () => {
  const shown = (
    chargeState: Parameters<typeof shownStatus>[0]['chargeState'],
    status: string | null = null,
  ) => shownStatus({ chargeState, status, isControlRefused: false, alert: null })

  it('is the status of the gateway once there is one', () => {
    expect(shown('accepted', 'approved')).toEqual({ family: 'approved', word: 'approved' })
    expect(shown('final', 'declined')).toEqual({ family: 'declined', word: 'declined' })
    expect(shown(null, 'mystery')).toEqual({ family: 'unknown', word: 'mystery' })
    expect(shown('accepted')).toEqual({ family: 'open', word: 'processing' })
  })

  it.each(['sending', 'outcome-unknown', 'rejected-unverified', 'needs-review'] as const)(
    'is never a failure while a charge is %s',
    (state) => {
      expect(['open', 'unknown']).toContain(shown(state).family)
      expect(['open', 'unknown']).toContain(shown(state, 'declined').family)
    },
  )

  it('is unknown when the charge was refused for another reason than its control (B6)', () => {
    expect(shown('rejected-unverified')).toEqual({ family: 'unknown', word: 'refused, checking' })
  })

  it('says that an answer belongs to another order until a matching answer comes (B11)', () => {
    const doubted = { isControlRefused: false, alert: 'mismatch' } as const
    const other = { family: 'unknown', word: 'answer of another order' }
    expect(shownStatus({ chargeState: 'accepted', status: 'processing', ...doubted })).toEqual(other)
    expect(shownStatus({ chargeState: null, status: null, ...doubted })).toEqual(other)
    expect(shownStatus({ chargeState: 'final', status: 'approved', ...doubted }).word).toBe('approved')
    expect(shownStatus({ chargeState: 'outcome-unknown', status: null, ...doubted }).word).toBe(
      'outcome unknown',
    )
  })

  it('is an error at once when the control was wrong', () => {
    const refused = {
      chargeState: 'rejected-unverified',
      status: null,
      isControlRefused: true,
      alert: null,
    } as const
    expect(shownStatus(refused)).toEqual({ family: 'error', word: 'refused' })
  })
})
