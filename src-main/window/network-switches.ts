/**
 * Chromium may look up no name. Prefetching of names and WebRTC ask neither the content policy nor the rules of requests
 * nor the proxy, so a page could send out a text as a part of a name. Main looks up the names of gateways, issuers and
 * proxies. `wpad` is the name of the host from which a system loads its proxy settings when it is told to find them.
 */
const nameRules = [
  'MAP * ~NOTFOUND',
  ...['127.0.0.1', '::1', 'localhost', 'wpad'].map((host) => `EXCLUDE ${host}`),
]

/** Switches of Chromium that keep it from using the network by itself. Set before the app is ready. */
export const networkSwitches = [
  ['host-resolver-rules', nameRules.join(', ')],
  // WebRTC would announce names of this machine to the local network (mDNS).
  ['disable-features', 'WebRtcHideLocalIpsWithMdns'],
  ['disable-background-networking', ''],
  ['disable-component-update', ''],
  ['disable-domain-reliability', ''],
  ['no-pings', ''],
] as const
