import { reactive } from 'vue'
import { describe, expect, it } from 'vitest'
import { call } from '../../../src-renderer/ipc/desk-client'
import { installFakeBridge } from '../../support/mount-app'

describe('a call to main', () => {
  it('sends plain data, also when a view passes a reactive object', async () => {
    const desk = installFakeBridge({ orderCount: 3 })
    const query = reactive({
      profileId: null,
      search: '',
      families: [],
      filters: [] as [],
      sortBy: 'created' as const,
      direction: 'desc' as const,
    })
    const result = await call('orders.list', { query, cursor: null, limit: 10 })
    expect(result.ok && result.value.total).toBe(3)
    expect(desk.callsOf('orders.list')).toHaveLength(1)
  })

  it('rejects input that does not match the contract, before it leaves the window', async () => {
    const desk = installFakeBridge()
    const result = await call('orders.note', { orderId: 'o-1', text: 'card 4111 1111 1111 1111' })
    expect(result).toEqual({
      ok: false,
      error: { code: 'validation-failed', details: { fields: { text: 'card-number' } } },
    })
    expect(desk.calls).toEqual([])
  })

  it('returns an error and never throws when main does not answer', async () => {
    Object.defineProperty(window, 'desk', {
      configurable: true,
      value: { call: () => Promise.reject(new Error('gone')), onEvent: () => () => {} },
    })
    const result = await call('home.get', {})
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } })
  })
})
