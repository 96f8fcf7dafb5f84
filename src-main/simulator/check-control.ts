import { createHash } from 'node:crypto'
import { minorUnits } from './money'
import type { Entry, Merchant } from './merchant'

/** The operations of the gateway that the simulator answers. */
export type Command =
  'sale' | 'make-rebill' | 'make-rebill-preauth' | 'status' | 'create-card-ref' | 'get-card-info'

export type Fields = ReadonlyMap<string, string>

/** True when the request's `control` is the one this merchant would have made. Case of the hex digits is ignored. */
export function isControlRight(command: Command, entry: Entry, fields: Fields, merchant: Merchant): boolean {
  const text = [...signedValues(command, entry, fields, merchant), merchant.controlKey].join('')
  const expected = createHash('sha1').update(text, 'utf8').digest('hex')
  return fields.get('control')?.toLowerCase() === expected
}

function signedValues(command: Command, entry: Entry, fields: Fields, merchant: Merchant): string[] {
  // A value that was not sent counts as empty text.
  const sent = (name: string) => fields.get(name) ?? ''
  const amountMinor = () => minorUnits(sent('amount'), sent('currency')) ?? ''
  switch (command) {
    case 'sale':
      // The interface text leaves the sale formula open; this is the one that all of the gateway's clients send.
      return [entry.id, sent('client_orderid'), amountMinor(), sent('email')]
    case 'make-rebill':
    case 'make-rebill-preauth': {
      const values = [
        sent('login'),
        sent('client_orderid'),
        sent('cardrefid'),
        amountMinor(),
        sent('currency'),
      ]
      return merchant.rebillControl === 'with-endpoint' ? [entry.id, ...values] : values
    }
    case 'status':
      // by-request-sn is never signed.
      return [sent('login'), sent('client_orderid'), sent('orderid')]
    case 'create-card-ref':
      return [sent('login'), sent('client_orderid'), sent('orderid')]
    case 'get-card-info':
      return [sent('login'), sent('cardrefid')]
  }
}
