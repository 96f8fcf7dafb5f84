import type { ChargeState } from '../../../src-shared/domain/charge'
import type { Clock } from '../../platform/clock'
import type { OrderColumns, OrderRecord } from '../../ports/storage'

const minuteMs = 60_000
/** Smaller differences do no harm: answers take time to arrive. */
const notableSkewMs = 2 * minuteMs

/**
 * Sets the confirmation time of a charge that moves to `to`. Without it, a wrong clock or an order that was sent late
 * could hide the charge from later guards. Empty when the time of the order is right.
 */
export function confirmationOf(
  order: OrderRecord,
  to: ChargeState | undefined,
  { nowMs, clockSkewMs }: { readonly nowMs: number; readonly clockSkewMs: number | null },
): Pick<Partial<OrderColumns>, 'confirmedAtMs'> {
  if ((to !== 'accepted' && to !== 'final') || order.confirmedAtMs !== null) return {}
  // Without the gateway’s clock ours counts: a charge can be sent days after its order was made.
  const confirmedAtMs = Math.round(nowMs + (clockSkewMs ?? 0))
  return Math.abs(confirmedAtMs - order.summary.createdAtMs) < notableSkewMs ? {} : { confirmedAtMs }
}

/**
 * The current time by the clocks of the gateways. The clock of this computer may be changed while the app runs, and a
 * guard must not miss a charge because of that.
 */
export class GatewayTime {
  readonly #clock: Clock
  readonly #startedAt: { readonly wallMs: number; readonly monotonicMs: number }
  /** By profile: the gateway’s time at its last answer and the monotonic time of that answer. */
  readonly #known = new Map<string, { readonly gatewayMs: number; readonly atMs: number; skewMs: number }>()
  #onChange: () => void = () => undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startedAt = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
  }

  /** One listener, called when the result of `notableSkews` has changed. */
  onChange(listener: () => void): void {
    this.#onChange = listener
  }

  /** Notes an answer. `skewMs` is the gateway’s clock minus ours. */
  note(profileId: string, skewMs: number): void {
    const before = this.#notable(profileId)
    this.#known.set(profileId, {
      gatewayMs: this.#clock.nowMs() + skewMs,
      atMs: this.#clock.monotonicMs(),
      skewMs,
    })
    if (this.#notable(profileId) !== before) this.#onChange()
  }

  /**
   * The earliest possible current time in ms since the epoch. Charges are dated by the clock of this computer, so a
   * window that reaches back from this time is never too short. It is too early after a sleep that stops the
   * monotonic clock.
   */
  earliestMs(profileId: string): number {
    const monotonicMs = this.#clock.monotonicMs()
    const known = this.#known.get(profileId)
    return Math.min(
      this.#clock.nowMs(),
      this.#startedAt.wallMs + monotonicMs - this.#startedAt.monotonicMs,
      known === undefined ? Number.POSITIVE_INFINITY : known.gatewayMs + monotonicMs - known.atMs,
    )
  }

  /**
   * True after an answer gave the gateway’s time. Before that, the clock may have been wrong since before the start.
   */
  isConfirmed(profileId: string): boolean {
    return this.#known.has(profileId)
  }

  /** Profiles whose gateway’s clock differs by minutes from ours. `skewMs` is rounded to whole minutes. */
  notableSkews(): { readonly profileId: string; readonly skewMs: number }[] {
    return [...this.#known.keys()].flatMap((profileId) => {
      const skewMs = this.#notable(profileId)
      return skewMs === null ? [] : [{ profileId, skewMs }]
    })
  }

  #notable(profileId: string): number | null {
    const skewMs = this.#known.get(profileId)?.skewMs ?? 0
    return Math.abs(skewMs) < notableSkewMs ? null : Math.round(skewMs / minuteMs) * minuteMs
  }
}
