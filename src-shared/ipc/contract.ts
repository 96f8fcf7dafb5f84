import { z } from 'zod'
import { appState, settingsInput } from '../domain/app-state'
import { cardView } from '../domain/card'
import { chargePreview, resolutionNote } from '../domain/charge'
import { exchangeQuery, exchangeSummary, exchangeView } from '../domain/exchange'
import { fields, refuseSplitCardNumber } from '../domain/fields'
import { homeView } from '../domain/home'
import { insightsRequest, insightsView } from '../domain/insights'
import { orderCheck, orderSummary, orderView } from '../domain/order'
import { adoptionPreview, adoptionRequest, adoptionView } from '../domain/adoption'
import { exportRequest, exportView } from '../domain/order-export'
import { historyUpdate } from '../domain/history-update'
import { linkedOrder } from '../domain/linked-order'
import { importChoices, importReading, importRequest, importView } from '../domain/order-import'
import { orderQuery } from '../domain/order-query'
import { orderViews, orderViewsInput } from '../domain/order-views'
import { personView } from '../domain/person'
import { typedPin } from '../domain/operator'
import { statusCounts } from '../domain/order-status'
import { connectionTest, profileInput, profileView } from '../domain/profile'
import { chargeDraft } from '../domain/charge-draft'
import { callbackCommands } from './callback-contract'
import { careCommands } from './care-contract'
import { operatorCommands } from './operator-contract'
import { refundCommands } from './refund-contract'
import { updateCommands } from './update-contract'
import { done, id, page, cursor, pageSize, nothing } from './contract-parts'
import { callbackView } from '../domain/callback'
import { relatedOrders } from '../domain/related-orders'
import { updateView } from '../domain/update'

/**
 * Every command of the window: name -> kind, input, output. Inputs refuse undeclared fields; outputs drop them.
 * Later changes arrive as events. Example: `cards.list` -> `{ cards: [...] }`.
 */
