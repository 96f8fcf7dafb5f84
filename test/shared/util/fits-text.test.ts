import { describe, expect, it } from 'vitest'
import { fitsText } from '../../../src-shared/util/fits-text'

const composed = 'Zo\u00EB Lindqvist'
const decomposed = 'Zoe\u0308 Lindqvist'
/** Marks in another order than the composed letter has them, as some keyboards write it. */
const mixed = 'Ph\u00EA\u0323'

describe('fitsText', () => {
  it.each([
    ['zo\u00EB', decomposed],
    ['ZOE\u0308', composed],
    ['ph\u1EC7', mixed],
    [mixed, 'Ph\u1EC7'],
  ])('finds %j in %j (A2)', (typed, text) => {
    expect(fitsText(typed, [null, text])).toBe(true)
  })

  it('finds nothing that is not there, and everything for nothing typed', () => {
    expect(fitsText('zoe', [composed])).toBe(false)
    expect(fitsText(' ', ['anything'])).toBe(true)
    expect(fitsText('x', [null])).toBe(false)
  })
})
