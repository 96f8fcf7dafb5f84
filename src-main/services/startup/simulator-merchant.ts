import { randomUUID } from 'node:crypto'
import type { AppState } from '../../../src-shared/domain/app-state'
import { defaultSaleRules } from '../../../src-shared/domain/sale-rules'
import type { Clock } from '../../platform/clock'
import type { SecretVault } from '../../ports/secret-vault'
import type { SimulatorHost, SimulatorInfo, SimulatorOrder } from '../../ports/simulator-host'
import type { ProfileRecord } from '../../ports/storage'
import type { AppStateService } from '../announcing/app-state-service'
import type { Follower } from '../following/follower'
import type { GatewayAccess } from '../access/gateway-access'
import type { ErrorReporter } from '../common/error-reporter'
import type { OpenStorage, StorageSession } from '../common/storage-session'
import type { ProfileDirectory } from '../access/profile-directory'
import { adoptedOrder } from '../orders/adopted-order'
import type { SigningKeyService } from '../profiles/signing-key-service'

const profileName = 'Nord Shop'
// An address from the range that is reserved for documentation.
const sampleIpAddress = '203.0.113.24'
const normalPace = { minMs: 3000, maxMs: 5000 }
const pastPaceMs = 40

export interface SimulatorMerchantParts {
  readonly storage: OpenStorage & Pick<StorageSession, 'isOpen' | 'trouble'>
  readonly vault: SecretVault
  readonly simulator: SimulatorHost
  readonly access: GatewayAccess
  readonly profiles: ProfileDirectory
  readonly follower: Follower
  readonly appState: AppStateService
  readonly signingKeys: Pick<SigningKeyService, 'tellSimulator'>
  readonly clock: Clock
  readonly report: ErrorReporter
}

/** Creates a ready-made merchant on the simulator: profile, cards and sample orders. */
export class SimulatorMerchant {
  readonly #parts: SimulatorMerchantParts
  #addingPast: Promise<void> | null = null

  constructor(parts: SimulatorMerchantParts) {
    this.#parts = parts
  }

  /** Starts the simulator, also after a crash, and adds what is missing. A second call changes nothing. */
  async try(): Promise<AppState> {
    const { simulator, storage, appState, follower, signingKeys } = this.#parts
    const info = await simulator.start()
    const profile = await this.#ensureProfile(info)
    await signingKeys.tellSimulator(profile)
    await this.#addCards(profile, info)
    for (const order of info.orders) await this.#addOrder(profile, info, order)
    await storage.writer.setActiveProfile(profile.profileId)
    follower.resumeProfile(profile.profileId)
    this.#addPastSoon(profile, info)
    return appState.refresh()
  }

  /**
   * At the start of the app: starts the simulator again when its profile is the active one, and adds the older orders
   * that a quit left out. Errors: `simulator-unavailable`.
   */
  async resume(): Promise<void> {
    const { simulator, storage, profiles } = this.#parts
    const { activeProfileId } = await storage.reader.getState()
    const profile = (await profiles.list()).find((candidate) => candidate.profileId === activeProfileId)
    if (profile?.environment !== 'simulator') return
    this.#addPastSoon(profile, await simulator.start())
  }

  #addPastSoon(profile: Pick<ProfileRecord, 'profileId'>, info: SimulatorInfo): void {
    this.#addingPast ??= this.#addPast(profile, info)
      .catch((error: unknown) => {
        this.#parts.report('simulator', error)
      })
      .finally(() => {
        this.#addingPast = null
      })
  }

  async #ensureProfile(info: SimulatorInfo): Promise<ProfileRecord> {
    const { storage, vault, profiles, access, clock } = this.#parts
    const existing = (await profiles.listStored()).find((profile) => profile.environment === 'simulator')
    const profile: ProfileRecord = {
      ...(existing ?? {
        profileId: randomUUID(),
        name: profileName,
        environment: 'simulator',
        baseUrl: null,
        rebillControl: 'without-endpoint',
        defaultIpAddress: sampleIpAddress,
        pollPace: normalPace,
        safetyLevel: 'confirm',
        signingKey: null,
        createdAtMs: clock.nowMs(),
      }),
      // The app knows these values of its own simulator, so a profile that cannot be read is repaired.
      routes: existing?.routes ?? routesOf(info),
      limits: existing?.limits ?? [],
      saleRules: existing?.saleRules ?? defaultSaleRules('simulator'),
      login: info.login,
      hasSecret: vault.mode() === 'os',
    }
    await vault.saveControlKey(profile, info.controlKey)
    await storage.writer.saveProfile(profile)
    profiles.forget()
    access.forget(profile.profileId)
    return profile
  }

  async #addCards(profile: ProfileRecord, info: SimulatorInfo): Promise<void> {
    const { storage, clock } = this.#parts
    const kept = new Set((await storage.reader.listCards(profile.profileId)).map((card) => card.cardRefId))
    for (const card of info.cards.filter((candidate) => !kept.has(candidate.cardRefId)))
      await storage.writer.upsertCard({
        profileId: profile.profileId,
        cardRefId: card.cardRefId,
        routeId: info.endpointId,
        nickname: card.nickname,
        customerReference: card.customerReference,
        sourceClientOrderId: card.sourceClientOrderId,
        atMs: clock.nowMs(),
      })
  }

  /**
   * Adds the older orders in the background: newest first, and slowly, so that their status calls delay no charge and
   * only a few orders at a time have no status yet. What a quit leaves out comes with the next `resume`.
   */
  async #addPast({ profileId }: Pick<ProfileRecord, 'profileId'>, info: SimulatorInfo): Promise<void> {
    const { storage, profiles, clock } = this.#parts
    for (const order of info.past) {
      // A history that cannot be written takes no order. The rest comes after the next start.
      if (!storage.isOpen || storage.trouble !== null) return
      const profile = (await profiles.list()).find((candidate) => candidate.profileId === profileId)
      if (profile === undefined) return
      if (await this.#addOrder(profile, info, order))
        await new Promise<void>((resolve) => clock.schedule(pastPaceMs, resolve))
    }
  }

  /** Adopts an order of the simulator, dated as the gateway dates it. Returns false when it is stored already. */
  async #addOrder(profile: ProfileRecord, info: SimulatorInfo, order: SimulatorOrder): Promise<boolean> {
    const { storage, follower, clock } = this.#parts
    const { acceptedAtMs, ...ids } = order
    if ((await storage.reader.findOrder(profile.profileId, ids.clientOrderId)) !== null) return false
    const nowMs = clock.nowMs()
    const adopted = await storage.writer.adoptOrder(
      adoptedOrder(
        profile,
        { ...ids, route: { kind: 'group', id: info.groupId } },
        { createdAtMs: acceptedAtMs, nextCheckAtMs: nowMs },
      ),
      [{ atMs: nowMs, kind: 'adopted', actor: null, changes: [], text: null }],
    )
    follower.follow(adopted)
    return true
  }
}

function routesOf(info: SimulatorInfo): ProfileRecord['routes'] {
  return [
    {
      kind: 'endpoint',
      id: info.endpointId,
      label: `${info.endpointCurrency} only`,
      currency: info.endpointCurrency,
    },
    { kind: 'group', id: info.groupId, label: 'All currencies', currency: null },
  ]
}
