import {
  matchOf,
  type CallbackQuery,
  type CallbackReading,
  type CallbackView,
} from '../../src-shared/domain/callback'
import { dataNowMs } from './view-data'

/** A callback as main reads it. */
export function callbackReading(change: Partial<CallbackReading> = {}): CallbackReading {
  return {
    fields: [
      { name: 'status', value: 'approved' },
      { name: 'type', value: 'sale' },
      { name: 'client_orderid', value: 'NS-7K2M9QWX4T' },
      { name: 'orderid', value: '6684107' },
      { name: 'amount', value: '49.00' },
      { name: 'control', value: '••••••••' },
    ],
    status: 'approved',
    type: 'sale',
    gatewayOrderId: '6684107',
    clientOrderId: 'NS-7K2M9QWX4T',
    amount: '49.00',
    currency: 'EUR',
    control: 'right',
    orderId: 'o-1',
    comparison: [{ name: 'status', callback: 'approved', polled: 'approved', verdict: 'same' }],
    problems: [],
    ...change,
  }
}

/** A stored callback. */
export function callbackView(index: number, change: Partial<CallbackView> = {}): CallbackView {
  return {
    ...callbackReading(),
    callbackId: `cb-${index}`,
    profileId: 'p-sim',
    source: 'pasted',
    receivedAtMs: dataNowMs - index * 60_000,
    timesSeen: 1,
    lastSeenAtMs: dataNowMs - index * 60_000,
    ...change,
  }
}

/** Whether a query finds a callback. */
export function isFoundBy({ search, control, match, order }: CallbackQuery) {
  return (callback: CallbackView) =>
    (control === null || callback.control === control) &&
    (match === null || matchOf(callback.comparison) === match) &&
    (order === null || (callback.orderId !== null) === (order === 'with')) &&
    [callback.clientOrderId, callback.gatewayOrderId, callback.type, callback.status].some((text) =>
      text?.includes(search),
    )
}
