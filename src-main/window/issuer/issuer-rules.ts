import { hostOf, isIssuerAddress } from '../../platform/issuer-address'

/** Scheme of the one page that we show an issuer's session ourselves: the form that leads to the issuer. */
export const visitScheme = 'issuer-visit'
export const postingPageUrl = `${visitScheme}://post/`

/** What one visit may reach. */
export interface VisitAddresses {
  /** Caught when a form is posted there; nothing is ever sent to it. */
  readonly returnUrl: string
  /** The simulator's loopback origin, which counts as allowed beside https; or null. */
  readonly allowedOrigin: string | null
}

/** A request of an issuer's session, as Electron describes it before anything is sent. */
export interface VisitRequest {
  readonly url: string
  readonly method: string
  readonly resourceType: string
}

/** `returned` = it is the issuer's answer; `returned-empty` = the browser came back without a form. */
export type RequestVerdict = 'allowed' | 'refused' | 'returned' | 'returned-empty'

/** Decides every request of a visit, those for parts of a page included (C9). */
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
  // Pictures and fonts that a page carries in itself; a page made of such an address has no host to show.
  return !isNavigation && /^(?:data|blob):/i.test(request.url) ? 'allowed' : 'refused'
}

/** Where frames of a visit may go; the return address too, because only the request itself holds the answer. */
export function isAllowedNavigation(url: string, addresses: VisitAddresses): boolean {
  return returnMatch(url, addresses.returnUrl) === 'exact' || isIssuerAddress(url, addresses.allowedOrigin)
}

function returnMatch(text: string, returnUrl: string): 'exact' | 'same-place' | 'none' {
  if (!URL.canParse(text) || !URL.canParse(returnUrl)) return 'none'
  const [url, wanted] = [new URL(text), new URL(returnUrl)]
  if (url.origin !== wanted.origin || url.pathname !== wanted.pathname) return 'none'
  return url.search === wanted.search ? 'exact' : 'same-place'
}

/** The host that a person sees; empty where there is none. */
export function shownHost(text: string): string {
  return hostOf(text) ?? ''
}
