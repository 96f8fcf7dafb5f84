import { app, screen, shell, utilityProcess } from 'electron'
import { randomBytes } from 'node:crypto'
import { homedir, hostname, release, totalmem, userInfo } from 'node:os'
import { dirname } from 'node:path'
import { devDependencies } from '../../package.json'
import { defaultCareMemory, DiskCareMemory } from '../db/file/care-memory'
import { DiskChargeJournal } from '../db/file/charge-journal'
import type { DatabaseOptions } from '../db/file/connection'
import { WorkerHistoryCopies } from '../db/worker/worker-history-copies'
import { WorkerStorageHost } from '../db/worker/worker-storage-host'
import { callbackReader } from '../gateway/callback-reader'
import { factNames } from '../gateway/fact-names'
import { HttpGatewayClient } from '../gateway/http-gateway-client'
import { receiptAddress } from '../gateway/receipt-address'
import { NodeHttpTransport } from '../gateway/http-transport'
import { IssuerTunnel } from '../gateway/issuer-tunnel'
import { LoopbackCallbackListener } from '../gateway/loopback-callback-listener'
import { commandHandlers } from '../ipc/command-handlers'
import { WindowEventPublisher } from '../ipc/event-publisher'
import { TrustedSenders } from '../ipc/trusted-senders'
import { readPastedTable } from '../order-files/pasted-table'
import { ExportThreads } from '../order-files/export-thread'
import { ImportThreads } from '../order-files/import-thread'
import { systemClock } from '../platform/clock'
import { LimitedLog } from '../platform/limited-log'
import { recentProblems } from '../platform/log-tail'
import type { Logger } from '../platform/logger'
import type { SecretFingerprints } from '../platform/secret-fingerprints'
import { findSharing } from '../platform/shared-folder'
import { KeychainSecretStore } from '../secrets/keychain-secret-store'
import { DiskRecoveryFile } from '../secrets/recovery-file'
import { KeychainVault } from '../secrets/secret-vault'
import { SessionSecretStore } from '../secrets/session-secret-store'
import { keychainProcessOf } from '../secrets/utility-keychain-process'
import { AdminPolicy } from '../services/common/admin-policy'
import { AppStateService } from '../services/announcing/app-state-service'
import type { Autostart } from '../ports/autostart'
import { CallbackService } from '../services/callbacks/callback-service'
import { CardService } from '../services/cards/card-service'
import { ChargeService } from '../services/charge/charge-service'
import { ExportService } from '../services/export/export-service'
import { ImportService } from '../services/import/import-service'
import { CareView } from '../services/data-care/care-view'
import { DataCareService } from '../services/data-care/data-care-service'
import { ErasureService } from '../services/data-care/erasure-service'
import { ExchangeService } from '../services/orders/exchange-service'
import { PeopleService } from '../services/orders/people-service'
import { Follower } from '../services/following/follower'
import { GatewayAccess } from '../services/access/gateway-access'
import { GatewayTime } from '../services/common/gateway-time'
import { HistoryProof } from '../services/proof/history-proof'
import { ProofFile } from '../services/proof/proof-file'
import { HomeService } from '../services/orders/home-service'
import { InsightsService } from '../services/orders/insights-service'
import { KeychainWatch } from '../services/profiles/keychain-watch'
import { MissingCharges } from '../services/announcing/missing-charges'
import { StorageSession } from '../services/common/storage-session'
import { OperatorService } from '../services/startup/operator-service'
import { pinCost } from '../services/common/pin-hash'
import { OperatorSession } from '../services/common/operator-session'
import { ConsentGate } from '../services/consent/consent-gate'
import { OrderAnnouncer } from '../services/announcing/order-announcer'
import { AdoptionService } from '../services/orders/adoption-service'
import { OrderLinks } from '../services/orders/order-links'
import { OrderService } from '../services/orders/order-service'
import { RefundCaseService } from '../services/orders/refund-case-service'
import { SupportBundle } from '../services/orders/support-bundle'
import { OrderViewsService } from '../services/orders/order-views-service'
import { PollingStops } from '../services/access/polling-stops'
import { ProfileDirectory } from '../services/access/profile-directory'
import { ManagedProfiles } from '../services/profiles/managed-profiles'
import { ProfileService } from '../services/profiles/profile-service'
import { Diagnostics } from '../services/startup/diagnostics'
import { RecoveryService } from '../services/startup/recovery-service'
import type { ErrorReporter } from '../services/common/error-reporter'
import { SettingsService } from '../services/startup/settings-service'
import { SigningKeyService } from '../services/profiles/signing-key-service'
import { SimulatorMerchant } from '../services/startup/simulator-merchant'
import { StartupService } from '../services/startup/startup-service'
import { StatusCheck } from '../services/following/status-check'
import { ThreeDsService } from '../services/three-ds/three-ds-service'
import { SystemFileDialogs } from '../window/file-dialogs'
import { ConsentWindow } from '../window/consent/consent-window'
import { IssuerWindows } from '../window/issuer/issuer-windows'
import { noWindowState, WindowStateFile } from '../window/window-state'
import { UpdateService } from '../services/updates/update-service'
import { linuxCommand, packageKindOnLinux } from '../updates/install-by-hand'
import { UpdateFolder } from '../updates/update-folder'
import { DiskUpdateMemory } from '../updates/update-memory-file'
import { prepareInstaller, systemUpdater } from '../updates/system-installer'
import type { UpdateInstaller } from '../ports/update-installer'
import type { AppPaths } from './app-paths'
import { entryAutostart, listedAutostart } from './autostart'
import { isDevelopment } from './build-kind'
import { copyText } from './clipboard'
import { ElectronNetworkState, systemProxy } from './electron-network'
import { ElectronPresence } from './electron-presence'
import { folderOpener } from './folder-opener'
import { hideSecretsFromLog } from './hidden-secrets'
import { DiskPolicy } from './policy-file'
import { RunMark } from './run-mark'
import { ScreenCapture } from './screen-capture'
import { SimulatorProcess } from './simulator-process'
import { updateSource } from './update-source'

