import { AppStateRows } from './app-state'
import { Cards } from './cards'
import { Charges } from './charges'
import type { Sqlite } from './connection'
import { Exchanges } from './exchanges'
import { Facts } from './facts'
import { Orders } from './orders'
import { Profiles } from './profiles'
import { Timeline } from './timeline'

/** The groups of tables over one connection. */
export class Tables {
  readonly profiles
  readonly appState
  readonly cards
  readonly charges
  readonly exchanges
  readonly facts
  readonly timeline
  readonly orders

  constructor(db: Sqlite) {
    this.profiles = new Profiles(db)
    this.appState = new AppStateRows(db)
    this.cards = new Cards(db)
    this.charges = new Charges(db)
    this.exchanges = new Exchanges(db)
    this.facts = new Facts(db)
    this.timeline = new Timeline(db)
    this.orders = new Orders(db, { charges: this.charges, facts: this.facts, timeline: this.timeline })
  }
}
