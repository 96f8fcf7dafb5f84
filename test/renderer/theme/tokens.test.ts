import { describe, expect, it } from 'vitest'
import { darkTokens, lightTokens, type Tokens } from '../../../src-renderer/theme/tokens'

const themes: readonly (readonly [string, Tokens])[] = [
  ['light', lightTokens],
  ['dark', darkTokens],
]
const textNames = ['text', 'text2', 'text3'] as const
const statusNames = ['open', 'approved', 'declined', 'error', 'filtered', 'unknown'] as const
const groundNames = ['bg', 'surface', 'raised', 'sunken'] as const

describe.each(themes)('the %s theme', (_name, tokens) => {
  it.each(textNames)('keeps %s readable on every background (WCAG AA, 4.5 to 1)', (name) => {
    for (const ground of groundNames)
      expect(contrast(tokens[name], tokens[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(statusNames)(
    'keeps the status text of the family %s readable on the list, the selection and its tint',
    (name) => {
      for (const ground of ['bg', 'surface', 'accentSoft', `${name}Soft`] as const)
        expect(contrast(tokens[name], tokens[ground])).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('keeps text on the environment stripe and on primary buttons readable', () => {
    for (const stripe of ['production', 'gatewayTest', 'simulator', 'simulatorStripe'] as const)
      expect(contrast('#ffffff', tokens[stripe])).toBeGreaterThanOrEqual(4.5)
    for (const ground of ['accent', 'accentHover', 'accentPressed'] as const)
      expect(contrast(tokens.onAccent, tokens[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it('keeps the edge of fields visible (WCAG AA, 3 to 1)', () => {
    for (const ground of ['surface', 'raised', 'bg'] as const)
      expect(contrast(tokens.control, tokens[ground])).toBeGreaterThanOrEqual(3)
  })
})

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
