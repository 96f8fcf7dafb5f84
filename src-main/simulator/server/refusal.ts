/** A refused request. The gateway answers HTTP 200 with this message and code, and creates nothing. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

// Code 2 is the code of the real gateway. Its other codes are not published; these are chosen by the simulator.
export const refusals = {
  unreadableBody: () => new Refusal('1', 'Request body is not a readable form'),
  missing: (name: string) => new Refusal('1', `Parameter ${name} is required`),
  tooLong: (name: string, maxLength: number) =>
    new Refusal('1', `Parameter ${name} is longer than ${maxLength} characters`),
  malformed: (name: string) => new Refusal('1', `Parameter ${name} has a wrong form`),
  wrongControl: () => new Refusal('2', 'INVALID_CONTROL_CODE'),
  unknownLogin: () => new Refusal('3', 'Merchant with this login not found'),
  unknownEntry: (kind: 'endpoint' | 'group', id: string) =>
    new Refusal('4', `${kind === 'group' ? 'End point group' : 'End point'} with id ${id} not found`),
  currencyNotServed: (currency: string) =>
    new Refusal('5', `Currency ${currency} is not supported by this end point`),
  orderNotFound: () => new Refusal('6', 'Order not found'),
  requestNotFound: () => new Refusal('6', 'Request with this serial number not found for the order'),
  tokenNotFound: () => new Refusal('7', 'Card reference id not found'),
  orderNotFinal: () => new Refusal('8', 'Order is not in a final status'),
  stepNotAwaited: () => new Refusal('10', 'Order does not wait for this 3-D Secure step'),
  transactionNotFound: (name: string) => new Refusal('10', `Parameter ${name} does not belong to the order`),
}

/** A refused request of version 4: HTTP 403 and a page without a reason. */
export class AccessDenied extends Error {}
