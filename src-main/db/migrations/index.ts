import type { Sqlite } from '../file/connection'
import { createProfiles } from './0010-profiles'
import { createCards } from './0020-cards'
import { createOrders } from './0030-orders'
import { createCharges } from './0040-charges'
import { createExchanges } from './0050-exchanges'
import { createTimeline } from './0060-timeline'
import { createOrderSearch } from './0070-order-search'
import { letChargesBeSales } from './0080-sales'
import { addSaleRules } from './0090-sale-rules'
import { createSigningKeys } from './0100-signing-keys'
import { addCardHash } from './0110-card-hash'
import { createThreeDsSteps } from './0120-three-ds-steps'
import { createCallbacks } from './0130-callbacks'
import { createOrderWords } from './0140-order-words'
import { addChargeSafety } from './0150-charge-safety'
import { addRefusalsAndAttempts } from './0160-refusals-and-attempts'
import { addLaterTransactions } from './0170-later-transactions'
import { makeFollowingLean } from './0180-lean-following'
import { addConfirmedTimes } from './0200-confirmed-times'

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
  { number: 80, apply: letChargesBeSales },
  { number: 90, apply: addSaleRules },
  { number: 100, apply: createSigningKeys },
  { number: 110, apply: addCardHash },
  { number: 120, apply: createThreeDsSteps },
  { number: 130, apply: createCallbacks },
  { number: 140, apply: createOrderWords },
  { number: 150, apply: addChargeSafety },
  { number: 160, apply: addRefusalsAndAttempts },
  { number: 170, apply: addLaterTransactions },
  { number: 180, apply: makeFollowingLean },
  { number: 200, apply: addConfirmedTimes },
]
