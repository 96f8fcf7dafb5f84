import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { locale, messages } from '../../../src-renderer/messages'
import type { Message, MessageValue } from '../../../src-renderer/messages/icu'
import { pseudoOf, pseudoText } from '../../../src-renderer/messages/pseudo'

type Elements = ReturnType<IntlMessageFormat['getAst']>
type AnyMessage = Message<Record<string, MessageValue>>
type Leaf = string | AnyMessage

const english = leavesOf(messages)
const pseudo = leavesOf(pseudoOf(messages, locale))

describe.each([
  ['English', english],
  ['the pseudo-language', pseudo],
])('the texts of %s', (_language, leaves) => {
  it('are words and messages only: nothing in them decides', () => {
    expect(leaves.size).toBeGreaterThan(1000)
    const others = [...leaves].filter(([, leaf]) => typeof leaf !== 'string' && !('pattern' in leaf))
    expect(others.map(([path]) => path)).toEqual([])
  })

  it.each([0, 1, 2, 1000])('can be written with the number %i', (count) => {
    for (const [path, leaf] of leaves) {
      const text = typeof leaf === 'string' ? leaf : leaf(valuesFor(leaf, count))
      expect([path, text]).toEqual([path, expect.not.stringMatching(/undefined|NaN|[{}]/)])
    }
  })
})

describe('the pseudo-language', () => {
  it('has every text of English, longer by 40 % and in brackets', () => {
    expect([...pseudo.keys()]).toEqual([...english.keys()])
    const values = { text: 'x' }
    for (const [path, leaf] of english) {
      const other = pseudo.get(path)
      if (typeof leaf !== 'string' || typeof other !== 'string' || !/\p{L}/u.test(leaf)) continue
      expect([path, other]).toEqual([path, expect.stringMatching(/^\[.*\]$/s)])
      expect([path, other.length >= leaf.length * 1.4]).toEqual([path, true])
    }
    expect(pseudoOf(messages, locale).common.ago(values)).toMatch(/^\[x .{4,}\]$/)
  })

  it('takes the same values as English', () => {
    for (const [path, leaf] of english) {
      const other = pseudo.get(path)
      if (typeof leaf === 'string' || other === undefined || typeof other === 'string') continue
      expect([path, namesIn(other)]).toEqual([path, namesIn(leaf)])
    }
  })

  it('leaves a text without letters as it is', () => {
    expect(pseudoText('1×')).toBe('1×')
    expect(pseudoOf(messages, locale).common.count({ count: 1000 })).toBe('1,000')
  })
})

describe('a count in a text', () => {
  it.each([
    [0, 'Checked 0 orders'],
    [1, 'Checked 1 order'],
    [2, 'Checked 2 orders'],
    [1000, 'Checked 1,000 orders'],
  ])('follows the plural rules of English for %i', (count, checked) => {
    expect(messages.frame.recheckDone({ count })).toBe(checked)
  })

  it.each([
    [0, 'No charges in the history'],
    [1, '1 charge'],
    [2, '2 charges'],
    [1000, '1,000 charges'],
  ])('of charges is told for %i', (count, text) => {
    expect(messages.cards.chargeCount({ count })).toBe(text)
  })

  it('is right in a text with two counts', () => {
    const { found } = messages.callbacks.pasteDialog
    expect(found({ count: 1, unreadable: 0 })).toBe('1 callback found')
    expect(found({ count: 2, unreadable: 1 })).toBe('2 callbacks found, 1 line without a callback')
    expect(found({ count: 1, unreadable: 1000 })).toBe('1 callback found, 1,000 lines without a callback')
  })
})

/** Every text of a language by its path, such as `orders.title`. */
function leavesOf(tree: object, path = ''): Map<string, Leaf> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]: [string, Leaf | object]) =>
      typeof value === 'object'
        ? [...leavesOf(value, `${path}${key}.`)]
        : [[`${path}${key}`, value] as const],
    ),
  )
}

function elementsOf(message: AnyMessage): Elements {
  return new IntlMessageFormat(message.pattern, locale).getAst()
}

/** The names of the values that a message takes. */
function namesIn(message: AnyMessage): string[] {
  const names = (elements: Elements): string[] =>
    elements.flatMap((element) => {
      if ('options' in element)
        return [element.value, ...Object.values(element.options).flatMap(({ value }) => names(value))]
      return 'value' in element && element.type !== literalType ? [element.value] : []
    })
  return [...new Set(names(elementsOf(message)))].sort()
}

const literalType = new IntlMessageFormat('text', 'en').getAst()[0]?.type

function valuesFor(message: AnyMessage, count: number): Record<string, number> {
  return Object.fromEntries(namesIn(message).map((name) => [name, count]))
}