export const commands = {
  'appState.get': { kind: 'read', input: nothing, output: appState },
  'historyUpdate.get': {
    kind: 'read',
    input: nothing,
    output: z.object({ update: historyUpdate.nullable() }),
  },
  'start.retry': { kind: 'write', input: nothing, output: appState },
  'start.recover': {
    kind: 'write',
    input: z.strictObject({ recoveryCode: z.string().min(1).max(200) }),
    output: appState,
  },
  'start.trySimulator': { kind: 'write', input: nothing, output: appState },
  /** Creates a recovery code. This is the only secret that is sent to the window; it is shown once. */
  'recovery.create': {
    kind: 'write',
    input: nothing,
    output: z.object({ code: z.string(), askGroups: z.array(z.number().int()) }),
  },
  'recovery.confirm': {
    kind: 'write',
    input: z.strictObject({
      groups: z.array(z.strictObject({ index: z.number().int(), text: z.string().max(20) })).max(4),
    }),
    output: appState,
  },
  'settings.save': { kind: 'write', input: settingsInput, output: appState },
  /** The operator has seen these confirmed charges that are missing in the history. */
  'history.acknowledgeMissing': {
    kind: 'write',
    input: z.strictObject({ clientOrderIds: z.array(z.string().max(128)).max(200) }),
    output: appState,
  },
  'profiles.save': {
    kind: 'write',
    input: z.strictObject({ profile: profileInput, controlKey: z.union([z.literal(''), fields.controlKey]) }),
    output: profileView,
  },
  'profiles.remove': { kind: 'write', input: z.strictObject({ profileId: id }), output: done },
  'profiles.select': { kind: 'write', input: z.strictObject({ profileId: id }), output: appState },
  /** Stores a private RSA key for v4 calls, in any pasted format. The key is never sent back. */
  'signingKeys.import': {
    kind: 'write',
    input: z.strictObject({ profileId: id, privateKey: fields.privateKey }),
    output: profileView,
  },
  /** Creates a key pair. The returned view has the public key. */
  'signingKeys.create': {
    kind: 'write',
    input: z.strictObject({ profileId: id, bits: z.literal([2048, 3072, 4096]) }),
    output: profileView,
  },
  'signingKeys.remove': { kind: 'write', input: z.strictObject({ profileId: id }), output: profileView },
  'profiles.test': { kind: 'write', input: z.strictObject({ profileId: id }), output: connectionTest },
  'home.get': { kind: 'read', input: nothing, output: homeView },
  'insights.get': { kind: 'read', input: insightsRequest, output: insightsView },
  'orders.list': {
    kind: 'read',
    input: z.strictObject({ query: orderQuery, cursor, limit: pageSize }),
    /** `counts`: what each family would show beside the rest of the query. */
    output: page(orderSummary).extend({ counts: statusCounts }),
  },
  /** The exact `counts` of a query. May take seconds when there are very many orders. */
  'orders.count': {
    kind: 'read',
    input: z.strictObject({ query: orderQuery }),
    output: z.object({ counts: statusCounts }),
  },
  /** What a person chose for the orders list. Saved as a whole. */
  'orderViews.get': { kind: 'read', input: nothing, output: orderViews },
  'orderViews.save': { kind: 'write', input: orderViewsInput, output: orderViews },
  'orders.get': { kind: 'read', input: z.strictObject({ orderId: id }), output: orderView },
  /** Orders that share the card or the ids of an order. */
  'orders.related': { kind: 'read', input: z.strictObject({ orderId: id }), output: relatedOrders },
  /** The exchanges of an order, oldest first; with `after`, only those newer than that exchange. */
  'orders.exchanges': {
    kind: 'read',
    input: z.strictObject({ orderId: id, after: id.optional() }),
    output: z.object({ exchanges: z.array(exchangeView) }),
  },
  /** Polls an order now; with null every open order of the active profile. */
  'orders.recheck': {
    kind: 'write',
    input: z.strictObject({ orderId: id.nullable() }),
    output: z.object({ asked: z.number().int() }),
  },
  'orders.adopt': {
    kind: 'write',
    input: z.strictObject({
      clientOrderId: fields.clientOrderId,
      gatewayOrderId: z.union([z.literal(''), fields.gatewayOrderId]),
      routeId: fields.routeId,
    }),
    output: orderView,
  },
  'orders.note': {
    kind: 'write',
    input: z.strictObject({ orderId: id, text: fields.note }),
    output: orderView,
  },
  /**
   * Everything about an order for a support person, masked: to the clipboard, or to a file that main asks for. Null = the
   * clipboard, or no file was chosen.
   */
  'orders.supportBundle': {
    kind: 'write',
    input: z.strictObject({ orderId: id, to: z.enum(['clipboard', 'file']) }),
    output: z.object({ fileName: z.string().nullable() }),
  },
  /** Copies the https address of the receipt that the gateway reports. */
  'orders.copyReceiptAddress': { kind: 'write', input: z.strictObject({ orderId: id }), output: done },
  /** Adds a label to an order or removes it. Letter case does not matter. At most 20 labels an order. */
  'orders.setLabel': {
    kind: 'write',
    input: z.strictObject({ orderId: id, label: fields.label, isSet: z.boolean() }),
    output: orderView,
  },
  /** The labels that orders have, for suggestions. */
  'labels.list': { kind: 'read', input: nothing, output: z.object({ labels: z.array(z.string()) }) },
  /**
   * Sends a status request for one earlier request by its serial number. It stores an exchange and never changes the
   * order.
   */
  'orders.lookupRequest': {
    kind: 'write',
    input: z.strictObject({ orderId: id, serialNumber: fields.serialNumber }),
    output: exchangeView,
  },
  /** All cards and charges of the person of a card or an order. */
  'people.get': {
    kind: 'read',
    input: z.strictObject({ of: z.enum(['card', 'order']), id }),
    output: personView,
  },
  'cards.list': { kind: 'read', input: nothing, output: z.object({ cards: z.array(cardView) }) },
  'cards.get': { kind: 'read', input: z.strictObject({ cardId: id }), output: cardView },
  'cards.add': {
    kind: 'write',
    input: z
      .strictObject({
        cardRefId: fields.cardRefId,
        nickname: fields.optionalName,
        customerReference: fields.optionalName,
        routeId: fields.routeId,
      })
      .superRefine(refuseSplitCardNumber('nickname', 'customerReference')),
    output: cardView,
  },
  'cards.update': {
    kind: 'write',
    input: z
      .strictObject({
        cardId: id,
        nickname: fields.optionalName,
        customerReference: fields.optionalName,
      })
      .superRefine(refuseSplitCardNumber('nickname', 'customerReference')),
    output: cardView,
  },
  'cards.refreshInfo': { kind: 'write', input: z.strictObject({ cardId: id }), output: cardView },
  /** create-card-ref for a final order. v2 returns the unique id of the card, v4 the other kinds of tokens. */
  'cards.register': {
    kind: 'write',
    input: z
      .strictObject({
        orderId: id,
        api: z.enum(['v2', 'v4']),
        nickname: fields.optionalName,
        customerReference: fields.optionalName,
      })
      .superRefine(refuseSplitCardNumber('nickname', 'customerReference')),
    output: cardView,
  },
  /** Stores a draft and returns exactly what a confirmation would send. Sends nothing. */
  'charges.prepare': { kind: 'write', input: z.strictObject({ draft: chargeDraft }), output: chargePreview },
  'charges.discard': { kind: 'write', input: z.strictObject({ chargeId: id }), output: done },
  /** The only command that sends a charge, once for each charge. A second confirmation returns the same order. */
  'charges.confirm': {
    kind: 'write',
    input: z.strictObject({
      chargeId: id,
      previewHash: z.string().max(128),
      acknowledged: z.array(z.string().max(64)).max(20),
      cvv2: fields.cvv2,
      /** The card number of a sale; only this message contains it. Empty for a stored card. */
      typedAmount: z.string().max(32).optional(),
      second: z.strictObject({ operatorId: id, pin: typedPin }).optional(),
      cardNumber: z.union([z.literal(''), fields.cardNumber]),
    }),
    output: orderView,
  },
  /** The cardholder is present: starts the awaited 3-D Secure steps. Returns at once; changes arrive as events. */
  'threeDs.continue': {
    kind: 'write',
    input: z.strictObject({ orderId: id, isCardholderPresent: z.literal(true) }),
    output: orderView,
  },
  /** Uploads an issuer's answer that is on disk and was proven not sent. It is sent once. */
  'threeDs.sendAnswer': { kind: 'write', input: z.strictObject({ orderId: id }), output: orderView },
  /** Closes the issuer's window and starts no further step. Results that were uploaded stay valid. */
  'threeDs.stop': { kind: 'write', input: z.strictObject({ orderId: id }), output: orderView },
  /**
   * Returns a new preview for a charge that was proven not sent, or recorded before a crash. A new confirmation sends
   * it.
   */
  'charges.sendAgain': { kind: 'write', input: z.strictObject({ chargeId: id }), output: chargePreview },
  'charges.cancel': { kind: 'write', input: z.strictObject({ chargeId: id }), output: orderView },
  'charges.resolve': {
    kind: 'write',
    input: z
      .strictObject({
        chargeId: id,
        resolution: z.enum(['present', 'absent']),
        ...resolutionNote.shape,
      })
      .superRefine(refuseSplitCardNumber('reason', 'name')),
    output: orderView,
  },
  'exchanges.list': {
    kind: 'read',
    input: z.strictObject({ query: exchangeQuery, cursor, limit: pageSize }),
    /**
     * A filter looks at a limited number of requests in each call and counts in these. `searchedToMs`: the time of the oldest one that was
     * looked at; null = the call reached the oldest of all.
     */
    output: page(exchangeSummary).extend({ searchedToMs: z.number().int().nullable() }),
  },
  /** What a pasted list of orders would do. */
  'adoptions.read': { kind: 'read', input: adoptionRequest, output: adoptionPreview },
  /** Adds the orders of a list one after the other; changes arrive as events. */
  'adoptions.start': { kind: 'write', input: adoptionRequest, output: adoptionView },
  'adoptions.get': { kind: 'read', input: nothing, output: z.object({ last: adoptionView.nullable() }) },
  'adoptions.pause': { kind: 'write', input: nothing, output: done },
  'adoptions.resume': { kind: 'write', input: nothing, output: done },
  'adoptions.stop': { kind: 'write', input: nothing, output: done },
  /** The last export of this run of the app. */
  'exports.get': { kind: 'read', input: nothing, output: z.object({ last: exportView.nullable() }) },
  /** Main asks the person for the file. Null when none was chosen. */
  'exports.start': {
    kind: 'write',
    input: exportRequest,
    output: z.object({ started: exportView.nullable() }),
  },
  'exports.cancel': { kind: 'write', input: nothing, output: done },
  /** Shows the exported file in the file manager. */
  'exports.showFile': { kind: 'write', input: nothing, output: done },
  /** The last import of this run of the app. */
  'imports.get': { kind: 'read', input: nothing, output: z.object({ last: importView.nullable() }) },
  /** Main asks the person for a file and reads it. Stores nothing. Null when none was chosen. */
  'imports.choose': {
    kind: 'write',
    input: nothing,
    output: z.object({ reading: importReading.nullable() }),
  },
  /** Reads the chosen file again in another way. Stores nothing. */
  'imports.read': { kind: 'read', input: z.strictObject({ choices: importChoices }), output: importReading },
  /** Adds the orders of the chosen file to the active profile. Nothing is sent for them. */
  'imports.start': { kind: 'write', input: importRequest, output: importView },
  /** Ends the running read or import. Orders that were added stay. */
  'imports.stop': { kind: 'write', input: nothing, output: done },
  'exchanges.get': { kind: 'read', input: z.strictObject({ exchangeId: id }), output: exchangeView },
  ...callbackCommands,
  ...refundCommands,
  ...careCommands,
  ...operatorCommands,
  /** Whether the app starts without a window when this user logs in to the computer. */
  'autostart.get': { kind: 'read', input: nothing, output: z.object({ isOn: z.boolean() }) },
  'autostart.set': { kind: 'write', input: z.strictObject({ isOn: z.boolean() }), output: done },
  ...updateCommands,
  /** Shows the data folder in the file manager. Works before the history is open. */
  'dataFolder.open': { kind: 'write', input: nothing, output: done },
  /** The same for the folder of the logs. */
  'logFolder.open': { kind: 'write', input: nothing, output: done },
  /** The order that a link of another program names, once; null without a link that waits. */
  'orderLink.take': {
    kind: 'write',
    input: nothing,
    output: z.object({ linked: linkedOrder.nullable() }),
  },
  /** What a support person asks first, as JSON text: versions, states, settings, last errors; no secrets. */
  'diagnostics.get': { kind: 'read', input: nothing, output: z.object({ text: z.string() }) },
  /** Copies it. */
  'diagnostics.copy': { kind: 'write', input: nothing, output: done },
  'clipboard.copy': {
    kind: 'write',
    input: z.strictObject({ text: z.string().min(1).max(100_000) }),
    output: done,
  },
} as const

