import { z } from 'zod'

/** Where a profile's calls go; the word for colour, title and money buttons. */
export const environment = z.enum(['production', 'gateway-test', 'simulator'])
export type Environment = z.infer<typeof environment>

/** False for the simulator, which lives on this machine: being offline keeps nobody from it. */
export function needsNetwork(target: Environment): boolean {
  return target !== 'simulator'
}

/** The URL parser that Node, Electron and jsdom share; this folder has the types of none of them. */
declare const URL: new (text: string) => {
  readonly protocol: string
  readonly hostname: string
  readonly host: string
  readonly port: string
  readonly pathname: string
}

/** A base URL as it is stored, shown and called. */
export interface GatewayAddress {
  /**
   * Scheme, host and path prefix without a trailing slash. The host is what the URL parser makes of it: lower case,
   * digits of other scripts as digits, letters of other scripts in their `xn--` form.
   */
  readonly baseUrl: string
  readonly protocol: string
  readonly hostname: string
  readonly port: string
}

const maxLength = 300

/**
 * Reads the base URL of a gateway with its path prefix: `https://gate.example/paynet`. Null when it is none: another
 * scheme, a login, a query, a fragment, an empty part of the path, or more than 300 characters.
 */
export function readBaseUrl(text: string): GatewayAddress | null {
  const typed = withoutTrailingSlashes(text)
  if (typed.length > maxLength || !/^https?:\/\/[^/?#\s@\\]+(?:\/[A-Za-z0-9._~-]+)*$/i.test(typed))
    return null
  try {
    const { protocol, host, hostname, port, pathname } = new URL(typed)
    return { baseUrl: withoutTrailingSlashes(`${protocol}//${host}${pathname}`), protocol, hostname, port }
  } catch {
    return null
  }
}

/**
 * The gateway behind the base URL of a profile, for comparisons. One word for the simulator, which has no base URL.
 */
export function gatewayAddressOf(baseUrl: string | null): string {
  if (baseUrl === null) return 'simulator'
  // Profiles that were stored before addresses were normalised may differ by the case of the host.
  return readBaseUrl(baseUrl)?.baseUrl ?? baseUrl
}

/** `https://gate.example/paynet//` -> `https://gate.example/paynet`. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === '/') end -= 1
  return text.slice(0, end)
}

/**
 * The one rule of where a profile's calls may go. Production: https on its own port to a public host name. Simulator:
 * http on this machine. Gateway test: as production, and on this machine where `allowsLoopbackTest` says so, in an
 * unpackaged build. A public name that leads to this machine or to a private network is refused when it is connected to.
 */
export function isAllowedBaseUrl(
  environment: Environment,
  baseUrl: string,
  allowsLoopbackTest: boolean,
): boolean {
  const address = readBaseUrl(baseUrl)
  if (address === null) return false
  const isHere = isLoopbackHost(address.hostname)
  switch (environment) {
    case 'production':
      return isPublicHttps(address)
    case 'gateway-test':
      return isPublicHttps(address) || (allowsLoopbackTest && isHere)
    case 'simulator':
      return isHere && address.protocol === 'http:'
  }
}

/** True for a parsed host name that says that it is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
}

/** True when a host name has letters that can look like those of another name. */
export function hasForeignLetters(hostname: string): boolean {
  return hostname.split('.').some((label) => label.startsWith('xn--'))
}

/** Names only: an address in figures has no certificate that anybody could compare with a contract. */
function isPublicHttps({ protocol, hostname, port }: GatewayAddress): boolean {
  if (protocol !== 'https:' || port !== '' || hostname.startsWith('[')) return false
  if (/^[0-9.]+$/.test(hostname)) return false
  // A trailing dot would make `localhost.` look like a public name.
  return (
    hostname.includes('.') &&
    !/(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|home\.arpa)?$/.test(hostname)
  )
}
