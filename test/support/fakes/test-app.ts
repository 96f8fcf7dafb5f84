import { randomBytes } from 'node:crypto'
import type { CallbackListenerState } from '../../../src-shared/domain/callback'
import type { ChargePreview } from '../../../src-shared/domain/charge'
import type { RebillDraft } from '../../../src-shared/domain/charge-draft'
import type { OrderView } from '../../../src-shared/domain/order'
import type { SaleDraft } from '../../../src-shared/domain/sale-draft'
import type { SharedFolder } from '../../../src-main/platform/shared-folder'
import type { PolicyReading } from '../../../src-main/ports/policy-source'
import type { OpenResult, StorageHost } from '../../../src-main/ports/storage'
import { AdminPolicy } from '../../../src-main/services/common/admin-policy'
import { ManagedProfiles } from '../../../src-main/services/profiles/managed-profiles'
import { AppStateService } from '../../../src-main/services/announcing/app-state-service'
import type { CallbackServiceParts } from '../../../src-main/services/callbacks/callback-service'
import { CardService } from '../../../src-main/services/cards/card-service'
import { ChargeService, type Confirmation } from '../../../src-main/services/charge/charge-service'
import { CareView } from '../../../src-main/services/data-care/care-view'
import { defaultCareMemory } from '../../../src-main/db/file/care-memory'
import { ExchangeService } from '../../../src-main/services/orders/exchange-service'
import { Follower } from '../../../src-main/services/following/follower'
import { GatewayAccess } from '../../../src-main/services/access/gateway-access'
import { GatewayTime } from '../../../src-main/services/common/gateway-time'
import { HistoryProof } from '../../../src-main/services/proof/history-proof'
import { HomeService } from '../../../src-main/services/orders/home-service'
import { InsightsService } from '../../../src-main/services/orders/insights-service'
import { KeychainWatch } from '../../../src-main/services/profiles/keychain-watch'
import { MissingCharges } from '../../../src-main/services/announcing/missing-charges'
import { StorageSession } from '../../../src-main/services/common/storage-session'
import { OperatorService } from '../../../src-main/services/startup/operator-service'
import { OperatorSession } from '../../../src-main/services/common/operator-session'
import { ConsentGate } from '../../../src-main/services/consent/consent-gate'
import { OrderAnnouncer } from '../../../src-main/services/announcing/order-announcer'
import { OrderLinks } from '../../../src-main/services/orders/order-links'
import { OrderService } from '../../../src-main/services/orders/order-service'
import { RefundCaseService } from '../../../src-main/services/orders/refund-case-service'
import { PollingStops } from '../../../src-main/services/access/polling-stops'
import { ProfileDirectory } from '../../../src-main/services/access/profile-directory'
import { ProfileService } from '../../../src-main/services/profiles/profile-service'
import { RecoveryService } from '../../../src-main/services/startup/recovery-service'
import { SettingsService } from '../../../src-main/services/startup/settings-service'
import { SigningKeyService } from '../../../src-main/services/profiles/signing-key-service'
import { SimulatorMerchant } from '../../../src-main/services/startup/simulator-merchant'
import { StartupService } from '../../../src-main/services/startup/startup-service'
import { StatusCheck } from '../../../src-main/services/following/status-check'
import { ThreeDsService } from '../../../src-main/services/three-ds/three-ds-service'
import { aCardNumber, aDraft, aProfile, aSaleDraft } from '../builders'
import { MemoryStorageHost } from '../memory-storage-host'
import { faultyStorage, StorageFaults } from '../storage-faults'
import { FakeBrowser } from './fake-browser'
import { FakeConsent } from './fake-consent'
import { FakeClock } from './fake-clock'
import { FakeGateway } from './fake-gateway'
import {
  FakeNetwork,
  FakePresence,
  FakeRecoveryFile,
  FakeSimulatorHost,
  InMemoryJournal,
} from './fake-surroundings'
import { FakeVault } from './fake-vault'
import { Life } from './life'
import { RecordingPublisher } from './recording-publisher'

/** Fakes that stay when a process of the app ends: disk, keychain, gateway, network and clock. */
export class TestEnvironment {
  readonly clock = new FakeClock()
  readonly gateway = new FakeGateway()
  readonly browser = new FakeBrowser()
  readonly consent = new FakeConsent()
  /** Whether the window is kept out of recordings, at each change. */
  readonly hiddenFromCapture: boolean[] = []
  readonly capture = { setHidden: (isHidden: boolean) => void this.hiddenFromCapture.push(isHidden) }
  readonly vault = new FakeVault()
  readonly network = new FakeNetwork()
  readonly simulator = new FakeSimulatorHost()
  readonly recoveryFile = new FakeRecoveryFile()
  readonly storage = new MemoryStorageHost()
  readonly storageFaults = new StorageFaults()
  readonly journal = new InMemoryJournal()
  readonly problems: { readonly where: string; readonly error: unknown }[] = []
  readonly presence = new FakePresence()
  callbackListener: CallbackListenerState = { kind: 'off' }
  sharing: SharedFolder | null = null
  policy: PolicyReading = { kind: 'none' }
  random: () => number = () => 0.5
}

