import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import type { OrderSummary } from '../../../../src-shared/domain/order'
import { messages } from '../../../../src-renderer/messages'
import OrderCallouts from '../../../../src-renderer/views/orders/OrderCallouts.vue'
import { orderView, summary } from '../../../support/view-orders'

const { refused, unknown } = messages.orders

function calloutsOf(change: Partial<OrderSummary>): string {
  const view = orderView(summary(1, { awaitedStep: null, alert: null, lastCheckFailure: null, ...change }))
  const props = { view, sendReason: null, busy: false, hideAwaited: false }
  return mount(OrderCallouts, { props, global: { plugins: [createPinia()] } }).text()
}

describe('the callouts of an order', () => {
  it('shows a wrong control only when the control was refused (B6)', () => {
    const charge = {
      chargeState: 'rejected',
      family: 'error',
      errorCode: '2',
      errorMessage: 'Failed',
    } as const
    expect(calloutsOf({ ...charge, isControlRefused: true })).toContain(refused.controlText)
    expect(calloutsOf({ ...charge, isControlRefused: false })).toContain(refused.confirmedText)
    expect(calloutsOf({ ...charge, chargeState: 'rejected-unverified', family: 'unknown' })).toContain(
      refused.text,
    )
  })

  it('names a status that the app does not know, and does not call it the gateway’s `unknown` (A3)', () => {
    const order = { chargeState: 'accepted', family: 'unknown' } as const
    expect(calloutsOf({ ...order, status: 'pending' })).toContain('does not know: pending')
    expect(calloutsOf({ ...order, status: 'pending' })).not.toContain(unknown.byGateway.text)
    expect(calloutsOf({ ...order, status: 'unknown' })).toContain(unknown.byGateway.text)
  })

  it('shows why a check had no usable answer, and whether checks continue', () => {
    const checked = { chargeState: 'accepted', lastCheckFailure: 'mismatch:amount' } as const
    const reason = 'The response belongs to another order: the amount does not match this order.'
    expect(calloutsOf({ ...checked, followState: 'following' })).toContain(
      `${reason} The app keeps checking.`,
    )
    expect(calloutsOf({ ...checked, followState: 'stopped' })).toContain(reason)
    expect(calloutsOf({ ...checked, followState: 'stopped' })).not.toContain('keeps checking')
  })
})
