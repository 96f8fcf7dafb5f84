import type { ProfileView } from '../../src-shared/domain/profile'

/** Why the orders of a profile are not asked about until a person acts. */
export type PollingStop = NonNullable<ProfileView['pollingStop']>

/** Profiles whose polling is stopped; the follower writes it, the app state shows it. */
export class PollingStops {
  readonly #stops = new Map<string, PollingStop>()

  get(profileId: string): PollingStop | null {
    return this.#stops.get(profileId) ?? null
  }

  set(profileId: string, stop: PollingStop): void {
    this.#stops.set(profileId, stop)
  }

  clear(profileId: string): void {
    this.#stops.delete(profileId)
  }
}
