import type { OrderView } from '../../src-shared/domain/order'
import type { IssuerStep } from '../../src-main/ports/cardholder-browser'
import { readyEnvironment, settled, startApp, type TestApp, type TestEnvironment } from './fakes'

/** An accepted sale and the app that made it. */
export interface Sold {
  readonly env: TestEnvironment
  readonly app: TestApp
  readonly orderId: string
  readonly clientOrderId: string
  view(): Promise<OrderView>
}

/** An accepted sale that waits for these steps. The cardholder is present by default. */
export async function sold(
  steps: readonly IssuerStep[],
  parts: { readonly presence?: 'present' | 'remote'; readonly prepare?: (env: TestEnvironment) => void } = {},
): Promise<Sold> {
  const env = await readyEnvironment()
  env.gateway.saleSteps = steps
  parts.prepare?.(env)
  const app = await startApp(env)
  const { summary } = await app.sell({ presence: parts.presence ?? 'present' })
  const { orderId, clientOrderId } = summary
  return { env, app, orderId, clientOrderId, view: () => app.orders.get(orderId) }
}

/** All steps of an order with their states. */
export function statesOf(view: OrderView): string[] {
  return view.steps.map(({ kind, state }) => `${kind} ${state}`)
}

/** Waits for polls, pages and uploads. */
export async function pass(env: TestEnvironment, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await env.clock.advance(1000)
    await settled()
  }
}
