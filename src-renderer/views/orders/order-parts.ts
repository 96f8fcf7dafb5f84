import type { OrderView } from '../../../src-shared/domain/order'

export type OrderPart = 'timeline' | 'three-ds' | 'facts' | 'callbacks' | 'related' | 'raw'

/** The tabs of an order, without those that are always empty for its kind. */
export function orderParts(view: OrderView): OrderPart[] {
  const hasThreeDs =
    view.summary.kind === 'sale' ||
    view.steps.length > 0 ||
    view.facts.some(({ fact }) => fact === 'threeDsStep')
  return [
    'timeline',
    ...(hasThreeDs ? (['three-ds'] as const) : []),
    'facts',
    ...(view.callbacks.length > 0 ? (['callbacks'] as const) : []),
    'related',
    'raw',
  ]
}
