import type { SaleRules, SaleSignedValue, UploadSignedValue } from '../../../src-shared/domain/sale-rules'

const saleValues: Record<SaleSignedValue, string> = {
  'route id': 'endpoint or group id',
  login: 'login',
  'client order id': 'client order id',
  'amount in minor units': 'amount in minor units',
  currency: 'currency',
  email: 'email',
}

const uploadValues: Record<UploadSignedValue, string> = {
  'route id': 'endpoint or group id',
  login: 'login',
  'client order id': 'client order id',
  'gateway order id': 'gateway order id',
}

const uploadRoutes: Record<SaleRules['uploadRoute'], { title: string; text: string }> = {
  'group-segment': { title: 'group/ and the id', text: 'As the interface says.' },
  'id-only': {
    title: 'The id alone',
    text: 'As some installations have it. Endpoints are not touched by this.',
  },
}

/** The settings of a profile about sales with typed cards. */
export const saleRules = {
  legend: 'Cards typed in (sale)',
  accepts: 'Card numbers may be typed in this profile',
  acceptsHint: 'The number lives in the form and in the one request, and is never kept.',
  productionWarning: 'This is a live profile',
  productionText:
    'Typing card numbers puts this computer, its keyboard and whoever looks over the shoulder into the scope of your card security rules (PCI DSS). Switch it on only if your bank agreed to that.',
  control: 'What the control value of a sale covers',
  uploadControl: 'What the control value of a 3-D Secure upload covers',
  notGiven:
    'The interface does not give this formula. What clients of the service sign is set from the start; change it only when your operator says so.',
  thenKey: 'then the control key',
  position: (value: string, n: number, all: number) => `${value}, ${n} of ${all}`,
  up: (value: string) => `Move ${value} up`,
  down: (value: string) => `Move ${value} down`,
  drop: (value: string) => `Leave ${value} out`,
  add: 'Add a value',
  reset: 'What clients sign',
  saleValues,
  uploadValues,
  uploadRoute: 'How an upload names a group',
  uploadRoutes,
  returnUrl: 'Return address',
  returnUrlHint:
    'Where the issuer’s page returns to, https. It is caught in the window and never called. Empty = the app’s own.',
}
