import { mount, RouterLinkStub } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import GuardPanel from '../../../../src-renderer/views/charge/GuardPanel.vue'
import type { ChargeGuard } from '../../../../src-shared/domain/charge'
import { installFakeBridge, unmountAfterEach } from '../../../support/mount-app'
import { createPinia, setActivePinia } from 'pinia'

unmountAfterEach(afterEach)

const thirty: ChargeGuard = {
  ...{ code: 'same-charge-recently', level: 'warn', count: 30 },
  ...{ orderId: 'o-29', clientOrderId: 'SHO-29', atMs: Date.now() },
}

describe('the guard panel', () => {
  it('shows many equal charges as one warning with their number and a link to the newest (A18)', () => {
    installFakeBridge()
    setActivePinia(createPinia())
    const panel = mount(GuardPanel, {
      props: {
        modelValue: [],
        guards: [thirty],
        environment: 'simulator',
        disabled: false,
        currency: 'EUR',
        managers: '',
      },
      global: { stubs: { RouterLink: RouterLinkStub } },
    })
    expect(panel.text()).toContain('charged the same amount 30 times in the last 24 hours')
    const link = panel.getComponent(RouterLinkStub)
    expect(link.props('to')).toBe('/orders/o-29')
    expect(link.text()).toBe(messages.charge.openNewestOrder)
  })

  it('has a checkbox under each warning, which describes it to a screen reader', async () => {
    installFakeBridge()
    setActivePinia(createPinia())
    const panel = mount(GuardPanel, {
      props: {
        modelValue: [],
        guards: [thirty],
        environment: 'simulator',
        disabled: false,
        currency: 'EUR',
        managers: '',
      },
      global: { stubs: { RouterLink: RouterLinkStub } },
    })
    const box = panel.get('[role="checkbox"]')
    expect(box.text()).toBe('Charge again anyway')
    const warning = panel.get(`[id="${box.attributes('aria-describedby') ?? ''}"]`)
    expect(warning.text()).toContain('charged the same amount 30 times')
    await box.trigger('click')
    expect(panel.emitted('update:modelValue')).toEqual([[['same-charge-recently']]])
  })
})
