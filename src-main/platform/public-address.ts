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
  if (!isIpAddress(address)) return false
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
  if (isIpAddress(host)) return isPublicAddress(host)
  const name = host.replace(/\.$/, '').toLowerCase()
  return name.includes('.') && !/\.(?:localhost|local|internal|home\.arpa|localdomain)$/.test(name)
}

function isIpAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
