import type { Autostart } from '../ports/autostart'
import type { CommandHandlers } from '../../src-shared/ipc/contract-types'
import type { AdoptionService } from '../services/orders/adoption-service'
import type { CallbackService } from '../services/callbacks/callback-service'
import type { CardService } from '../services/cards/card-service'
import type { ChargeService } from '../services/charge/charge-service'
import type { DataCareService } from '../services/data-care/data-care-service'
import type { ErasureService } from '../services/data-care/erasure-service'
import type { ExchangeService } from '../services/orders/exchange-service'
import type { ExportService } from '../services/export/export-service'
import type { ImportService } from '../services/import/import-service'
import type { HistoryProof } from '../services/proof/history-proof'
import type { ProofFile } from '../services/proof/proof-file'
import type { InsightsService } from '../services/orders/insights-service'
import type { HomeService } from '../services/orders/home-service'
import type { OperatorService } from '../services/startup/operator-service'
import type { OperatorSession } from '../services/common/operator-session'
import type { OrderLinks } from '../services/orders/order-links'
import type { OrderService } from '../services/orders/order-service'
import type { OrderViewsService } from '../services/orders/order-views-service'
import type { PeopleService } from '../services/orders/people-service'
import type { ProfileService } from '../services/profiles/profile-service'
import type { RefundCaseService } from '../services/orders/refund-case-service'
import type { UpdateService } from '../services/updates/update-service'
import type { Diagnostics } from '../services/startup/diagnostics'
import type { RecoveryService } from '../services/startup/recovery-service'
import type { SettingsService } from '../services/startup/settings-service'
import type { SigningKeyService } from '../services/profiles/signing-key-service'
import type { SimulatorMerchant } from '../services/startup/simulator-merchant'
import type { StartupService } from '../services/startup/startup-service'
import type { SupportBundle } from '../services/orders/support-bundle'
import type { ThreeDsService } from '../services/three-ds/three-ds-service'

/** The services that answer commands. */
export interface AnsweringServices {
  readonly startup: StartupService
  readonly simulatorMerchant: SimulatorMerchant
  readonly recovery: RecoveryService
  readonly settings: SettingsService
  readonly profiles: ProfileService
  readonly home: HomeService
  readonly insights: InsightsService
  readonly orders: OrderService
  readonly orderLinks: OrderLinks
  readonly refundCases: RefundCaseService
  readonly supportBundle: SupportBundle
  readonly orderViews: OrderViewsService
  readonly cards: CardService
  readonly charges: ChargeService
  readonly threeDs: ThreeDsService
  readonly signingKeys: SigningKeyService
  readonly callbacks: CallbackService
  readonly exchanges: ExchangeService
  readonly people: PeopleService
  readonly exports: ExportService
  readonly imports: ImportService
  readonly adoptions: AdoptionService
  readonly care: DataCareService
  readonly proof: Pick<HistoryProof, 'verify'>
  readonly proofFile: ProofFile
  readonly erasures: ErasureService
  readonly operators: OperatorService
  readonly operatorSession: OperatorSession
  readonly autostart: Autostart
  readonly copyText: (text: string) => Promise<void>
  readonly openDataFolder: () => Promise<void>
  readonly openLogFolder: () => Promise<void>
  readonly diagnostics: Diagnostics
  readonly updates: UpdateService
}

