import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isSameRecoveryText,
  readRecoveryCode,
  recoveryCodeBytes,
  recoveryCodeFrom,
} from '../../../src-shared/domain/recovery-code'

const code = fc
  .uint8Array({ minLength: recoveryCodeBytes, maxLength: recoveryCodeBytes })
  .map((random) => recoveryCodeFrom(random))
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

describe('a recovery code', () => {
  it('has 140 random bits in seven groups of five characters', () => {
    const ones = recoveryCodeFrom(new Uint8Array(recoveryCodeBytes).fill(255))
    const zeros = recoveryCodeFrom(new Uint8Array(recoveryCodeBytes))
    expect(zeros.split('-').map((group) => group.slice(0, 4))).toEqual(Array(7).fill('0000'))
    expect(ones.split('-').map((group) => group.slice(0, 4))).toEqual(Array(7).fill('ZZZZ'))
    expect(() => recoveryCodeFrom(new Uint8Array(4))).toThrow()
  })

  it('is read the same in lower case, without dashes, with spaces and with look-alike letters', () => {
    fc.assert(
      fc.property(code, (written) => {
        const variants = [
          written.toLowerCase(),
          written.replaceAll('-', ''),
          written.replaceAll('-', ' \u2013\n'),
          written.replaceAll('0', 'O').replaceAll('1', 'I'),
          written.replaceAll('0', 'o').replaceAll('1', 'l'),
        ]
        for (const typed of variants) expect(readRecoveryCode(typed)).toEqual({ kind: 'code', code: written })
      }),
    )
  })

  it('reports the group of every single wrong character', () => {
    fc.assert(
      fc.property(code, fc.nat(34), fc.nat(31), (written, at, replacement) => {
        const plain = written.replaceAll('-', '')
        const char = alphabet.charAt(replacement)
        fc.pre(plain.charAt(at) !== char)
        const typed = plain.slice(0, at) + char + plain.slice(at + 1)
        expect(readRecoveryCode(typed)).toEqual({ kind: 'mistyped', mistypedGroups: [Math.floor(at / 5)] })
      }),
    )
  })

  it('detects two swapped neighbours in a group, and two swapped groups', () => {
    fc.assert(
      fc.property(code, fc.nat(6), fc.nat(3), (written, group, at) => {
        const plain = written.replaceAll('-', '')
        const i = group * 5 + at
        fc.pre(plain[i] !== plain[i + 1])
        const typed = plain.slice(0, i) + plain.charAt(i + 1) + plain.charAt(i) + plain.slice(i + 2)
        expect(readRecoveryCode(typed)).toEqual({ kind: 'mistyped', mistypedGroups: [group] })
      }),
    )
    fc.assert(
      fc.property(code, fc.nat(6), fc.nat(6), (written, a, b) => {
        fc.pre(a !== b)
        const groups = written.split('-')
        const swapped = groups.map((group, i) => groups[i === a ? b : i === b ? a : i] ?? group).join('-')
        expect(readRecoveryCode(swapped)).toMatchObject({ kind: 'mistyped' })
      }),
    )
  })

  it('refuses other characters and other lengths', () => {
    const written = recoveryCodeFrom(new Uint8Array(recoveryCodeBytes))
    expect(readRecoveryCode(`U${written.slice(1)}`)).toEqual({ kind: 'mistyped', mistypedGroups: [0] })
    expect(readRecoveryCode(`${written}0`)).toEqual({ kind: 'wrong-length' })
    expect(readRecoveryCode('')).toEqual({ kind: 'wrong-length' })
  })

  it('compares a retyped group with the same tolerance', () => {
    expect(isSameRecoveryText('7K0QX', ' 7koqx')).toBe(true)
    expect(isSameRecoveryText('7K0QX', '7K0QY')).toBe(false)
  })
})
