import { Actors } from './actors'
import { AppStateRows } from './app-state'
import { Callbacks } from './callbacks'
import { Cards } from './cards'
import { Charges } from './charges'
import type { Sqlite } from '../file/connection'
import type { FactNames } from '../../ports/fact-names'
import { Erasures } from './erasures'
import { Exchanges } from './exchanges'
import { Facts } from './facts'
import { ImportedOrders } from './imported-orders'
import { OrderIdentities } from './order-identities'
import { OrderLabels } from './order-labels'
import { OrderViewRows } from './order-views'
import { OrderWords } from './order-words'
import { Operators } from './operators'
import { Orders } from './orders'
import { Profiles } from './profiles'
import { RefundCases } from './refund-cases'
import { Restores } from './restores'
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
  readonly identities
  readonly timeline
  readonly steps
  readonly callbacks
  readonly signingKeys
  readonly restores
  readonly refundCases
  readonly labels
  readonly imports
  readonly words
  readonly orderViews
  readonly erasures
  readonly orders
  readonly actors
  readonly operators

  constructor(db: Sqlite, names: FactNames) {
    this.profiles = new Profiles(db)
    this.appState = new AppStateRows(db)
    this.cards = new Cards(db)
    this.actors = new Actors(db)
    this.operators = new Operators(db)
    this.charges = new Charges(db, names, this.actors)
    this.exchanges = new Exchanges(db, names)
    this.words = new OrderWords(db)
    this.facts = new Facts(db, names)
    this.identities = new OrderIdentities(db, names)
    this.timeline = new Timeline(db, names, this.actors)
    this.steps = new Steps(db)
    this.callbacks = new Callbacks(db, names)
    this.signingKeys = new SigningKeys(db)
    this.restores = new Restores(db)
    this.orderViews = new OrderViewRows(db)
    this.erasures = new Erasures(db, names, {
      ...{ charges: this.charges, orderViews: this.orderViews, actors: this.actors },
    })
    this.refundCases = new RefundCases(db)
    this.labels = new OrderLabels(db)
    this.imports = new ImportedOrders(db, this.actors)
    const { charges, facts, timeline, steps, callbacks, refundCases, labels, words, imports } = this
    this.orders = new Orders(db, {
      ...{ charges, facts, timeline, steps, callbacks, refundCases, labels, words, imports },
    })
  }
}
