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
      props: { modelValue: [], guards: [thirty], environment: 'simulator', disabled: false },
      global: { stubs: { RouterLink: RouterLinkStub } },
    })
    expect(panel.text()).toContain('30 charges of the same amount on this card in the last 24 hours')
    expect(panel.text()).toContain('SHO-29')
    const link = panel.getComponent(RouterLinkStub)
    expect(link.props('to')).toBe('/orders/o-29')
    expect(link.text()).toBe(messages.charge.openNewestOrder)
  })
})
