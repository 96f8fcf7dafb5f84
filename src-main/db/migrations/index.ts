import type { Database } from 'better-sqlite3'
import { createSchema } from './0100-baseline'
import { addDensity } from './0110-density'
import { addRestores } from './0130-restores'
import { addOrderLabels } from './0140-order-labels'
import { addRefundCases } from './0142-refund-cases'
import { addCallbackFilters } from './0147-callback-filters'
import { addOrderIdentities } from './0148-people'
import { addInsights } from './0150-insights'
import { addSavedViews } from './0152-saved-views'
import { addListCounts } from './0160-list-counts'
import { addSearchedWords } from './0170-searched-words'
import { addDetailWidth } from './0175-detail-width'
import { addImportedOrders } from './0180-imported-orders'
import { addErasures } from './0185-erasures'
import { addAuditChain } from './0190-audit-chain'
import { addOperators } from './0195-operators'
import { indexAcceptedCharges } from './0200-accepted-charges'

/** One migration. Its number is the `user_version` after it. A released migration is never edited. */
export interface Migration {
  readonly number: number
  readonly apply: (db: Database) => void
}

/** All migrations in order. Their numbers rise. */
export const migrations: readonly Migration[] = [
  { number: 100, apply: createSchema },
  { number: 110, apply: addDensity },
  { number: 130, apply: addRestores },
  { number: 140, apply: addOrderLabels },
  { number: 142, apply: addRefundCases },
  { number: 147, apply: addCallbackFilters },
  { number: 148, apply: addOrderIdentities },
  { number: 150, apply: addInsights },
  { number: 152, apply: addSavedViews },
  { number: 160, apply: addListCounts },
  { number: 170, apply: addSearchedWords },
  { number: 175, apply: addDetailWidth },
  { number: 180, apply: addImportedOrders },
  { number: 185, apply: addErasures },
  { number: 190, apply: addAuditChain },
  { number: 195, apply: addOperators },
  { number: 200, apply: indexAcceptedCharges },
]
