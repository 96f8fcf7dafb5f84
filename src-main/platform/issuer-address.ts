/** https without a name or password in it, or the simulator's loopback origin: what of an issuer may be opened (C9). */
export function isIssuerAddress(text: string, allowedOrigin: string | null): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (isLoopbackOrigin(allowedOrigin) && url.origin === allowedOrigin)
}

/** The host in ASCII, so that a look-alike name shows itself, with its port unless it is the usual one; null without one. */
export function hostOf(text: string): string | null {
  return URL.canParse(text) ? new URL(text).host : null
}

function isLoopbackOrigin(origin: string | null): boolean {
  if (origin === null || !URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}
