import type { OrderView } from '../../src-shared/domain/order'
import type { IssuerStep } from '../../src-main/ports/cardholder-browser'
import { aReadyWorld, settled, startDesk, type Desk, type World } from './fakes'

/** A sale that was accepted, and the desk it was made at. */
export interface Sold {
  readonly world: World
  readonly desk: Desk
  readonly orderId: string
  readonly clientOrderId: string
  view(): Promise<OrderView>
}

/** A sale that was accepted and waits for these steps; with the cardholder at the desk unless told otherwise. */
export async function sold(
  steps: readonly IssuerStep[],
  parts: { readonly presence?: 'present' | 'remote'; readonly prepare?: (world: World) => void } = {},
): Promise<Sold> {
  const world = await aReadyWorld()
  world.gateway.saleSteps = steps
  parts.prepare?.(world)
  const desk = await startDesk(world)
  const { summary } = await desk.sell({ presence: parts.presence ?? 'present' })
  const { orderId, clientOrderId } = summary
  return { world, desk, orderId, clientOrderId, view: () => desk.orders.get(orderId) }
}

/** Every step of an order with its state. */
export function statesOf(view: OrderView): string[] {
  return view.steps.map(({ kind, state }) => `${kind} ${state}`)
}

/** Lets polls, pages and uploads go on. */
export async function pass(world: World, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await world.clock.advance(1000)
    await settled()
  }
}
