import type { Input } from 'electron'
import { describe, expect, it } from 'vitest'
import { nextZoom, zoomChangeOf, type ZoomChange } from '../../../src-main/window/zoom'

const noKey: Input = {
  type: 'keyDown',
  key: '',
  code: '',
  isAutoRepeat: false,
  isComposing: false,
  shift: false,
  control: false,
  alt: false,
  meta: false,
  location: 0,
  modifiers: [],
}

function walk(change: ZoomChange): number[] {
  const met = [1]
  for (;;) {
    const next = nextZoom(met.at(-1) ?? 1, change)
    if (next === met.at(-1)) return met
    met.push(next)
  }
}

describe('the zoom', () => {
  it('goes from 80 to 200 % in steps and stops there', () => {
    expect(walk('in')).toEqual([1, 1.1, 1.25, 1.5, 1.75, 2])
    expect(walk('out')).toEqual([1, 0.9, 0.8])
    expect(nextZoom(1.75, 'reset')).toBe(1)
  })

  it('skips no step when the factor comes back with a small error', () => {
    expect(nextZoom(1.2499998, 'in')).toBe(1.5)
    expect(nextZoom(1.2500002, 'out')).toBe(1.1)
  })

  it.each([
    [{ control: true, key: '+' }, 'in'],
    [{ meta: true, key: '=' }, 'in'],
    [{ control: true, key: '-' }, 'out'],
    [{ control: true, key: '0' }, 'reset'],
    [{ control: true, key: 'à', code: 'Digit0' }, 'reset'],
    [{ key: '+' }, null],
    [{ control: true, alt: true, key: '0' }, null],
    [{ control: true, key: 'k' }, null],
    [{ control: true, key: '+', type: 'keyUp' }, null],
  ] as const)('reads the key %o as %s', (key, change) => {
    expect(zoomChangeOf({ ...noKey, ...key })).toBe(change)
  })
})
