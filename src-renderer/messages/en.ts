import { adoption } from './en/adoption'
import { callbacks } from './en/callbacks'
import { cards } from './en/cards'
import { care } from './en/care'
import { charge } from './en/charge'
import { common } from './en/common'
import { declines } from './en/declines'
import { errors } from './en/errors'
import { exports } from './en/exports'
import { imports } from './en/imports'
import { facts } from './en/facts'
import { fields } from './en/fields'
import { frame } from './en/frame'
import { home } from './en/home'
import { insights } from './en/insights'
import { later } from './en/later'
import { limits } from './en/limits'
import { log } from './en/log'
import { operators } from './en/operators'
import { orderFilters } from './en/order-filters'
import { orderViews } from './en/order-views'
import { orders } from './en/orders'
import { policy } from './en/policy'
import { proof } from './en/proof'
import { refunds } from './en/refunds'
import { erasures } from './en/erasures'
import { people } from './en/people'
import { settings } from './en/settings'
import { start } from './en/start'
import { storage } from './en/storage'
import { status } from './en/status'
import { threeDs } from './en/three-ds'
import { timeline } from './en/timeline'
import { updates } from './en/updates'

/** The English texts of the window. */
export const en = {
  common,
  frame,
  start,
  home,
  insights,
  operators,
  orders,
  orderFilters,
  orderViews,
  people,
  erasures,
  later,
  refunds,
  cards,
  callbacks,
  care,
  policy,
  proof,
  charge,
  limits,
  log,
  settings,
  storage,
  status,
  threeDs,
  timeline,
  updates,
  declines,
  errors,
  exports,
  imports,
  adoption,
  facts,
  fields,
}
