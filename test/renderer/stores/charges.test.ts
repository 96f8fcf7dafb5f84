import { describe, expect, it } from 'vitest'
import { useChargesStore } from '../../../src-renderer/stores/charges'
import { useOrdersStore } from '../../../src-renderer/stores/orders'
import { orderView, summary } from '../../support/view-orders'
import { startStores } from '../../support/mount-app'

const confirmation = { chargeId: 'ch-new', previewHash: 'hash-1', acknowledged: [], cvv2: '', cardNumber: '' }

describe('the charges store', () => {
  it('calls main once, however often confirm is called while it runs', async () => {
    const desk = await startStores()
    const charges = useChargesStore()
    const answer = desk.hold('charges.confirm', orderView(summary(1, { orderId: 'o-sent' })))
    const first = charges.confirm(confirmation)
    const second = charges.confirm(confirmation)
    await Promise.resolve()
    answer()
    expect(await first).toEqual(await second)
    expect(desk.callsOf('charges.confirm')).toHaveLength(1)
  })

  it('passes the new order to the orders store', async () => {
    const desk = await startStores()
    desk.reply('charges.confirm', () => orderView(summary(1, { orderId: 'o-sent' })))
    await useChargesStore().confirm(confirmation)
    expect(useOrdersStore().views.has('o-sent')).toBe(true)
  })

  it('keeps no security code', async () => {
    const desk = await startStores()
    desk.reply('charges.confirm', () => orderView(summary(1, { orderId: 'o-sent' })))
    const charges = useChargesStore()
    await charges.confirm({ ...confirmation, cvv2: '737' })
    expect(JSON.stringify(charges.$state)).not.toContain('737')
  })
})
