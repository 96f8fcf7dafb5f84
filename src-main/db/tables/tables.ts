import { AppStateRows } from './app-state'
import { Callbacks } from './callbacks'
import { Cards } from './cards'
import { Charges } from './charges'
import type { Sqlite } from '../file/connection'
import { Exchanges } from './exchanges'
import { Facts } from './facts'
import { Orders } from './orders'
import { Profiles } from './profiles'
import { SigningKeys } from './signing-keys'
import { Steps } from './steps'
import { Timeline } from './timeline'

/** All table classes over one connection. */
export class Tables {
  readonly profiles
  readonly appState
  readonly cards
  readonly charges
  readonly exchanges
  readonly facts
  readonly timeline
  readonly steps
  readonly callbacks
  readonly signingKeys
  readonly orders

  constructor(db: Sqlite) {
    this.profiles = new Profiles(db)
    this.appState = new AppStateRows(db)
    this.cards = new Cards(db)
    this.charges = new Charges(db)
    this.exchanges = new Exchanges(db)
    this.facts = new Facts(db)
    this.timeline = new Timeline(db)
    this.steps = new Steps(db)
    this.callbacks = new Callbacks(db)
    this.signingKeys = new SigningKeys(db)
    const { charges, facts, timeline, steps, callbacks } = this
    this.orders = new Orders(db, { charges, facts, timeline, steps, callbacks })
  }
}