/** One process of the app: all services, composed as in `compose.ts`. */
export class TestApp {
  readonly life: Life
  readonly publisher = new RecordingPublisher()
  readonly appState: AppStateService
  readonly operators: OperatorService
  readonly session: OperatorSession
  readonly cards: CardService
  readonly charges: ChargeService
  readonly consent: ConsentGate
  readonly exchanges: ExchangeService
  readonly follower: Follower
  readonly home: HomeService
  readonly insights: InsightsService
  readonly orders: OrderService
  readonly orderLinks: OrderLinks
  readonly refundCases: RefundCaseService
  readonly profiles: ProfileService
  readonly proof: HistoryProof
  readonly recovery: RecoveryService
  readonly settings: SettingsService
  readonly signingKeys: SigningKeyService
  readonly simulatorMerchant: SimulatorMerchant
  readonly startup: StartupService
  readonly threeDs: ThreeDsService
  /** Parts of a `CallbackService`, without the reader and the listener. */
  readonly callbackParts: Omit<CallbackServiceParts, 'reader' | 'listener'>
  /** Orders of sales that were accepted while the cardholder was present. */
  readonly presentSales: string[] = []

  constructor(env: TestEnvironment, life = new Life(), options: { readonly allowLoopback?: boolean } = {}) {
    this.life = life
    const clock = life.clock(env.clock)
    const { network, simulator, publisher, recoveryFile } = {
      network: env.network,
      simulator: env.simulator,
      publisher: this.publisher,
      recoveryFile: env.recoveryFile,
    }
    const vault = life.wrap(env.vault)
    const gateway = life.wrap(env.gateway)
    const storage = new StorageSession()
    const random = () => env.random()
    const report = (where: string, error: unknown) => {
      if (!life.isOver) env.problems.push({ where, error })
    }
    const policy = new AdminPolicy()
    const profiles = new ProfileDirectory(storage, policy)
    const stops = new PollingStops({ clock, random })
    const time = new GatewayTime(clock)
    env.gateway.onAnswer = ({ profileId, clockSkewMs, pause }) => {
      if (life.isOver) return
      if (clockSkewMs !== null) time.note(profileId, clockSkewMs)
      if (pause !== null) stops.note(profileId, { kind: 'busy', ...pause })
    }
    const onKeychainOpen = () => stops.noteKeychainOpened()
    const access = new GatewayAccess({ storage, vault, simulator, clock, onKeychainOpen })
    this.session = new OperatorSession({
      ...{ storage, clock, report, presence: env.presence },
      workplace: { osUser: 'iva', host: 'desk-7', appVersion: '0.1.0' },
    })
    const operators = this.session
    const missing = new MissingCharges(storage, operators, life.wrap(env.journal))
    const proof = new HistoryProof({ storage, vault, clock, report })
    this.proof = proof
    this.appState = new AppStateService({
      storage,
      operators,
      policy,
      profiles,
      access,
      missing,
      proof,
      stops,
      time,
      simulator,
      network,
      publisher,
      clock,
      report,
      callbackListener: { state: () => env.callbackListener },
      care: new CareView(defaultCareMemory, clock),
      fixed: {
        versions: { app: '0.1.0', electron: '45', chromium: '150', node: '24' },
        standIn: false,
        systemTimeZone: 'Europe/Stockholm',
        dataFolder: '/data',
      },
    })
    const { appState } = this
    const announcer = new OrderAnnouncer({ publisher, appState })
    const check = new StatusCheck({ storage, gateway, access, clock, random })
    this.follower = new Follower({
      ...{ storage, check, access, profiles, stops, announcer, appState, network, clock, random, report },
    })
    const { follower } = this
    new KeychainWatch({ vault, access, profiles, stops, appState, clock, report })
    this.consent = new ConsentGate({
      ...{ prompt: life.wrap(env.consent), operators: this.session, storage, profiles, clock, report },
    })
    const shared = {
      storage,
      operators,
      policy,
      gateway,
      access,
      profiles,
      follower,
      announcer,
      missing,
      proof,
      appState,
      clock,
      publisher,
      vault,
      consent: this.consent,
    }
    this.callbackParts = { ...shared, report }
    const browser = life.wrap(env.browser)
    this.threeDs = new ThreeDsService({ ...shared, browser, network, report })
    this.charges = new ChargeService({
      ...{ ...shared, stops, time, random, randomBytes, report },
      browser,
      systemTimeZone: 'Europe/Stockholm',
      onSaleSent: (order) => {
        this.threeDs.begin(order.summary.orderId)
        this.presentSales.push(order.summary.orderId)
      },
    })
    this.operators = new OperatorService({
      ...{ storage, session: operators, consent: this.consent, appState, vault, recoveryFile, clock },
      // The real cost would slow the tests down.
      pinCost: { n: 2, r: 1, p: 1 },
    })
    this.cards = new CardService(shared)
    this.orders = new OrderService(shared)
    this.orderLinks = new OrderLinks({ storage, publisher })
    this.refundCases = new RefundCaseService(shared)
    this.exchanges = new ExchangeService(storage)
    this.profiles = new ProfileService({ ...shared, stops, allowLoopback: options.allowLoopback ?? false })
    this.home = new HomeService({ storage, clock, systemTimeZone: 'Europe/Stockholm' })
    this.insights = new InsightsService({ storage, clock, systemTimeZone: 'Europe/Stockholm' })
    this.settings = new SettingsService(storage, appState)
    this.recovery = new RecoveryService({
      storage,
      vault,
      recoveryFile,
      consent: shared.consent,
      appState,
      capture: env.capture,
      clock,
      random,
    })
    this.signingKeys = new SigningKeyService({ ...shared, simulator, stops, report })
    this.simulatorMerchant = new SimulatorMerchant({
      ...{ ...shared, simulator, report },
      signingKeys: this.signingKeys,
    })
    this.startup = new StartupService({
      host: storageOfProcess(faultyStorage(env.storage, env.storageFaults), life),
      ...{
        storage,
        operators,
        consent: this.consent,
        vault,
        recoveryFile,
        profiles,
        access,
        missing,
        proof,
        follower,
        appState,
        publisher,
        clock,
        randomBytes,
        report,
      },
      managed: new ManagedProfiles({
        ...{ source: { read: () => Promise.resolve(env.policy) }, policy, clock },
        allowLoopback: options.allowLoopback ?? false,
      }),
      findSharing: () => Promise.resolve(env.sharing),
      databasePath: '/data/log.db',
    })
  }

