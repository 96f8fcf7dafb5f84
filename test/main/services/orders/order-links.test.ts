// S25: what a link of another program names is looked up, and nothing is changed or sent.
import { beforeEach, describe, expect, it } from 'vitest'
import { readyEnvironment, startApp, type TestApp, type TestEnvironment } from '../../../support/fakes'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

async function adopted(clientOrderId: string): Promise<{ orderId: string; gatewayOrderId: string }> {
  const { gatewayOrderId } = env.gateway.bookOrder(clientOrderId, '10.00', 'EUR')
  const { summary } = await app.orders.adopt({ clientOrderId, gatewayOrderId, routeId: '4411' })
  return { orderId: summary.orderId, gatewayOrderId }
}

describe('a link to an order', () => {
  it('finds it by the id of the merchant and by that of the gateway', async () => {
    const { orderId, gatewayOrderId } = await adopted('INV-2041')
    for (const id of ['INV-2041', gatewayOrderId]) {
      app.orderLinks.arrive(id)
      expect(await app.orderLinks.take()).toEqual({ id, orderId })
    }
    expect(app.publisher.of('orderLink.arrived')).toHaveLength(2)
  })

  it('finds no order whose id only contains the text, or which has it elsewhere', async () => {
    const { orderId } = await adopted('INV-2041')
    await app.orders.note(orderId, 'See INV-20')
    app.orderLinks.arrive('INV-20')
    expect(await app.orderLinks.take()).toEqual({ id: 'INV-20', orderId: null })
  })

  it('is taken once, and the newest takes the place of the one before', async () => {
    const { orderId } = await adopted('INV-2')
    app.orderLinks.arrive('INV-1')
    app.orderLinks.arrive('INV-2')
    expect(await app.orderLinks.take()).toEqual({ id: 'INV-2', orderId })
    expect(await app.orderLinks.take()).toBeNull()
  })

  it('waits until the history is open again', async () => {
    const { orderId } = await adopted('INV-2041')
    app.orderLinks.arrive('INV-2041')
    const reopened = app.startup.replaceHistory(
      () => undefined,
      async () => {
        await expect(app.orderLinks.take()).rejects.toMatchObject({ code: 'not-allowed-now' })
      },
    )
    await reopened
    expect(await app.orderLinks.take()).toEqual({ id: 'INV-2041', orderId })
  })
})
