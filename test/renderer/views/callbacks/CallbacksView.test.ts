import { afterEach, describe, expect, it, vi } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { callbackReading, callbackView } from '../../../support/view-callbacks'
import type { FakeBridge } from '../../../support/fake-bridge'
import { button, field, mountApp, press, settle, type, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.callbacks
const stray = { orderId: null, comparison: [] }

function keep(desk: FakeBridge, ...callbacks: readonly ReturnType<typeof callbackView>[]): void {
  for (const callback of callbacks) desk.callbacks.set(callback.callbackId, callback)
}

function choose(label: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)
  if (select === null) throw new Error(label)
  select.value = value
  select.dispatchEvent(new Event('change'))
}

async function chooseRow(callbackId: string): Promise<void> {
  document.querySelector<HTMLElement>(`[data-key="${callbackId}"]`)?.click()
  await settle()
}

describe('the callbacks screen', () => {
  it('previews pasted text before it stores anything, and opens the first stored callback', async () => {
    const { desk, router } = await mountApp('/callbacks')
    desk.reply('callbacks.read', () => ({
      callbacks: [callbackReading({ status: 'declined', control: 'wrong' })],
      unreadableLines: 2,
    }))
    button(words.paste).click()
    await settle()
    expect(button(words.pasteDialog.keep).disabled).toBe(true)
    type(field(words.pasteDialog.text), 'status=declined&type=sale')
    await vi.waitFor(() =>
      expect(document.querySelector('[role="dialog"]')?.textContent).toContain(
        words.pasteDialog.found({ count: 1, unreadable: 2 }),
      ),
    )
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(words.control.wrong)
    expect(desk.callsOf('callbacks.keep')).toEqual([])
    button(words.pasteDialog.keep).click()
    await settle()
    expect(desk.callsOf('callbacks.keep')).toEqual([{ text: 'status=declined&type=sale', source: 'pasted' }])
    expect(router.currentRoute.value.path).toBe('/callbacks/cb-0')
  })

  it('rejects a file that is too large without reading it', async () => {
    await mountApp('/callbacks')
    const picker = document.querySelector<HTMLInputElement>('input[type="file"]')
    const file = new File(['x'.repeat(1_000_001)], 'access.log')
    Object.defineProperty(picker, 'files', { value: [file] })
    picker?.dispatchEvent(new Event('change'))
    await settle()
    expect(document.querySelector('.bar [role="alert"]')?.textContent).toBe(words.pasteDialog.tooLarge)
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('attaches a callback to the order that the operator finds, and shows the comparison', async () => {
    const { desk } = await mountApp('/callbacks/cb-1', {}, (double) => keep(double, callbackView(1, stray)))
    const [order] = [...desk.orders.values()]
    type(field(words.attach.label), order?.summary.clientOrderId ?? '')
    button(words.attach.find).click()
    await settle()
    button(words.attach.attachTo({ clientOrderId: order?.summary.clientOrderId ?? '' })).click()
    await settle()
    const orderId = order?.summary.orderId
    expect(desk.callsOf('callbacks.attach')).toEqual([{ callbackId: 'cb-1', orderId }])
    expect([...document.querySelectorAll('h3')].map((each) => each.textContent)).not.toContain(
      words.attach.title,
    )
  })

  it('clears the search for an order with each callback, so that none is attached to a wrong order', async () => {
    const ids = ['SHOP-1', 'SHOP-2'] as const
    await mountApp('/callbacks/cb-1', {}, (double) =>
      keep(
        double,
        ...ids.map((clientOrderId, index) =>
          callbackView(index, { ...stray, clientOrderId, gatewayOrderId: null }),
        ),
      ),
    )
    type(field(words.attach.label), 'something else')
    button(words.attach.find).click()
    await settle()
    await chooseRow('cb-0')
    expect(field(words.attach.label).value).toBe('SHOP-1')
    expect(document.body.textContent).not.toContain(words.attach.none)
  })

  it('opens a linked callback that is far down the list', async () => {
    const many = Array.from({ length: 230 }, (_, index) => callbackView(index, { status: `status-${index}` }))
    await mountApp('/callbacks/cb-229', {}, (double) => keep(double, ...many))
    expect(document.querySelector('article h2')?.textContent).toBe('Callback: sale, status-229')
  })

  it('keeps it open when the list is loaded again', async () => {
    const many = Array.from({ length: 230 }, (_, index) => callbackView(index, { status: `status-${index}` }))
    await mountApp('/callbacks/cb-229', {}, (double) => keep(double, ...many))
    press(document.body, 'F5')
    await settle()
    await settle()
    expect(document.querySelector('article h2')?.textContent).toBe('Callback: sale, status-229')
  })

  it('is filtered by signature, gateway status and order, and says how many it found', async () => {
    const wrong = callbackView(2, { control: 'wrong', orderId: null, comparison: [] })
    const { desk } = await mountApp('/callbacks', {}, (double) => keep(double, callbackView(1), wrong))
    expect(document.querySelector('.filters [role="status"]')?.textContent).toBe(words.found({ count: 2 }))
    choose(words.filter.control, 'wrong')
    choose(words.filter.order, 'without')
    await vi.waitFor(() =>
      expect(document.querySelector('.filters [role="status"]')?.textContent).toBe(words.found({ count: 1 })),
    )
    expect(desk.callsOf('callbacks.list').at(-1)).toMatchObject({
      query: { control: 'wrong', match: null, order: 'without' },
    })
    button(messages.common.clearFilters).click()
    await vi.waitFor(() => expect(document.querySelector('[data-key="cb-1"]')).not.toBeNull())
  })

  it('shows the amount with its currency', async () => {
    await mountApp('/callbacks', {}, (double) => keep(double, callbackView(1, { amount: '4900.00' })))
    expect(document.querySelector('[data-key="cb-1"]')?.textContent).toContain('4,900.00 EUR')
  })

  it('compares again when polling changes the order', async () => {
    const differing = { name: 'status', callback: 'approved', polled: null, verdict: 'not-polled' } as const
    const callback = callbackView(1, { orderId: 'o-1', comparison: [differing] })
    const { desk } = await mountApp('/callbacks/cb-1', {}, (double) => keep(double, callback))
    const compared = {
      ...callback,
      comparison: [{ ...differing, polled: 'declined', verdict: 'differs' as const }],
    }
    desk.changeOrder('o-1', (view) => ({ ...view, callbacks: [compared] }))
    await settle()
    expect(document.querySelector('[data-key="cb-1"]')?.textContent).toContain(words.differs({ count: 1 }))
  })

  it('does not show "agrees" for a callback that was not compared', async () => {
    await mountApp('/callbacks', {}, (double) =>
      keep(double, callbackView(1, { orderId: 'o-1', comparison: [] })),
    )
    expect(document.querySelector('[data-key="cb-1"]')?.textContent).toContain(words.notCompared)
  })

  it.each(['', '-1', '65536', '80a', '1e3'])('rejects the port "%s"', async (port) => {
    const { desk } = await mountApp('/callbacks')
    type(field(words.listener.port), port)
    await settle()
    expect(field(words.listener.port).getAttribute('aria-invalid')).toBe('true')
    button(words.listener.start).click()
    await settle()
    expect(desk.callsOf('callbacks.listen')).toEqual([])
  })

  it('listens on the chosen port until it is stopped', async () => {
    const { desk } = await mountApp('/callbacks')
    type(field(words.listener.port), '40832')
    await settle()
    button(words.listener.start).click()
    await settle()
    expect(document.querySelector('.listener')?.textContent).toContain('http://127.0.0.1:40832/callback')
    button(words.listener.stop).click()
    await settle()
    expect(desk.callsOf('callbacks.listen')).toEqual([{ port: 40_832 }, { port: null }])
  })
})
