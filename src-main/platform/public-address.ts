import dns from 'node:dns'
import net from 'node:net'
import ipaddr from 'ipaddr.js'

/** IPv6 addresses for IPv4 ones, made by NAT64 at the provider (RFC 6052). The local forms of RFC 8215 are not meant. */
const nat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96]
/** The part of IPv6 that is given out for the public internet: 2000::/3. */
const publicIpv6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * True for an IP address of the public internet. False for loopback, private and shared networks, link-local (cloud
 * metadata), multicast, reserved and documentation ranges, and for IPv6 forms that carry an IPv4 address inside, except
 * NAT64 of a public one.
 */
export function isPublicAddress(address: string): boolean {
  if (net.isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (parsed instanceof ipaddr.IPv4) return range === 'unicast'
  if (parsed.match(nat64)) return isPublicAddress(parsed.toByteArray().slice(12).join('.'))
  return range === 'unicast' && parsed.match(publicIpv6)
}

/**
 * True for a host of a URL that can be on the public internet: an IP address of it, or a name with a dot that is not
 * kept for local use. What the name resolves to is checked when it is resolved.
 */
export function isPublicHost(urlHostname: string): boolean {
  const host = urlHostname.replace(/^\[|\]$/g, '')
  if (net.isIP(host) !== 0) return isPublicAddress(host)
  const name = host.replace(/\.$/, '').toLowerCase()
  return name.includes('.') && !/\.(?:localhost|local|internal|home\.arpa|localdomain)$/.test(name)
}

/** Resolves a host name; `dns.lookup` in the app. */
export type Resolve = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void

/**
 * A lookup for `net.connect` that fails with `ADDRESS_NOT_PUBLIC` when any address of the name is not public. Anybody can
 * register a name for a private address. The checked addresses are the ones that are connected to.
 */
export function publicLookup(resolve: Resolve = dns.lookup): net.LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) callback(error, '')
      else if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        callback(Object.assign(new Error('not a public address'), { code: 'ADDRESS_NOT_PUBLIC' }), '')
      else if (options.all === true) callback(null, addresses)
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })
  }
}
