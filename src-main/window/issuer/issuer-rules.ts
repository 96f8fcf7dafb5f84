import { hostOf, isIssuerAddress } from '../../platform/issuer-address'

/** Scheme of the posting page, the only page of the app in an issuer's session. It posts a form to the issuer. */
export const visitScheme = 'issuer-visit'
export const postingPageUrl = `${visitScheme}://post/`

/** The addresses that one visit may use. */
export interface VisitAddresses {
  /** A form that is posted to this address is caught and not sent. */
  readonly returnUrl: string
  /** The simulator's loopback origin, which is allowed in addition to https; or null. */
  readonly allowedOrigin: string | null
}

/** A request of an issuer's session as Electron reports it before it is sent. */
export interface VisitRequest {
  readonly url: string
  readonly method: string
  readonly resourceType: string
}

/** `returned` = the request contains the issuer's answer; `returned-empty` = the return address without a form. */
export type RequestVerdict = 'allowed' | 'refused' | 'returned' | 'returned-empty'

/** Decides every request of a visit, also requests for parts of a page. */
export function judgeRequest(request: VisitRequest, addresses: VisitAddresses): RequestVerdict {
  const isNavigation = request.resourceType === 'mainFrame' || request.resourceType === 'subFrame'
  switch (returnMatch(request.url, addresses.returnUrl)) {
    case 'exact':
      if (!isNavigation) return 'refused'
      return request.method === 'POST' ? 'returned' : 'returned-empty'
    case 'same-place':
      return 'refused'
    case 'none':
      break
  }
  if (isIssuerAddress(request.url, addresses.allowedOrigin)) return 'allowed'
  if (request.url === postingPageUrl && request.resourceType === 'mainFrame') return 'allowed'
  // data: and blob: are allowed for images and fonts. As a page they are refused, because they have no host to show.
  return !isNavigation && /^(?:data|blob):/i.test(request.url) ? 'allowed' : 'refused'
}

/**
 * True when a frame may navigate to a URL. The return address is allowed, because the answer is read from its request.
 */
export function isAllowedNavigation(url: string, addresses: VisitAddresses): boolean {
  return returnMatch(url, addresses.returnUrl) === 'exact' || isIssuerAddress(url, addresses.allowedOrigin)
}

function returnMatch(text: string, returnUrl: string): 'exact' | 'same-place' | 'none' {
  if (!URL.canParse(text) || !URL.canParse(returnUrl)) return 'none'
  const [url, wanted] = [new URL(text), new URL(returnUrl)]
  if (url.origin !== wanted.origin || url.pathname !== wanted.pathname) return 'none'
  return url.search === wanted.search ? 'exact' : 'same-place'
}

/** The host that is shown to a person; empty when there is none. */
export function shownHost(text: string): string {
  return hostOf(text) ?? ''
}

/**
 * The proxy of an issuer's session: all requests take the route of the visit, and only those to the simulator go
 * without it. `<-loopback>` sends requests to this machine there too, which Chromium would otherwise make itself.
 */
export function issuerProxy(port: number, allowedOrigin: string | null) {
  return {
    mode: 'fixed_servers',
    proxyRules: `http://127.0.0.1:${String(port)}`,
    proxyBypassRules: ['<-loopback>', ...(allowedOrigin === null ? [] : [allowedOrigin])].join(';'),
  } as const
}
