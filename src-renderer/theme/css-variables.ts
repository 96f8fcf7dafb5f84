import { monoFont, sansFont, type Tokens } from './tokens'

/** Sets the tokens of a theme as CSS variables on the document: `accentSoft` becomes `--accent-soft`. */
export function applyCssVariables(tokens: Tokens, scheme: 'light' | 'dark'): void {
  const root = document.documentElement
  for (const [name, value] of Object.entries<string>({ ...tokens }))
    root.style.setProperty(variableName(name), value)
  root.style.setProperty('--sans', sansFont)
  root.style.setProperty('--mono', monoFont)
  root.style.colorScheme = scheme
  root.dataset['theme'] = scheme
}

function variableName(token: string): string {
  return `--${token.replace(/[A-Z]|[0-9]+$/g, (part) => `-${part.toLowerCase()}`)}`
}
