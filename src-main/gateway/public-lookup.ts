import dns from 'node:dns'
import type net from 'node:net'
import { isPublicAddress } from '../platform/public-address'

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
