import type { AppState, Ending, Settings, StartState } from '../../../src-shared/domain/app-state'
import type { ProfileView, UnreadableProfileView } from '../../../src-shared/domain/profile'
import type { Clock } from '../../platform/clock'
import type { CallbackListener } from '../../ports/callback-listener'
import type { EventPublisher } from '../../ports/event-publisher'
import type { CareState } from '../../../src-shared/domain/data-care'
import type { NetworkState } from '../../ports/network'
import type { SimulatorHost } from '../../ports/simulator-host'
import type { StoredProfile } from '../../ports/storage'
import type { GatewayAccess } from '../access/gateway-access'
import type { AdminPolicy } from '../common/admin-policy'
import type { GatewayTime } from '../common/gateway-time'
import type { HistoryProof } from '../proof/history-proof'
import type { MissingCharges } from './missing-charges'
import type { StorageSession } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import type { PollingStops } from '../access/polling-stops'
import type { ProfileDirectory } from '../access/profile-directory'
import { profileViewOf, storedProfileViewOf, type ProfileSurroundings } from '../access/profile-view'
import type { ErrorReporter } from '../common/error-reporter'

/** Values that do not change while the app runs. */
export type StaticState = Pick<AppState, 'standIn' | 'systemTimeZone' | 'dataFolder'> & {
  readonly versions: Omit<AppState['versions'], 'sqlite'>
}

export interface AppStateParts {
  readonly storage: StorageSession
  readonly profiles: ProfileDirectory
  readonly access: GatewayAccess
  readonly missing: MissingCharges
  readonly stops: PollingStops
  readonly time: GatewayTime
  readonly simulator: SimulatorHost
  readonly network: NetworkState
  readonly callbackListener: Pick<CallbackListener, 'state'>
  readonly care: { state(): CareState }
  readonly proof: HistoryProof
  readonly operators: Pick<OperatorSession, 'state'>
  readonly policy: Pick<AdminPolicy, 'view'>
  readonly publisher: EventPublisher
  readonly clock: Clock
  readonly report: ErrorReporter
  readonly fixed: StaticState
}

type StoredPart = Pick<
  AppState,
  | 'profiles'
  | 'unreadableProfiles'
  | 'formerProfiles'
  | 'activeProfileId'
  | 'settings'
  | 'recovery'
  | 'missingCharges'
  | 'restored'
  | 'counts'
>

/** Default settings. */
export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  detailPx: null,
  timeZone: 'system',
  operatorName: '',
}

const closedStorage: StoredPart = {
  profiles: [],
  unreadableProfiles: [],
  formerProfiles: [],
  activeProfileId: null,
  settings: defaultSettings,
  recovery: 'not-made',
  missingCharges: [],
  restored: null,
  counts: { inFlight: 0, attention: 0, open: 0, refundCases: 0 },
}

// Followed orders change many times a second. The counts in the window need fewer updates.
const refreshDelayMs = 300

/** Builds the app state for the windows and publishes every change with a rising revision. */
export class AppStateService {
  readonly #parts: AppStateParts
  #start: StartState = { kind: 'first-run' }
  #keychain: AppState['keychain'] = { kind: 'os', backend: null }
  #ending: Ending | null = null
  #sqliteVersion: string | null = null
  #state: AppState | null = null
  #lastBuild: Promise<unknown> = Promise.resolve()
  #isRefreshPlanned = false

  constructor(parts: AppStateParts) {
    this.#parts = parts
    parts.network.onChange(() => {
      this.refreshSoon()
    })
    parts.simulator.onChange(() => {
      this.refreshSoon()
    })
    parts.time.onChange(() => {
      this.refreshSoon()
    })
    parts.proof.onChange(() => {
      this.refreshSoon()
    })
  }

  /** Result of the start. Only the start changes it. */
  get start(): StartState {
    return this.#start
  }

  setStart(start: StartState, keychain: AppState['keychain']): void {
    this.#start = start
    this.#keychain = keychain
  }

  /** The app is quitting and waits for this. */
  setEnding(ending: Ending): void {
    this.#ending = ending
  }