/** The whole main process, built once; the lifecycle starts, pauses and ends its parts. */
export type MainProcess = ReturnType<typeof compose>

/** Builds all parts of the main process and connects them. Starts nothing. */
export function compose(given: {
  readonly paths: AppPaths
  /** What main does. */
  readonly logger: Logger
  /** What windows ask for and report, and what they are refused. It has a file of its own, which a page can fill. */
  readonly ofWindows: Logger
  readonly secrets: SecretFingerprints
  /** Nothing is known of the last place of the window, and the present one is not kept. */
  readonly isSafeMode: boolean
}) {
  const { paths, logger, isSafeMode } = given
  const clock = systemClock
  const windowLog = new LimitedLog(given.ofWindows, clock)
  const windowLogger = windowLog.asLogger()
  const random = Math.random
  const report: ErrorReporter = (where, error) => {
    logger.error('background.failed', { where, error })
  }

  const senders = new TrustedSenders()
  const storage = new StorageSession()
  const operators = new OperatorSession({
    storage,
    presence: new ElectronPresence(),
    workplace: { osUser: accountName(), host: hostname(), appVersion: app.getVersion() },
    clock,
    report,
  })
  const publisher = new WindowEventPublisher(senders, logger, () => operators.isLocked)
  const network = new ElectronNetworkState()
  const simulator = new SimulatorProcess({
    file: paths.simulator,
    stateFile: paths.simulatorState,
    extraArgs: isDevelopment() ? simulatorArguments() : [],
    logger,
  })
  const stops = new PollingStops({ clock, random })
  const time = new GatewayTime(clock)
  const gateway = new HttpGatewayClient({
    transport: new NodeHttpTransport({ clock, proxies: systemProxy, ...logPeer(logger) }),
    clock,
    allowsLoopbackTest: isDevelopment(),
    onAnswer: ({ profileId, clockSkewMs, pause }) => {
      if (clockSkewMs !== null) time.note(profileId, clockSkewMs)
      if (pause !== null) stops.note(profileId, { kind: 'busy', ...pause })
    },
  })

  const windowParts = {
    clock,
    logger: windowLogger,
    iconFile: process.platform === 'darwin' ? null : paths.icon,
  }
  const issuerWindows = new IssuerWindows({
    ...windowParts,
    network: new IssuerTunnel({
      clock,
      proxies: systemProxy,
      onRefused: () => windowLogger.warn('issuer.host-refused'),
    }),
  })
  const consentWindow = new ConsentWindow(windowParts)

  const database: DatabaseOptions = {
    file: paths.database,
    nativeBinding: app.isPackaged ? undefined : process.env['REBILL_DESK_SQLITE_BINDING'],
    factNames,
    appVersion: app.getVersion(),
  }
  const host = new WorkerStorageHost({
    ...database,
    workerFiles: { writer: paths.dbWriter, reader: paths.dbReader },
  })
  const careView = new CareView(defaultCareMemory, clock)
  const keychain = new KeychainSecretStore({
    spawn: () =>
      keychainProcessOf(
        utilityProcess.fork(paths.keychain, [], { serviceName: 'Rebill Desk keychain', stdio: 'ignore' }),
      ),
    clock,
    serviceName: 'Rebill Desk',
  })
  const vault = hideSecretsFromLog(
    new KeychainVault(keychain, new SessionSecretStore(), paths.database, (profileId, wrappingKey) => {
      given.secrets.add(wrappingKey, profileId)
    }),
    given.secrets,
  )
  const recoveryFile = new DiskRecoveryFile(paths.recoveryFile)

  const policy = new AdminPolicy()
  const profiles = new ProfileDirectory(storage, policy)
  const consent = new ConsentGate({ prompt: consentWindow, storage, operators, profiles, clock, report })
  const onKeychainOpen = () => stops.noteKeychainOpened()
  const access = new GatewayAccess({ storage, vault, simulator, clock, onKeychainOpen })
  const missing = new MissingCharges(storage, operators, new DiskChargeJournal(paths.chargeJournal))
  const proof = new HistoryProof({ storage, vault, clock, report })
  const callbackListener = new LoopbackCallbackListener(clock)
  const systemTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const versions = {
    app: app.getVersion(),
    electron: process.versions.electron,
    chromium: process.versions['chrome'] ?? '',
    node: process.versions.node,
  }
  const appState = new AppStateService({
    storage,
    profiles,
    access,
    missing,
    proof,
    stops,
    time,
    simulator,
    network,
    callbackListener,
    care: careView,
    operators,
    policy,
    publisher,
    clock,
    report,
    fixed: {
      versions,
      standIn: process.versions.electron !== devDependencies.electron,
      systemTimeZone,
      dataFolder: paths.data,
    },
  })
  const announcer = new OrderAnnouncer({ publisher, appState })
  const check = new StatusCheck({ storage, gateway, access, clock, random })
  const follower = new Follower({
    storage,
    check,
    access,
    profiles,
    stops,
    announcer,
    appState,
    network,
    clock,
    random,
    report,
  })
  new KeychainWatch({ vault, access, profiles, stops, appState, clock, report })
  const threeDs = new ThreeDsService({
    storage,
    operators,
    gateway,
    access,
    profiles,
    browser: issuerWindows,
    follower,
    announcer,
    proof,
    network,
    clock,
    report,
  })
  const charges = new ChargeService({
    storage,
    operators,
    gateway,
    access,
    profiles,
    stops,
    time,
    follower,
    announcer,
    missing,
    proof,
    clock,
    random,
    randomBytes,
    report,
    systemTimeZone,
    browser: issuerWindows,
    consent,
    onSaleSent: (order) => threeDs.begin(order.summary.orderId),
  })
  const signingKeys = new SigningKeyService({
    storage,
    vault,
    access,
    profiles,
    simulator,
    stops,
    appState,
    consent,
    clock,
    report,
  })
  const startup = new StartupService({
    host,
    storage,
    managed: new ManagedProfiles({
      ...{ source: new DiskPolicy(paths.policy), policy, clock, allowLoopback: isDevelopment() },
    }),
    operators,
    consent,
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
    findSharing: () => findSharing(paths.data),
    databasePath: paths.database,
  })
  const simulatorMerchant = new SimulatorMerchant({
    storage,
    vault,
    simulator,
    profiles,
    access,
    follower,
    appState,
    signingKeys,
    clock,
    report,
  })
  const fileDialogs = new SystemFileDialogs(paths.documents, (file) => {
    shell.showItemInFolder(file)
  })
  const exports = new ExportService({
    storage,
    operators,
    vault,
    profiles,
    exporter: new ExportThreads(database, paths.orderExport),
    dialogs: fileDialogs,
    publisher,
    clock,
    systemTimeZone,
    appVersion: app.getVersion(),
    report,
  })
  const imports = new ImportService({
    storage,
    operators,
    profiles,
    files: new ImportThreads(paths.orderImport),
    dialogs: fileDialogs,
    publisher,
    appState,
    clock,
    report,
  })
  const orders = new OrderService({
    ...{ storage, operators, gateway, access, profiles, follower, announcer, clock },
  })
  const restarts = new Set<() => void>()
  const capture = new ScreenCapture()
  const copies = new WorkerHistoryCopies({
    ...database,
    folder: paths.backups,
    recoveryFile: paths.recoveryFile,
    workerFile: paths.dbCare,
  })
  const isSending = () => charges.awaited().length > 0 || threeDs.underWay() > 0
  const care = new DataCareService({
    copies,
    consent,
    operators,
    memory: new DiskCareMemory(paths.careMemory),
    view: careView,
    dialogs: fileDialogs,
    vault,
    storage,
    startup,
    appState,
    clock,
    report,
    isSending,
    onRestored: () => {
      for (const restart of restarts) restart()
    },
  })
  const erasures = new ErasureService({
    ...{ storage, operators, consent, copies, care, announcer, publisher, clock, report, isSending },
    view: careView,
  })
  const orderLinks = new OrderLinks({ storage, publisher })
  const atEnd: AtEnd = { install: null }
  const source = updateSource(!isDevelopment(), process.env)
  const updates = new UpdateService({
    source,
    packages: new UpdateFolder({
      address: source?.address ?? '',
      folder: paths.updates,
      proxies: systemProxy,
      allowsPlainLoopback: isDevelopment(),
    }),
    installer: process.platform === 'linux' ? installerByHand() : installerAtEnd(atEnd),
    memory: new DiskUpdateMemory(paths.updateMemory),
    ...{ policy, consent, publisher, clock, report, isSending },
    appVersion: app.getVersion(),
    system: `${process.platform}-${process.arch}`,
  })
  const handlers = commandHandlers({
    updates,
    startup,
    care,
    erasures,
    operatorSession: operators,
    operators: new OperatorService({
      ...{ storage, session: operators, consent, appState, vault, recoveryFile, clock, pinCost },
    }),
    simulatorMerchant,
    recovery: new RecoveryService({
      ...{ storage, vault, recoveryFile, consent, appState, capture, clock, random },
    }),
    settings: new SettingsService(storage, appState),
    orderViews: new OrderViewsService(storage),
    profiles: new ProfileService({
      storage,
      operators,
      policy,
      vault,
      gateway,
      access,
      profiles,
      stops,
      follower,
      announcer,
      appState,
      consent,
      clock,
      allowLoopback: isDevelopment(),
    }),
    home: new HomeService({ storage, clock, systemTimeZone }),
    insights: new InsightsService({ storage, clock, systemTimeZone }),
    orders,
    refundCases: new RefundCaseService({ storage, operators, announcer, follower, clock }),
    supportBundle: new SupportBundle({
      ...{ storage, dialogs: fileDialogs, copyText, receiptAddress, clock, systemTimeZone, versions },
    }),
    adoptions: new AdoptionService({
      storage,
      profiles,
      orders,
      readTable: readPastedTable,
      publisher,
      clock,
      report,
    }),
    cards: new CardService({
      ...{ storage, operators, gateway, access, profiles, announcer, publisher, clock },
    }),
    charges,
    threeDs,
    signingKeys,
    callbacks: new CallbackService({
      storage,
      policy,
      reader: callbackReader,
      listener: callbackListener,
      vault,
      profiles,
      follower,
      announcer,
      appState,
      publisher,
      clock,
      report,
    }),
    exchanges: new ExchangeService(storage),
    orderLinks,
    people: new PeopleService(storage),
    exports,
    imports,
    proof,
    proofFile: new ProofFile({
      storage,
      operators,
      dialogs: fileDialogs,
      clock,
      appVersion: app.getVersion(),
    }),
    copyText,
    autostart: autostartOf(paths.autostart),
    openDataFolder: folderOpener(paths.data, (path) => shell.openPath(path), clock),
    openLogFolder: folderOpener(dirname(paths.logFile), (path) => shell.openPath(path), clock),
    diagnostics: new Diagnostics({
      appState,
      system: {
        ...{ platform: process.platform, release: release(), arch: process.arch },
        ...{ locale: app.getLocale(), memoryGb: Math.round(totalmem() / 1024 ** 3) },
        ...{ isPackaged: app.isPackaged, isSafeMode, homeFolder: homedir() },
      },
      recentProblems: (count) => recentProblems([paths.logFile, paths.windowLogFile], count),
      ...{ copyText, clock },
    }),
  })

  return {
    clock,
    report,
    logger,
    windowLog,
    windowLogger,
    paths,
    senders,
    publisher,
    network,
    simulator,
    issuerWindows,
    consent,
    consentWindow,
    host,
    copies,
    storage,
    operators,
    appState,
    follower,
    charges,
    threeDs,
    exports,
    imports,
    fileDialogs,
    callbackListener,
    care,
    erasures,
    updates,
    atEnd,
    /** Called when the window must start anew. */
    restarts,
    capture,
    keychain,
    startup,
    proof,
    simulatorMerchant,
    handlers,
    orderLinks,
    runMark: new RunMark(paths.runMark),
    windowState: isSafeMode ? noWindowState : new WindowStateFile(paths.windowState),
    workAreas: () => [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea),
  }
}

