import type { ParsedInput } from '../../src-shared/ipc/contract-types'

/** What main would answer to a draft: a warning that has to be ticked, nothing that blocks. */
export function preview(
  draft: ParsedInput<'charges.prepare'>['draft'],
  cardRefId: string,
  profileName: string,
) {
  return {
    chargeId: 'ch-new',
    clientOrderId: 'NS-7K2M9QWX4T',
    kind: draft.kind,
    profileName: profileName,
    path: `/api/v2/make-rebill/${draft.routeId}`,
    parameters: [
      { name: 'client_orderid', value: 'NS-7K2M9QWX4T' },
      { name: 'login', value: 'NordShop' },
      { name: 'cardrefid', value: cardRefId },
      { name: 'amount', value: draft.amount },
      { name: 'currency', value: draft.currency },
      { name: 'order_desc', value: draft.description },
      { name: 'ipaddress', value: draft.ipAddress },
      { name: 'comment', value: draft.reference },
      { name: 'control', value: '••••••••' },
    ],
    signedValues: ['client_orderid', 'cardrefid', 'amount', 'currency', 'merchant control'],
    guards: [
      guard('simulator', 'ok'),
      guard('card-valid', 'ok'),
      guard('no-open-charge', 'ok'),
      { ...guard('same-charge-recently', 'warn'), orderId: 'o-8', clientOrderId: 'NS-4H8ZC1RB7N' },
    ],
    previewHash: 'hash-1',
  }
}

function guard(
  code: 'simulator' | 'card-valid' | 'no-open-charge' | 'same-charge-recently',
  level: 'ok' | 'warn',
) {
  return { code, level, orderId: null, clientOrderId: null, atMs: null }
}
