/** The only way of an issuer's pages to the network. It exists for one visit. */
export interface IssuerRoute {
  /** A proxy for https on 127.0.0.1. */
  readonly port: number
  /** True when a connection was refused because its host is not on the public internet. */
  hasRefused(host: string): boolean
  /** Ends every connection. */
  close(): void
}

/** Opens ways to the network for issuers' pages. Hosts are resolved, checked and connected to in one place. */
export interface IssuerNetwork {
  open(): Promise<IssuerRoute>
}
