import type { BrowserData } from '../../ports/cardholder-browser'

/** The Accept header of Chromium, which no API returns. */
const acceptHeader =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,' +
  'application/signed-exchange;v=b3;q=0.7'

/** The colour depths of EMV 3-D Secure, highest first. */
const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1] as const
const maxLanguageLength = 8

/** Data of the machine and of Chromium. */
export interface BrowserFacts {
  readonly userAgent: string
  readonly locale: string
  readonly screen: { readonly width: number; readonly height: number; readonly colorDepth: number }
  readonly timeZoneOffsetMinutes: number
}

/** The browser data of 3-D Secure. Sessions of issuer windows use the same values. */
export function browserData(facts: BrowserFacts): BrowserData {
  return {
    userAgent: facts.userAgent,
    acceptHeader,
    language: shortLanguage(facts.locale),
    colorDepth: colorDepths.find((depth) => depth <= facts.screen.colorDepth) ?? 24,
    screenWidth: facts.screen.width,
    screenHeight: facts.screen.height,
    timeZoneOffsetMinutes: facts.timeZoneOffsetMinutes,
  }
}

/**
 * The user agent of Chromium without the names of Electron and of this app. Pages of issuers may refuse browsers with
 * unknown names, and issuers need not know which program the merchant uses.
 */
export function plainUserAgent(userAgent: string, appName: string): string {
  const own = appName.replace(/\s+/g, '').toLowerCase()
  return userAgent
    .split(' ')
    .filter((part) => {
      const product = (part.split('/')[0] ?? '').toLowerCase()
      return product !== 'electron' && product.replace(/-/g, '') !== own.replace(/-/g, '')
    })
    .join(' ')
}

/** The longest valid part of a language tag (RFC 5646) with at most 8 characters: `zh-Hant-TW` -> `zh-Hant`. */
function shortLanguage(locale: string): string {
  const tag = locale.replaceAll('_', '-')
  if (tag.length > 100 || !/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(tag)) return 'en'
  const parts = tag.split('-')
  // A part of one character begins an extension, which must not be cut.
  const extension = parts.findIndex((part) => part.length === 1)
  const plain = extension < 0 ? parts : parts.slice(0, extension)
  let short = plain[0] ?? 'en'
  for (const part of plain.slice(1)) {
    if (`${short}-${part}`.length > maxLanguageLength) break
    short = `${short}-${part}`
  }
  return short
}
