import { LocalOffsets } from '../../../src-shared/util/local-offset'
import type { Sqlite } from '../file/connection'

const hourMs = 60 * 60_000

/** Adds `local_hour(ms, time zone)`: the hour of the day, 0 to 23, that clocks of the zone show. */
export function addLocalHour(db: Sqlite): void {
  let zone = { name: 'UTC', offsets: new LocalOffsets('UTC') }
  db.function('local_hour', { deterministic: true }, (atMs: unknown, timeZone: unknown) => {
    const name = String(timeZone)
    if (zone.name !== name) zone = { name, offsets: new LocalOffsets(name) }
    const ms = Number(atMs)
    return BigInt(Math.floor((ms + zone.offsets.at(ms)) / hourMs) % 24)
  })
}
