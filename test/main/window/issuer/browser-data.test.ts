import { describe, expect, it } from 'vitest'
import {
  browserData,
  plainUserAgent,
  type BrowserFacts,
} from '../../../../src-main/window/issuer/browser-data'

const facts: BrowserFacts = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36',
  locale: 'en-GB',
  screen: { width: 1920, height: 1080, colorDepth: 24 },
  timeZoneOffsetMinutes: -120,
}

describe('browserData', () => {
  it('has the units of EMV 3-D Secure', () => {
    expect(browserData(facts)).toEqual({
      userAgent: facts.userAgent,
      acceptHeader: expect.stringMatching(/^text\/html,.*\*\/\*;q=0\.8/) as string,
      language: 'en-GB',
      colorDepth: 24,
      screenWidth: 1920,
      screenHeight: 1080,
      timeZoneOffsetMinutes: -120,
    })
  })

  it.each([
    [24, 24],
    [30, 24],
    [32, 32],
    [64, 48],
    [16, 16],
    [0, 24],
  ])('reports a depth of %i bits as one of EMV 3-D Secure: %i', (colorDepth, named) => {
    expect(browserData({ ...facts, screen: { ...facts.screen, colorDepth } }).colorDepth).toBe(named)
  })

  it.each([
    ['de', 'de'],
    ['pt_BR', 'pt-BR'],
    ['zh-Hans', 'zh-Hans'],
    ['zh-Hans-CN', 'zh-Hans'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['sr-Latn-RS', 'sr-Latn'],
    ['en-GB-oxendict', 'en-GB'],
    ['ca-valencia', 'ca'],
    ['ca-ES-valencia', 'ca-ES'],
    ['de-u-co-phonebk', 'de'],
    ['es-419', 'es-419'],
    ['de-', 'en'],
    ['', 'en'],
    ['C.UTF-8', 'en'],
  ])('reports the language %s within eight characters: %s (A6)', (locale, language) => {
    expect(browserData({ ...facts, locale }).language).toBe(language)
  })
})

describe('plainUserAgent', () => {
  it('removes only the name of the program, in any spelling', () => {
    const engine = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'
    for (const own of ['RebillDesk/0.1.0', 'rebill-desk/0.1.0', 'Rebill-Desk/0.1.0'])
      expect(
        plainUserAgent(`${engine} ${own} Chrome/130.0.6723.137 Electron/33.2.1 Safari/537.36`, 'Rebill Desk'),
      ).toBe(`${engine} Chrome/130.0.6723.137 Safari/537.36`)
  })
})
