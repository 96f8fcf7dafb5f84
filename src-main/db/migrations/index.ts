import type { Sqlite } from '../connection'
import { createProfiles } from './0010-profiles'
import { createCards } from './0020-cards'
import { createOrders } from './0030-orders'
import { createCharges } from './0040-charges'
import { createExchanges } from './0050-exchanges'
import { createTimeline } from './0060-timeline'
import { createOrderSearch } from './0070-order-search'

/** One step of the schema. Its number is the `user_version` after it; a released one is never edited. */
export interface Migration {
  readonly number: number
  readonly apply: (db: Sqlite) => void
}

/** Every step in order, numbered in tens. */
export const migrations: readonly Migration[] = [
  { number: 10, apply: createProfiles },
  { number: 20, apply: createCards },
  { number: 30, apply: createOrders },
  { number: 40, apply: createCharges },
  { number: 50, apply: createExchanges },
  { number: 60, apply: createTimeline },
  { number: 70, apply: createOrderSearch },
]
