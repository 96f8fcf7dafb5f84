import { createHash } from 'node:crypto'
import { minorUnits } from '../orders/money'
import type { EntryPoint, Merchant } from '../server/merchant'

/** The operations of the gateway that the simulator offers. */
export type Command =
  | 'sale'
  | 'make-rebill'
  | 'make-rebill-preauth'
  | 'status'
  | 'create-card-ref'
  | 'create-card-ref-v4'
  | 'get-card-info'
  | UploadCommand

/** Uploads of the issuer's answers. */
export type UploadCommand = 'upload-method-url-result' | 'upload-cres-result' | 'upload-pares-result'

/** The operations that are signed by a control value. Version 4 uses OAuth. */
export type ControlledCommand = Exclude<Command, 'create-card-ref-v4'>

export type Fields = ReadonlyMap<string, string>

/** True when `control` is correct for this merchant. The case of the hex digits is ignored. */
export function isControlRight(
  command: ControlledCommand,
  entry: EntryPoint,
  fields: Fields,
  merchant: Merchant,
): boolean {
  const text = [...signedValues(command, entry, fields, merchant), merchant.controlKey].join('')
  const expected = createHash('sha1').update(text, 'utf8').digest('hex')
  return fields.get('control')?.toLowerCase() === expected
}

function signedValues(
  command: ControlledCommand,
  entry: EntryPoint,
  fields: Fields,
  merchant: Merchant,
): string[] {
  // A parameter that was not sent is signed as empty text.
  const sent = (name: string) => fields.get(name) ?? ''
  const amountMinor = () => minorUnits(sent('amount'), sent('currency')) ?? ''
  switch (command) {
    case 'sale':
      // The interface document does not give the sale formula. Public clients of the gateway family sign this one.
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
      // by-request-sn is not signed.
      return [sent('login'), sent('client_orderid'), sent('orderid')]
    case 'create-card-ref':
      return [sent('login'), sent('client_orderid'), sent('orderid')]
    case 'get-card-info':
      return [sent('login'), sent('cardrefid')]
    case 'upload-method-url-result':
    case 'upload-cres-result':
    case 'upload-pares-result':
      // The interface document does not give this formula either. The public pages of the gateway family do.
      return [sent('login'), sent('client-order-id'), sent('orderid')]
  }
}
