import type { ChargeState } from '../../../src-shared/domain/charge'
import type { Clock } from '../../platform/clock'
import type { OrderColumns, OrderRecord } from '../../ports/storage'

const minuteMs = 60_000
/** Clocks that differ by less do no harm, and answers take a while to arrive. */
const notableSkewMs = 2 * minuteMs

/**
 * Keeps the time with a charge that an answer moves to `to`, so that neither a wrong date of this computer nor the age of an
 * order that was sent late hides it from later charges. Nothing where the order's own time is right.
 */
export function confirmationOf(
  order: OrderRecord,
  to: ChargeState | undefined,
  { nowMs, clockSkewMs }: { readonly nowMs: number; readonly clockSkewMs: number | null },
): Pick<Partial<OrderColumns>, 'confirmedAtMs'> {
  if ((to !== 'accepted' && to !== 'final') || order.confirmedAtMs !== null) return {}
  // Without the gateway's time our own counts: an order can be made days before its charge is sent.
  const confirmedAtMs = Math.round(nowMs + (clockSkewMs ?? 0))
  return Math.abs(confirmedAtMs - order.summary.createdAtMs) < notableSkewMs ? {} : { confirmedAtMs }
}

/**
 * What time it is by the gateways' own clocks. A person or a wrong time server may set the clock of this computer while
 * the app runs; what guards money must not forget a charge because of that.
 */
export class GatewayTime {
  readonly #clock: Clock
  readonly #startedAt: { readonly wallMs: number; readonly monotonicMs: number }
  /** By profile: the gateway's time at its last answer, and when that was (monotonic). */
  readonly #known = new Map<string, { readonly gatewayMs: number; readonly atMs: number; skewMs: number }>()
  #onChange: () => void = () => undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startedAt = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
  }

  /** One listener, told when what `notableSkews` answers has changed. */
  onChange(listener: () => void): void {
    this.#onChange = listener
  }

  /** An answer came: the gateway's clock minus ours in ms. */
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
   * The earliest time that it can be, in ms since the epoch: a window that reaches back from it is never too short, since
   * the charges in it are dated by the clock of this computer. A sleep that stops the monotonic clock makes it too early.
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

  /** True once the profile's gateway has told its time. Until then the clock of this computer may have been set wrongly before the start. */
  isConfirmed(profileId: string): boolean {
    return this.#known.has(profileId)
  }

  /** Profiles whose gateway's clock differs by minutes from ours, with the difference in whole minutes, in ms. */
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
