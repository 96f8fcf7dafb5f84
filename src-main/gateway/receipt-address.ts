/** An id in the path of a receipt. Anything else could lead to another page. */
const pathId = /^[A-Za-z0-9_-]{1,128}$/

/**
 * The address of an electronic receipt (interface, section Order, `receipt-id`); null when it is not https or an id cannot be
 * part of a path. The base address contains the path prefix of the gateway.
 */
export function receiptAddress(
  baseUrl: string | null,
  { endpointId, receiptId }: { readonly endpointId: string; readonly receiptId: string },
): string | null {
  if (baseUrl === null || !pathId.test(endpointId) || !pathId.test(receiptId)) return null
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (base?.protocol !== 'https:' || base.username !== '' || base.search !== '') return null
  return `${base.origin}${base.pathname.replace(/\/$/, '')}/view-receipt/${endpointId}/${receiptId}/`
}
