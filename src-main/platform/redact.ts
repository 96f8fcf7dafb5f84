import { maskCardNumbers } from '../../src-shared/domain/card-number-guard'

/** Replaces hidden text. */
export const hiddenMark = '••••••••'

/** Keeps the first six and last four digits of every card number. */
export const redactCardNumbers = maskCardNumbers

/** Hides the digits after a name of a card's security code. */
export function redactSecurityCodes(text: string): string {
  return text.replace(
    /((?:cvv|cvc|cvn|cid|csc|security[ _-]?code)2?["']?(?:\s|[:=]|%3D|%3A|["']){1,4})[0-9]{3,4}(?![0-9])/gi,
    `$1${hiddenMark}`,
  )
}

/** Hides the value after `control` and after the name of the control key, in any notation. */
export function redactControl(text: string): string {
  return text.replace(
    /(?<![a-z])((?:merchant_)?control(?:_?key)?["']?(?:\s*[:=]\s*|%3D|%3A)["']?)[^\s"'&,;]+/gi,
    `$1${hiddenMark}`,
  )
}

/** Hides runs of exactly 40 hexadecimal digits, the form of a control value. */
export function redactHex40(text: string): string {
  return text.replace(/(?<![0-9a-z])[0-9a-f]{40}(?![0-9a-z])/gi, hiddenMark)
}

/** Hides authorization headers and OAuth parameters anywhere in a text. */
export function redactAuthorization(text: string): string {
  return (
    text
      .replace(/((?:proxy-)?authorization["']?\s*[:=]\s*["']?)[^\r\n]+/gi, `$1${hiddenMark}`)
      .replace(/\bOAuth\s+[a-z_]+=[^\r\n]*/gi, `OAuth ${hiddenMark}`)
      .replace(/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g, `$1 ${hiddenMark}`)
      // The bound keeps the pattern linear for a text with many `oauth_`.
      .replace(/(oauth_[a-z_]{1,32}(?:=|%3D)["']?)[^\s"'&,]+/gi, `$1${hiddenMark}`)
  )
}

/** Hides private keys in PEM format, also when the end is cut off. */
export function redactPrivateKeys(text: string): string {
  return text.replace(
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    `<private key ${hiddenMark}>`,
  )
}

/** Hides e-mail addresses, also percent-encoded ones. */
export function redactEmails(text: string): string {
  // Searches for @ first and then backwards for the name. A pattern that begins with the name would be tried at every
  // character of a text.
  let clean = ''
  let at = 0
  for (const match of text.matchAll(/(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu)) {
    const name = /[\p{L}\p{N}._%+-]{1,64}$/u.exec(text.slice(Math.max(at, match.index - 64), match.index))
    if (name === null) continue
    clean += `${text.slice(at, match.index - name[0].length)}<e-mail>`
    at = match.index + match[0].length
  }
  return clean + text.slice(at)
}

/** Removes the user's name from paths. */
export function redactHomePaths(text: string): string {
  return text
    .replace(/(?:\/home\/|\/Users\/|[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))[^/\\\s"':]+/g, '~')
    .replace(/(?<![\w/])\/root(?=[/\s"':]|$)/g, '~')
}

/** Applies all rules of this file to a text. Does not know the secrets of the vault. */
export function redact(text: string): string {
  return [
    redactPrivateKeys,
    redactAuthorization,
    redactControl,
    redactHex40,
    redactSecurityCodes,
    redactCardNumbers,
    redactEmails,
    redactHomePaths,
  ].reduce((clean, step) => step(clean), text)
}
