import { describe, expect, it } from 'vitest'
import {
  chargeState,
  isUnresolved,
  nextChargeStates,
  type ChargeState,
} from '../../../src-shared/domain/charge'

/** Every state that can be reached from a state, without the state itself. */
function reachable(from: ChargeState): Set<ChargeState> {
  const seen = new Set<ChargeState>()
  const open = [...nextChargeStates(from)]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (seen.has(state)) continue
    seen.add(state)
    open.push(...nextChargeStates(state))
  }
  return seen
}

describe('the states of a charge', () => {
  it('never lead from a charge that may have been sent to one that may be sent', () => {
    const sent = [
      'accepted',
      'rejected-unverified',
      'rejected',
      'outcome-unknown',
      'needs-review',
      'resolved-absent',
    ] as const
    for (const state of sent)
      for (const back of ['draft', 'recorded', 'sending', 'not-sent', 'cancelled'] as const)
        expect([state, back, reachable(state).has(back)]).toEqual([state, back, false])
  })

  it('allow a cancellation only while the charge is stored and not sent', () => {
    const cancellable = chargeState.options.filter((state) => nextChargeStates(state).includes('cancelled'))
    expect(cancellable).toEqual(['recorded', 'not-sent'])
  })

  it('can all be reached, and end only in settled states', () => {
    expect([...reachable('draft'), 'draft'].sort()).toEqual([...chargeState.options].sort())
    const ends = chargeState.options.filter((state) => nextChargeStates(state).length === 0)
    expect(ends).toEqual(['cancelled', 'final'])
  })

  it('allow a late answer for every charge that was sent', () => {
    const late = [
      'rejected-unverified',
      'rejected',
      'outcome-unknown',
      'needs-review',
      'resolved-present',
      'resolved-absent',
    ] as const
    for (const state of late)
      expect(nextChargeStates(state)).toEqual(expect.arrayContaining(['accepted', 'final']))
  })

  it('block an equal charge exactly while money may have moved without proof', () => {
    expect(chargeState.options.filter(isUnresolved)).toEqual([
      'sending',
      'rejected-unverified',
      'outcome-unknown',
      'needs-review',
    ])
  })
})