/** What happens when all parts have ended: starts the installer of an update. Null = the app just ends. */
interface AtEnd {
  install: (() => void) | null
}

/** On Windows and macOS the installer starts after all parts of the app have ended. */
function installerAtEnd(atEnd: AtEnd): UpdateInstaller {
  return {
    by: 'app',
    kind: process.platform === 'darwin' ? 'zip' : 'exe',
    install: async (update) => {
      atEnd.install = await prepareInstaller(await systemUpdater(), update)
      app.quit()
    },
  }
}

/** On Linux a person installs the package. */
function installerByHand(): UpdateInstaller {
  const kind = packageKindOnLinux(process.execPath, !isDevelopment())
  return {
    ...{ by: 'person', kind },
    commandFor: (file) => linuxCommand(kind, file),
    show: (file) => {
      shell.showItemInFolder(file)
    },
  }
}

/**
 * Extra simulator arguments for development, from an environment variable: a higher speed, or the other rebill variant.
 */
function simulatorArguments(): string[] {
  return (process.env['REBILL_DESK_SIMULATOR_ARGS'] ?? '').split(' ').filter((part) => part !== '')
}

/** In a checkout the program is Electron, with the folder of the app as its argument. */
function autostartOf(file: string): Autostart {
  const command = [process.execPath, ...(app.isPackaged ? [] : [app.getAppPath()])]
  return process.platform === 'linux' ? entryAutostart(file, command) : listedAutostart(app)
}

/** The account of the operating system; its number where it has no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

function logPeer(logger: Logger) {
  return {
    onVerified: (peer: { readonly host: string; readonly issuer: string; readonly protocol: string }) => {
      logger.info('gateway.verified', peer)
    },
  }
}
