import { expect, it } from 'vitest'
import { newPin, typedPin } from '../../../src-shared/domain/operator'
import { fieldProblem } from '../../../src-shared/ipc/field-problems'

it.each([
  ['274915', null],
  ['274915083026', null],
  ['', 'required'],
  ['27491', 'not-a-pin'],
  ['2749150830264', 'not-a-pin'],
  ['27491a', 'not-a-pin'],
  ['٢٧٤٩١٥', 'not-a-pin'],
  ['000000', 'pin-too-simple'],
  ['123456', 'pin-too-simple'],
  ['987654', 'pin-too-simple'],
])('a new PIN %s: %s', (pin, problem) => {
  expect(fieldProblem(newPin, pin)).toBe(problem)
})

it('takes every PIN of the right form at the lock', () => {
  expect(fieldProblem(typedPin, '123456')).toBeNull()
  expect(fieldProblem(typedPin, '12345')).toBe('not-a-pin')
})
