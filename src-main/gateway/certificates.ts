import tls from 'node:tls'

/** What a connection is checked against, made once since reading the authorities takes tens of milliseconds. */
export function secureContext(authorities: readonly string[] = trustedAuthorities()): tls.SecureContext {
  return tls.createSecureContext({ ca: [...authorities], minVersion: 'TLSv1.2' })
}

/** Node's bundle and, where the runtime can read it, the store of the operating system. */
function trustedAuthorities(): readonly string[] {
  // Electron's Node may be older than this function.
  const { getCACertificates } = tls as Partial<Pick<typeof tls, 'getCACertificates'>>
  return [...tls.rootCertificates, ...(getCACertificates?.('system') ?? [])]
}