/** The service method of each command. */
export function commandHandlers(services: AnsweringServices): CommandHandlers {
  const { startup, recovery, profiles, orders, cards, charges, exchanges } = services
  const { operators, operatorSession } = services
  const { threeDs, signingKeys, callbacks, care, erasures, refundCases, updates } = services
  return {
    'appState.get': () => startup.snapshot(),
    'historyUpdate.get': () => Promise.resolve({ update: startup.update() }),
    'start.retry': () => startup.start(),
    'start.recover': ({ recoveryCode }) => startup.recover(recoveryCode),
    'start.trySimulator': () => services.simulatorMerchant.try(),
    'recovery.create': () => recovery.create(),
    'recovery.confirm': ({ groups }) => recovery.confirm(groups),
    'history.verify': () => services.proof.verify().then(() => startup.snapshot()),
    'history.saveProof': async () => (await services.proofFile.save()) ?? { fileName: null },
    'history.accept': (words) => startup.acceptHistory(words),
    'history.acknowledgeMissing': ({ clientOrderIds }) => startup.acknowledgeMissing(clientOrderIds),
    'settings.save': (settings) => services.settings.save(settings),
    'profiles.save': ({ profile, controlKey }) => profiles.save(profile, controlKey),
    'profiles.remove': ({ profileId }) => done(profiles.remove(profileId)),
    'profiles.select': ({ profileId }) => profiles.select(profileId),
    'signingKeys.import': ({ profileId, privateKey }) => signingKeys.import(profileId, privateKey),
    'signingKeys.create': ({ profileId, bits }) => signingKeys.create(profileId, bits),
    'signingKeys.remove': ({ profileId }) => signingKeys.remove(profileId),
    'profiles.test': ({ profileId }) => profiles.test(profileId),
    'home.get': () => services.home.get(),
    'insights.get': (request) => services.insights.get(request),
    'orderViews.get': () => services.orderViews.get(),
    'orderViews.save': (views) => services.orderViews.save(views),
    'orders.count': ({ query }) => orders.count(query),
    'orders.list': async ({ query, cursor, limit }) => mutable(await orders.list(query, cursor, limit)),
    'orders.get': ({ orderId }) => orders.get(orderId),
    'orders.related': ({ orderId }) => orders.related(orderId),
    'orders.exchanges': async ({ orderId, after }) => ({
      exchanges: await orders.exchanges(orderId, after),
    }),
    'orders.recheck': async ({ orderId }) => ({ asked: await orders.recheck(orderId) }),
    'orders.adopt': (ids) => orders.adopt(ids),
    'orders.note': ({ orderId, text }) => orders.note(orderId, text),
    'orders.supportBundle': async ({ orderId, to }) => {
      if (to === 'file') return (await services.supportBundle.save(orderId)) ?? { fileName: null }
      await services.supportBundle.copy(orderId)
      return { fileName: null }
    },
    'orders.copyReceiptAddress': ({ orderId }) => done(services.supportBundle.copyReceiptAddress(orderId)),
    'orders.setLabel': ({ orderId, label, isSet }) => orders.setLabel(orderId, label, isSet),
    'labels.list': async () => ({ labels: await orders.labels() }),
    'orders.lookupRequest': ({ orderId, serialNumber }) => orders.lookupRequest(orderId, serialNumber),
    'people.get': ({ of, id }) => services.people.get(of, id),
    'cards.list': async () => ({ cards: await cards.list() }),
    'cards.get': ({ cardId }) => cards.get(cardId),
    'cards.add': (card) => cards.add(card),
    'cards.update': ({ cardId, ...labels }) => cards.update(cardId, labels),
    'cards.refreshInfo': ({ cardId }) => cards.refreshInfo(cardId),
    'cards.register': ({ orderId, api, ...labels }) => cards.register(orderId, api, labels),
    'charges.prepare': ({ draft }) => charges.prepare(draft),
    'charges.discard': ({ chargeId }) => done(charges.discard(chargeId)),
    'charges.confirm': (confirmation) => charges.confirm(confirmation),
    'charges.sendAgain': ({ chargeId }) => charges.sendAgain(chargeId),
    'charges.cancel': ({ chargeId }) => charges.cancel(chargeId),
    'charges.resolve': (resolution) => charges.resolve(resolution),
    'threeDs.continue': ({ orderId }) => threeDs.continue(orderId),
    'threeDs.sendAnswer': ({ orderId }) => threeDs.sendAnswer(orderId),
    'threeDs.stop': ({ orderId }) => threeDs.stop(orderId),
    'callbacks.read': ({ text }) => callbacks.read(text),
    'callbacks.keep': async ({ text, source }) => ({ callbacks: await callbacks.keep(text, source) }),
    'callbacks.list': async ({ query, cursor, limit }) => mutable(await callbacks.list(query, cursor, limit)),
    'callbacks.get': ({ callbackId }) => callbacks.get(callbackId),
    'callbacks.attach': ({ callbackId, orderId }) => callbacks.attach(callbackId, orderId),
    'callbacks.listen': ({ port }) => callbacks.listen(port),
    'refundCases.ask': (request) => refundCases.ask(request),
    'refundCases.handOver': (step) => refundCases.handOver(step),
    'refundCases.refuse': (step) => refundCases.refuse(step),
    'exchanges.list': async ({ query, cursor, limit }) => mutable(await exchanges.list(query, cursor, limit)),
    'exchanges.get': ({ exchangeId }) => exchanges.get(exchangeId),
    'adoptions.read': (request) => services.adoptions.preview(request),
    'adoptions.start': (request) => services.adoptions.start(request),
    'adoptions.get': () => Promise.resolve({ last: services.adoptions.get() }),
    'adoptions.pause': () => {
      services.adoptions.pause()
      return Promise.resolve({})
    },
    'adoptions.resume': () => {
      services.adoptions.resume()
      return Promise.resolve({})
    },
    'adoptions.stop': () => {
      services.adoptions.stop()
      return Promise.resolve({})
    },
    'exports.get': () => Promise.resolve({ last: services.exports.get() }),
    'exports.start': async (request) => ({ started: await services.exports.start(request) }),
    'exports.cancel': () => {
      services.exports.cancel()
      return Promise.resolve({})
    },
    'exports.showFile': async () => {
      await Promise.resolve()
      services.exports.showFile()
      return {}
    },
    'imports.get': () => Promise.resolve({ last: services.imports.get() }),
    'imports.choose': async () => ({ reading: await services.imports.choose() }),
    'imports.read': ({ choices }) => services.imports.read(choices),
    'imports.start': (request) => services.imports.start(request),
    'imports.stop': () => {
      services.imports.stop()
      return Promise.resolve({})
    },
    'history.backUp': ({ where }) => care.backUp(where),
    'history.stopBackup': () => care.stop(),
    'history.saveSchedule': (schedule) => care.saveSchedule(schedule),
    'backups.list': async () => ({ copies: await care.list() }),
    'history.chooseCopy': async () => ({ copies: [(await care.choose()) ?? []].flat() }),
    'history.restore': ({ name }) => care.restore(name),
    'history.check': () => care.check(),
    'erasureScope.get': (person) => erasures.preview(person),
    'erasures.erasePerson': ({ orders, ...person }) => erasures.erasePerson(person, orders),
    'erasures.list': async () => ({ erasures: await erasures.list() }),
    'expiredOrders.count': async (input) => ({ orders: await erasures.countExpired(input.months) }),
    'erasures.saveRetention': ({ months, typed }) => erasures.saveRetention(months, typed),
    'lock.get': () => operatorSession.lockState(),
    'lock.unlock': ({ operatorId, pin }) => operatorSession.unlock(operatorId, pin),
    'lock.resetPin': (input) => operators.resetPin(input),
    'lock.now': () => {
      operatorSession.lock()
      return Promise.resolve({})
    },
    'lock.saveMinutes': ({ minutes }) => operators.saveLockMinutes(minutes),
    'limits.save': (input) => profiles.saveLimits(input),
    'operators.save': (operator) => operators.save(operator),
    'operators.remove': ({ operatorId, ownPin }) => operators.remove(operatorId, ownPin),
    'autostart.get': async () => ({ isOn: await services.autostart.isOn() }),
    'autostart.set': ({ isOn }) => done(services.autostart.set(isOn)),
    'updates.get': () => Promise.resolve(updates.get()),
    'updates.check': () => updates.check(),
    'updates.download': async () => {
      await Promise.resolve()
      return updates.download()
    },
    'updates.cancel': () => Promise.resolve(updates.cancel()),
    'updates.install': () => updates.install(),
    'updates.saveDaily': ({ isDaily }) => updates.saveDaily(isDaily),
    'dataFolder.open': () => done(services.openDataFolder()),
    'logFolder.open': () => done(services.openLogFolder()),
    'orderLink.take': async () => ({ linked: await services.orderLinks.take() }),
    'diagnostics.get': async () => ({ text: await services.diagnostics.text() }),
    'diagnostics.copy': () => done(services.diagnostics.copy()),
    'clipboard.copy': ({ text }) => done(services.copyText(text)),
  }
}

async function done(work: Promise<void>): Promise<Record<string, never>> {
  await work
  return {}
}

/** The arrays of the contract are mutable, those of the store are not. The reply is a copy in any case. */
function mutable<T, P extends { readonly rows: readonly T[] }>(page: P & { readonly rows: readonly T[] }) {
  return { ...page, rows: [...page.rows] }
}
