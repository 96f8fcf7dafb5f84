import { z } from 'zod'

/** The kind of gateway that a profile calls. */
export const environment = z.enum(['production', 'gateway-test', 'simulator'])
export type Environment = z.infer<typeof environment>

/** False for the simulator, which runs on this machine and works offline. */
export function needsNetwork(target: Environment): boolean {
  return target !== 'simulator'
}

/** Declares the global URL class, because this folder has neither the types of Node nor of the DOM. */
declare const URL: new (text: string) => {
  readonly protocol: string
  readonly hostname: string
  readonly host: string
  readonly port: string
  readonly pathname: string
}

/** A base URL in the form that is stored, shown and called. */
export interface GatewayAddress {
  /**
   * Scheme, host and path prefix without a trailing slash. The URL parser normalises the host: lower case, ASCII digits,
   * letters of other scripts in their `xn--` form.
   */
  readonly baseUrl: string
  readonly protocol: string
  readonly hostname: string
  readonly port: string
}

const maxLength = 300

/**
 * Reads the base URL of a gateway with its path prefix: `https://gate.example/paynet`. Null for another scheme, a login, a
 * query, a fragment, an empty part of the path, or more than 300 characters.
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
 * The gateway of a profile as one text, for comparisons. `simulator` for the simulator, which has no base URL.
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
 * The rule for the addresses that a profile may call. Production: https on the default port to a public host name.
 * Simulator: http on this machine. Gateway test: like production, and on this machine when `allowsLoopbackTest` is set
 * (unpackaged builds). A public name that resolves to a private address is refused later, when the app connects.
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

/** True for a parsed host name of this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'
}

/** True for a host name with letters outside ASCII, which can look like another name. */
export function hasForeignLetters(hostname: string): boolean {
  return hostname.split('.').some((label) => label.startsWith('xn--'))
}

/** Accepts only https with a host name. A numeric address is refused, because its owner cannot be recognised. */
function isPublicHttps({ protocol, hostname, port }: GatewayAddress): boolean {
  if (protocol !== 'https:' || port !== '' || hostname.startsWith('[')) return false
  if (/^[0-9.]+$/.test(hostname)) return false
  // Without this, `localhost.` with a trailing dot would count as a public name.
  return (
    hostname.includes('.') &&
    !/(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|home\.arpa)?$/.test(hostname)
  )
}
