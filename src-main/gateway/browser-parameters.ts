import { fail, ok } from '../../src-shared/util/result'
import type { BrowserData } from '../ports/cardholder-browser'
import type { Parameter, Rule } from './operation'

/** Lengths from public pages of the gateway family. The interface document gives none. */
const limits = { language: 8, colorDepth: 2, acceptHeader: 2048, userAgent: 2048, number: 6 } as const

interface WithBrowser {
  readonly browser: BrowserData
}

/** Parameter names of the browser data for the issuer. Sale and upload use different names. */
export type BrowserNames = Readonly<
  Record<
    | 'screenWidth'
    | 'screenHeight'
    | 'colorDepth'
    | 'userAgent'
    | 'accept'
    | 'language'
    | 'timeZone'
    | 'javascript'
    | 'java',
    string
  >
>

export function browserParameters<C extends WithBrowser>(names: BrowserNames): Parameter<C>[] {
  return [
    parameter(names.screenWidth, (browser) => String(browser.screenWidth), upTo(limits.number)),
    parameter(names.screenHeight, (browser) => String(browser.screenHeight), upTo(limits.number)),
    parameter(names.colorDepth, (browser) => String(browser.colorDepth), upTo(limits.colorDepth)),
    parameter(names.userAgent, (browser) => browser.userAgent, upTo(limits.userAgent)),
    parameter(names.accept, (browser) => browser.acceptHeader, upTo(limits.acceptHeader)),
    parameter(names.language, (browser) => browser.language, upTo(limits.language)),
    parameter(names.timeZone, (browser) => String(browser.timeZoneOffsetMinutes), upTo(limits.number)),
    // The issuer's pages run in this app's Chromium, which has JavaScript and no Java.
    parameter(names.javascript, () => 'true', upTo(limits.number)),
    parameter(names.java, () => 'false', upTo(limits.number)),
  ]
}

function parameter<C extends WithBrowser>(
  name: string,
  read: (browser: BrowserData) => string,
  rule: Rule,
): Parameter<C> {
  return { name, field: 'browser', read: (call) => read(call.browser), rule }
}

function upTo(maxChars: number): Rule {
  return (value) => (value.length <= maxChars ? ok(value) : fail('too-long'))
}
