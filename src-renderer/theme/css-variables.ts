import { monoFont, sansFont, type Sizes, type Tokens } from './tokens'

/**
 * Sets the tokens of a theme and the sizes of a density as CSS variables on the document: `accentSoft` becomes
 * `--accent-soft`, `rowHeight` becomes `--row-height`.
 */
export function applyCssVariables(tokens: Tokens, sizes: Sizes, scheme: 'light' | 'dark'): void {
  const root = document.documentElement
  for (const [name, value] of Object.entries<string>({ ...tokens }))
    root.style.setProperty(variableName(name), value)
  for (const [name, px] of Object.entries<number>({ ...sizes }))
    root.style.setProperty(variableName(name), `${px}px`)
  root.style.setProperty('--sans', sansFont)
  root.style.setProperty('--mono', monoFont)
  root.style.colorScheme = scheme
  root.dataset['theme'] = scheme
}

function variableName(token: string): string {
  return `--${token.replace(/[A-Z]|[0-9]+$/g, (part) => `-${part.toLowerCase()}`)}`
}
