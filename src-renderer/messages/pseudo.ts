import { IntlMessageFormat } from 'intl-messageformat'
import { icuOf, type Message } from './icu'

type Elements = ReturnType<IntlMessageFormat['getAst']>
type Element = Elements[number]

const plain = 'abcdeghijklnoprstuwyzABCDEGHIJKLNOPRSTUWYZ'
const accented = 'åƀçðéĝĥîĵķļñöþŕšţûŵýžÅƁÇÐÉĜĤÎĴĶĻÑÖÞŔŠŢÛŴÝŽ'
const accents = new Map([...plain].map((letter, index) => [letter, [...accented][index] ?? letter]))
/** Words of usual lengths, so that a longer text breaks into lines where a text of a language would. */
const filler = 'ļöŕéɱ îþšûɱ ðöļöŕ šîţ åɱéţ çöñšéçţéţûŕ '
const lengthening = 0.4

/**
 * The texts in a language that nobody speaks: each 40 % longer, with accents, and in brackets, so that a cut text and a
 * text that is not in the message files can be seen. Values and what chooses among texts stay as they are.
 */
export function pseudoOf<Tree>(tree: Tree, locale: string): Tree {
  const pseudo = (leaf: unknown): unknown => {
    if (typeof leaf === 'string') return pseudoText(leaf)
    if (isMessage(leaf)) return pseudoMessage(leaf, locale)
    if (Array.isArray(leaf)) return leaf.map(pseudo)
    if (typeof leaf === 'object' && leaf !== null)
      return Object.fromEntries(Object.entries(leaf).map(([key, value]) => [key, pseudo(value)]))
    return leaf
  }
  return pseudo(tree) as Tree
}

/** `Orders` becomes `[Öŕðéŕš ļö]`. A text without letters stays as it is. */
export function pseudoText(text: string): string {
  return hasLetters(text) ? `[${longer(text)}]` : text
}

function isMessage(leaf: unknown): leaf is Message<object> {
  return typeof leaf === 'function' && 'pattern' in leaf
}

function pseudoMessage({ pattern }: Message<object>, locale: string): Message<object> {
  const read = new IntlMessageFormat(pattern, locale).getAst()
  const texts = read.map(longerElement)
  const isChanged = JSON.stringify(texts) !== JSON.stringify(read)
  return icuOf(locale)(isChanged ? [literal('['), ...texts, literal(']')] : read)
}

function longerElement(element: Element): Element {
  if ('options' in element) {
    const options = Object.entries(element.options).map(
      ([key, option]) => [key, { ...option, value: option.value.map(longerElement) }] as const,
    )
    return { ...element, options: Object.fromEntries(options) }
  }
  return isLiteral(element) && hasLetters(element.value)
    ? { ...element, value: longer(element.value) }
    : element
}

function isLiteral(element: Element): element is Extract<Element, { value: string }> {
  return Number(element.type) === literalType
}

/** The number of the library for text between values. */
const literalType = 0

function literal(value: string): Element {
  return { type: literalType, value }
}

function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text)
}

/** Spaces at both ends stay there, because they separate a text from a value. */
function longer(text: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  const extra = Math.ceil([...words].length * lengthening)
  const added = ` ${filler.repeat(Math.ceil(extra / filler.length))}`.slice(0, Math.max(extra, 2))
  const spoken = [...words].map((letter) => accents.get(letter) ?? letter).join('')
  return `${before}${spoken}${added.trimEnd()}${after}`
}
