import { icu } from './icu'
import type { SaleRules, SaleSignedValue, UploadSignedValue } from '../../../src-shared/domain/sale-rules'

const saleValues: Record<SaleSignedValue, string> = {
  'route id': 'endpoint or group ID',
  login: 'login',
  'client order id': 'client order ID',
  'amount in minor units': 'amount in minor units',
  currency: 'currency',
  email: 'email',
}

const uploadValues: Record<UploadSignedValue, string> = {
  'route id': 'endpoint or group ID',
  login: 'login',
  'client order id': 'client order ID',
  'gateway order id': 'gateway order ID',
}

const uploadRoutes: Record<SaleRules['uploadRoute'], { title: string; text: string }> = {
  'group-segment': { title: 'group/ and the ID', text: 'As in the gateway’s documentation.' },
  'id-only': {
    title: 'The ID alone',
    text: 'Some installations need this. It does not affect endpoints.',
  },
}

/** The settings of a profile about sales with typed cards. */
export const saleRules = {
  legend: 'Typed cards (sale)',
  accepts: 'Allow typed card numbers in this profile',
  acceptsHint: 'The number exists only in the form and in one request. It is never stored.',
  productionWarning: 'This is a live profile',
  productionText:
    'Typed card numbers bring this computer, its keyboard and everyone who can see the screen into the scope of your card security rules (PCI DSS). Allow them only if your acquirer agreed.',
  control: 'Values in the control of a sale',
  uploadControl: 'Values in the control of a 3-D Secure upload',
  notGiven:
    'The gateway’s documentation does not specify this formula. The default is what other clients sign. Change it only if the gateway’s operator says so.',
  thenKey: 'then the control key',
  position: icu<{ value: string; count: number; all: number }>('{value}, {count, number} of {all, number}'),
  up: icu<{ value: string }>('Move {value} up'),
  down: icu<{ value: string }>('Move {value} down'),
  drop: icu<{ value: string }>('Remove {value}'),
  add: 'Add value',
  reset: 'Restore default',
  saleValues,
  uploadValues,
  uploadRoute: 'Group in the path of an upload',
  uploadRoutes,
  returnUrl: 'Return address',
  returnUrlHint:
    'The https address to which the issuer’s page returns. The window catches this step, and the address is never called. Empty = the app’s own address.',
}
