import { parse } from '@formatjs/icu-messageformat-parser'

/** The parser of the library is left out of the built app. It documents this module for that. */
const alias = {
  '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
}

/**
 * Reads the ICU patterns of the message files when the app is built, so that the app neither contains nor runs the
 * parser. A pattern with an error ends the build.
 * @returns {import('vite').Plugin}
 */
export function compiledMessages() {
  return {
    name: 'compiled-messages',
    apply: 'build',
    config: () => ({ resolve: { alias } }),
    transform: {
      filter: { id: /\/src-renderer\/messages\/[a-z]+\/[^/]+\.ts$/, code: 'icu(' },
      handler(code) {
        /** @type {{ start: number, end: number, text: string }[]} */
        const patterns = []
        collect(this.parse(code), patterns)
        return { code: replaced(code, patterns), map: null }
      },
    },
  }
}

/**
 * @param {unknown} node of the syntax tree of a message file
 * @param {{ start: number, end: number, text: string }[]} found
 */
function collect(node, found) {
  if (typeof node !== 'object' || node === null) return
  const { type, callee, arguments: args } = /** @type {Record<string, any>} */ (node)
  if (type === 'CallExpression' && callee.name === 'icu') {
    const [pattern] = args
    const text = pattern.type === 'TemplateLiteral' ? pattern.quasis[0].value.cooked : pattern.value
    if (typeof text !== 'string' || pattern.expressions?.length > 0)
      throw new Error('The pattern of a message must be one literal text.')
    found.push({ start: pattern.start, end: pattern.end, text })
    return
  }
  for (const child of Object.values(node)) collect(child, found)
}

/**
 * @param {string} code
 * @param {{ start: number, end: number, text: string }[]} patterns
 */
function replaced(code, patterns) {
  return patterns
    .sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end, text }) => rest.slice(0, start) + compact(text) + rest.slice(end), code)
}

/**
 * What the library reads from a pattern, without values that are its defaults.
 * @param {string} pattern
 */
function compact(pattern) {
  const isDefault = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    value === null || (name === 'offset' && value === 0) || (name === 'pluralType' && value === 'cardinal')
  return JSON.stringify(parse(pattern, { captureLocation: false }), (name, value) =>
    isDefault(name, value) ? undefined : value,
  )
}
