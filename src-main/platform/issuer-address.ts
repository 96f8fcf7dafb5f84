import { isPublicHost } from './public-address'

/**
 * True for an address of an issuer that may be opened: https without login data to a host of the public internet, or
 * the simulator's loopback origin.
 */
export function isIssuerAddress(text: string, allowedOrigin: string | null): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return isPublicHost(url.hostname)
  return isLoopbackOrigin(allowedOrigin) && url.origin === allowedOrigin
}

/** Host and non-default port of a URL, in ASCII, so that look-alike letters become visible; null without a host. */
export function hostOf(text: string): string | null {
  return URL.canParse(text) ? new URL(text).host : null
}

function isLoopbackOrigin(origin: string | null): boolean {
  if (origin === null || !URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}
