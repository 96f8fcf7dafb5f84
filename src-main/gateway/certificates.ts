import tls from 'node:tls'

/** The trusted authorities for TLS. Create it once, because reading them takes tens of milliseconds. */
export function secureContext(authorities: readonly string[] = trustedAuthorities()): tls.SecureContext {
  return tls.createSecureContext({ ca: [...authorities], minVersion: 'TLSv1.2' })
}

/** The authorities of Node, and those of the operating system when the runtime can read them. */
function trustedAuthorities(): readonly string[] {
  // The Node version in Electron may not have this function yet.
  const { getCACertificates } = tls as Partial<Pick<typeof tls, 'getCACertificates'>>
  return [...tls.rootCertificates, ...(getCACertificates?.('system') ?? [])]
}
