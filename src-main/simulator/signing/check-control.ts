import { createHash } from 'node:crypto'
import { minorUnits } from '../orders/money'
import type { Entry, Merchant } from '../server/merchant'

/** The operations of the gateway that the simulator answers. */
export type Command =
  | 'sale'
  | 'make-rebill'
  | 'make-rebill-preauth'
  | 'status'
  | 'create-card-ref'
  | 'create-card-ref-v4'
  | 'get-card-info'
  | UploadCommand

/** Uploads of what the cardholder's browser brought back from the issuer. */
export type UploadCommand = 'upload-method-url-result' | 'upload-cres-result' | 'upload-pares-result'

/** The operations that are signed by a control; version 4 signs otherwise. */
export type ControlledCommand = Exclude<Command, 'create-card-ref-v4'>

export type Fields = ReadonlyMap<string, string>

/** True when the request's `control` is the one this merchant would have made. Case of the hex digits is ignored. */
export function isControlRight(
  command: ControlledCommand,
  entry: Entry,
  fields: Fields,
  merchant: Merchant,
): boolean {
  const text = [...signedValues(command, entry, fields, merchant), merchant.controlKey].join('')
  const expected = createHash('sha1').update(text, 'utf8').digest('hex')
  return fields.get('control')?.toLowerCase() === expected
}

function signedValues(
  command: ControlledCommand,
  entry: Entry,
  fields: Fields,
  merchant: Merchant,
): string[] {
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
    case 'upload-method-url-result':
    case 'upload-cres-result':
    case 'upload-pares-result':
      // Left open by the interface text too; the gateway family's own pages give it so.
      return [sent('login'), sent('client-order-id'), sent('orderid')]
  }
}
