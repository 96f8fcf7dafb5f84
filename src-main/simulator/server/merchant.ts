/** The formula of the rebill control. The interface describes both; a merchant account uses one of them. */
export type RebillControl = 'without-endpoint' | 'with-endpoint'

/** Entry point for one currency. */
export interface Endpoint {
  id: string
  label: string
  currency: string
}

/** Entry point for several currencies; each order is routed to the endpoint of its currency. */
export interface EndpointGroup {
  id: string
  label: string
  endpointIds: string[]
}

export interface Merchant {
  login: string
  controlKey: string
  rebillControl: RebillControl
  endpoints: Endpoint[]
  groups: EndpointGroup[]
}

/** Not a secret: it is valid only for a simulator on the loopback address. */
export const simulatorControlKey = '7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3'

export const defaultMerchant: Merchant = {
  login: 'NordShop',
  controlKey: simulatorControlKey,
  rebillControl: 'without-endpoint',
  endpoints: [
    { id: '4411', label: 'Shop EUR', currency: 'EUR' },
    { id: '4412', label: 'Shop USD', currency: 'USD' },
    { id: '4413', label: 'Shop GBP', currency: 'GBP' },
    { id: '4414', label: 'Shop JPY', currency: 'JPY' },
    { id: '4415', label: 'Shop KWD', currency: 'KWD' },
  ],
  groups: [
    { id: '7722', label: 'Shop, all currencies', endpointIds: ['4411', '4412', '4413', '4414', '4415'] },
  ],
}

/** The entry point in a path: `{endpoint id}` or `group/{group id}`. */
export interface EntryPoint {
  kind: 'endpoint' | 'group'
  id: string
}

/** The endpoints of an entry point; undefined when the merchant has no such entry point. */
export function endpointsOf(merchant: Merchant, entry: EntryPoint): Endpoint[] | undefined {
  if (entry.kind === 'endpoint') {
    const endpoint = merchant.endpoints.find((candidate) => candidate.id === entry.id)
    return endpoint && [endpoint]
  }
  const group = merchant.groups.find((candidate) => candidate.id === entry.id)
  return group && merchant.endpoints.filter((endpoint) => group.endpointIds.includes(endpoint.id))
}
