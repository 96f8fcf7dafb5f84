/**
 * The gateway behind a base URL, for comparisons: scheme and host in lower case, port unless it is the default, path
 * prefix. One word for the simulator, which has no base URL.
 */
export function gatewayAddressOf(baseUrl: string | null): string {
  if (baseUrl === null) return 'simulator'
  const url = URL.parse(baseUrl)
  return url === null ? baseUrl : `${url.origin}${url.pathname.replace(/\/$/, '')}`
}
