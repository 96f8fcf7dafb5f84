import dns from 'node:dns'
import net from 'node:net'

// Two lists, because BlockList also applies the rule for IPv4-mapped addresses to IPv4 addresses.
const notPublicIpv4 = new net.BlockList()
const notPublicIpv6 = new net.BlockList()
// Loopback, private and shared networks, link-local (cloud metadata), multicast and reserved: RFC 6890, RFC 6598.
for (const [subnet, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublicIpv4.addSubnet(subnet, prefix, 'ipv4')
// Unspecified, loopback and IPv4-mapped; unique local; link-local and site-local; multicast; 6to4.
for (const [subnet, prefix] of [
  ['::', 80],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
  ['2002::', 16],
] as const)
  notPublicIpv6.addSubnet(subnet, prefix, 'ipv6')

/** True for an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = net.isIP(address)
  if (family === 4) return !notPublicIpv4.check(address, 'ipv4')
  if (family !== 6 || notPublicIpv6.check(address, 'ipv6')) return false
  const inside = ipv4Behind(address)
  return inside === null || isPublicAddress(inside)
}

/** The IPv4 address in a NAT64 address 64:ff9b::/96 (RFC 6052), or null. */
function ipv4Behind(address: string): string | null {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const match = /^\[64:ff9b::(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})\]$/.exec(hostname)
  if (match === null) return null
  const [high, low] = [parseInt(match[1] ?? '0', 16), parseInt(match[2] ?? '0', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
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