  /** Prepares a charge and confirms its preview with every warning acknowledged. */
  async charge(draft: Partial<RebillDraft> = {}, cvv2 = ''): Promise<OrderView> {
    return this.confirm(await this.charges.prepare(aDraft(draft)), { cvv2 })
  }

  /** The same for a sale; the card number is entered again at the confirm. */
  async sell(
    draft: Partial<SaleDraft> = {},
    card: { readonly cvv2?: string; readonly cardNumber?: string } = {},
  ): Promise<OrderView> {
    const preview = await this.charges.prepare(aSaleDraft(draft))
    return this.confirm(preview, { cardNumber: aCardNumber, ...card })
  }

  confirm(
    preview: ChargePreview,
    given: Partial<Pick<Confirmation, 'cvv2' | 'cardNumber' | 'typedAmount' | 'second'>> = {},
  ): Promise<OrderView> {
    return this.charges.confirm({
      chargeId: preview.chargeId,
      previewHash: preview.previewHash,
      acknowledged: preview.guards.map((guard) => guard.code),
      cvv2: '',
      cardNumber: '',
      ...given,
    })
  }

  /** Ends the process at once; its environment stays. */
  kill(): void {
    this.life.kill()
  }
}

/** An environment with a database, one production profile with its key, and one card to charge. */
export async function readyEnvironment(): Promise<TestEnvironment> {
  const env = new TestEnvironment()
  const profile = aProfile()
  await env.vault.saveControlKey(profile, env.gateway.controlKey)
  const key = Uint8Array.from(randomBytes(32))
  await env.vault.saveDatabaseKey(key)
  await env.recoveryFile.create(key)
  await env.storage.create(key)
  const { writer } = env.storage
  writer.saveProfile(profile)
  writer.setActiveProfile(profile.profileId)
  writer.setRecoveryMade(true)
  writer.upsertCard({
    profileId: profile.profileId,
    cardRefId: '880017',
    routeId: '7722',
    nickname: 'Ann',
    bin: '411111',
    lastFour: '1111',
    expireMonth: 12,
    expireYear: 2031,
    atMs: env.clock.nowMs(),
  })
  return env
}

/** Starts the app in an environment. */
export async function startApp(env: TestEnvironment, life?: Life): Promise<TestApp> {
  const app = new TestApp(env, life)
  await app.startup.start()
  return app
}

/** Wraps an opened storage for this process. */
function storageOfProcess(host: StorageHost, life: Life): StorageHost {
  const wrapped = <O extends OpenResult>(opening: O): O =>
    opening.kind === 'opened'
      ? { ...opening, writer: life.wrap(opening.writer), reader: life.wrap(opening.reader) }
      : opening
  return {
    exists: () => host.exists(),
    open: async (key, onUpdate) => wrapped(await host.open(key, onUpdate)),
    create: async (key) => wrapped(await host.create(key)),
    openForReading: async (key) => life.wrap(await host.openForReading(key)),
    openForChecking: (key) => host.openForChecking(key),
    close: () => host.close(),
  }
}