  /** The current snapshot. */
  get(): Promise<AppState> {
    return this.refresh()
  }

  /** Rebuilds the snapshot, publishes it if it differs, and returns it. */
  refresh(): Promise<AppState> {
    const build = this.#lastBuild.then(() => this.#buildAndAnnounce())
    this.#lastBuild = build.catch(() => undefined)
    return build
  }

  /** Refreshes after a short delay, once for many changes. */
  refreshSoon(): void {
    if (this.#isRefreshPlanned) return
    this.#isRefreshPlanned = true
    this.#parts.clock.schedule(refreshDelayMs, () => {
      this.#isRefreshPlanned = false
      this.refresh().catch((error: unknown) => {
        this.#parts.report('app-state', error)
      })
    })
  }

  async #buildAndAnnounce(): Promise<AppState> {
    const { publisher } = this.#parts
    const revision = this.#state?.revision ?? 0
    const state = await this.#build(revision)
    if (this.#state !== null && JSON.stringify(state) === JSON.stringify(this.#state)) return this.#state
    this.#state = { ...state, revision: revision + 1 }
    publisher.publish('appState.changed', this.#state)
    return this.#state
  }

  async #build(revision: number): Promise<AppState> {
    const { storage, simulator, network, time, callbackListener, care, proof, operators, policy, fixed } =
      this.#parts
    const stored = storage.isOpen ? await this.#readStored() : closedStorage
    return {
      revision,
      start: this.#shownStart(stored),
      ...stored,
      storage: { trouble: storage.trouble },
      ending: this.#ending,
      care: care.state(),
      proof: proof.state(),
      operators: operators.state(),
      policy: policy.view([...stored.profiles, ...stored.unreadableProfiles]),
      keychain: this.#keychain,
      online: network.isOnline(),
      clockSkews: time.notableSkews(),
      simulator: { kind: simulator.state() },
      callbackListener: callbackListener.state(),
      versions: { ...fixed.versions, sqlite: this.#sqliteVersion ?? '' },
      standIn: fixed.standIn,
      systemTimeZone: fixed.systemTimeZone,
      dataFolder: fixed.dataFolder,
    }
  }

  /** The app is ready as soon as one profile exists, even one that cannot be read. */
  #shownStart({ profiles, unreadableProfiles }: StoredPart): StartState {
    if (this.#start.kind !== 'ready' && this.#start.kind !== 'first-run') return this.#start
    return { kind: profiles.length + unreadableProfiles.length === 0 ? 'first-run' : 'ready' }
  }

  async #readStored(): Promise<StoredPart> {
    const { reader } = this.#parts.storage
    const state = await reader.getState()
    this.#sqliteVersion ??= await reader.sqliteVersion()
    return {
      ...(await this.#profileViews()),
      formerProfiles: [...(await reader.listFormerProfiles())],
      activeProfileId: state.activeProfileId,
      settings: state.settings,
      recovery: state.isRecoveryMade ? 'made' : 'not-made',
      missingCharges: [...(await this.#parts.missing.list())],
      restored: this.#parts.missing.restored(),
      counts: await reader.counts(state.activeProfileId),
    }
  }

  async #profileViews(): Promise<Pick<StoredPart, 'profiles' | 'unreadableProfiles'>> {
    const { profiles } = this.#parts
    const views: ProfileView[] = []
    for (const profile of await profiles.list())
      views.push(profileViewOf(profile, await this.#surroundingsOf(profile)))
    const unreadable: UnreadableProfileView[] = []
    for (const profile of await profiles.listUnreadable())
      unreadable.push(storedProfileViewOf(profile, await this.#surroundingsOf(profile)))
    return { profiles: views, unreadableProfiles: unreadable }
  }

  async #surroundingsOf(profile: StoredProfile): Promise<ProfileSurroundings> {
    const { access, stops } = this.#parts
    return {
      secret: await access.secretState(profile),
      signingKey: await access.signingKeyState(profile),
      pollingStop: stops.get(profile.profileId),
    }
  }
}
