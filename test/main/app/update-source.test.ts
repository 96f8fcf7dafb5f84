import { describe, expect, it } from 'vitest'
import { updates } from '../../../package.json'
import { updateSource } from '../../../src-main/app/update-source'

const given = { REBILL_DESK_UPDATE_ADDRESS: 'http://127.0.0.1:8123/desk/', REBILL_DESK_UPDATE_KEY: 'a key' }

describe('the source of updates', () => {
  it('is none in a checkout, so nobody is asked', () => {
    expect(updates).toEqual({ address: '', publicKeys: [] })
    expect(updateSource(true, {})).toBeNull()
    expect(updateSource(false, {})).toBeNull()
  })

  it('can be set for a test, in a build for development only (S30)', () => {
    expect(updateSource(false, given)).toEqual({
      address: 'http://127.0.0.1:8123/desk/',
      publicKeys: ['a key'],
    })
    expect(updateSource(true, given)).toBeNull()
  })

  it.each([
    { ...given, REBILL_DESK_UPDATE_ADDRESS: 'file:///etc' },
    { ...given, REBILL_DESK_UPDATE_ADDRESS: 'https://user@updates.example' },
    { REBILL_DESK_UPDATE_ADDRESS: given.REBILL_DESK_UPDATE_ADDRESS },
  ])('is none for %j', (env) => {
    expect(updateSource(false, env)).toBeNull()
  })
})