/** Menu entries that the window handles. */
export const menuAction = z.enum([
  'show-home',
  'show-orders',
  'show-cards',
  'show-charge',
  'show-insights',
  'show-callbacks',
  'show-api-log',
  'show-settings',
  'show-about',
  'go-back',
  'go-forward',
  'open-command-bar',
  'search',
  'recheck-all',
  'adopt-order',
  'export-orders',
  'import-orders',
  'add-profile',
  'show-keyboard-map',
  'hide-personal',
  'lock',
])
export type MenuAction = z.infer<typeof menuAction>

/**
 * Every event from main: name -> payload. A payload is the complete new view with its revision, except for
 * `orders.checked`: a check of an order that found nothing new. Its exchange is not announced.
 */
export const events = {
  'appState.changed': appState,
  'orders.changed': orderView,
  'orders.checked': orderCheck,
  'cards.changed': cardView,
  'exchanges.recorded': exchangeSummary,
  'callbacks.kept': callbackView,
  'exports.changed': exportView,
  'imports.changed': importView,
  'adoptions.changed': adoptionView,
  'historyUpdate.advanced': historyUpdate,
  'updates.changed': updateView,
  /** The app is locked. The only event that is sent while it is. */
  'lock.changed': z.object({}),
  'menu.chosen': z.object({ action: menuAction }),
  /** A link waits for `orderLink.take`. */
  'orderLink.arrived': z.object({}),
} as const
