import type { Presence } from '../../../src-main/ports/presence'
import { AppError } from '../../../src-shared/errors/app-error'
import type { BrowserData } from '../../../src-main/ports/cardholder-browser'
import type { JournalledCharge } from '../../../src-shared/domain/app-state'
import type { ChargeJournal } from '../../../src-main/ports/charge-journal'
import type { NetworkState } from '../../../src-main/ports/network'
import type { RecoveryFile } from '../../../src-main/ports/secret-store'
import type { SimulatorHost, SimulatorInfo } from '../../../src-main/ports/simulator-host'

/** A network that a test can disconnect. */
export class FakeNetwork implements NetworkState {
  readonly #listeners: ((online: boolean) => void)[] = []
  #isOnline = true

  isOnline(): boolean {
    return this.#isOnline
  }

  onChange(listener: (online: boolean) => void): void {
    this.#listeners.push(listener)
  }

  set(online: boolean): void {
    this.#isOnline = online
    for (const listener of this.#listeners) listener(online)
  }
}

/** Browser data of tests. */
export const browserData: BrowserData = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0',
  acceptHeader: 'text/html',
  language: 'en-GB',
  colorDepth: 24,
  screenWidth: 1920,
  screenHeight: 1080,
  timeZoneOffsetMinutes: -120,
}

/** The announcement of the simulator. */
export const simulatorInfo: SimulatorInfo = {
  baseUrl: 'http://127.0.0.1:8099/token/paynet',
  login: 'NordShop',
  controlKey: 'public-simulator-key',
  endpointId: '4411',
  endpointCurrency: 'EUR',
  groupId: '7722',
  cards: [
    {
      cardRefId: '880017',
      nickname: 'Visa of Ann',
      customerReference: 'C-1',
      sourceClientOrderId: 'NS-INIT-1',
    },
    {
      cardRefId: '880018',
      nickname: 'Card of Bo',
      customerReference: 'C-2',
      sourceClientOrderId: 'NS-INIT-2',
    },
  ],
  orders: [{ clientOrderId: 'NS-1', gatewayOrderId: '6684001', acceptedAtMs: Date.UTC(2026, 5, 14, 12) }],
  past: [],
}

/** A simulator process that can crash. */
export class FakeSimulatorHost implements SimulatorHost {
  readonly #listeners: (() => void)[] = []
  #state: 'stopped' | 'starting' | 'running' | 'failed' = 'stopped'
  startCount = 0
  /** The error of a registration. */
  registrationFailure: AppError | null = null
  /** Registered public keys, in order. */
  readonly publicKeys: string[] = []
  canStart = true

  state(): 'stopped' | 'starting' | 'running' | 'failed' {
    return this.#state
  }

  async start(): Promise<SimulatorInfo> {
    await Promise.resolve()
    if (this.#state !== 'running') {
      this.startCount += 1
      this.#set(this.canStart ? 'running' : 'failed')
    }
    if (!this.canStart) throw new AppError('simulator-unavailable')
    return simulatorInfo
  }

  async stop(): Promise<void> {
    await Promise.resolve()
    this.#set('stopped')
  }

  async registerPublicKey(publicKey: string): Promise<void> {
    await Promise.resolve()
    if (this.#state !== 'running') throw new AppError('simulator-unavailable')
    if (this.registrationFailure !== null) throw this.registrationFailure
    this.publicKeys.push(publicKey)
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  die(): void {
    this.#set('failed')
  }

  #set(state: 'stopped' | 'running' | 'failed'): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** A recovery file in memory with a known code. */
export class FakeRecoveryFile implements RecoveryFile {
  static readonly code = 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE-FFFFF-GGGGG'
  key: Uint8Array | null = null

  async isUsable(): Promise<boolean> {
    await Promise.resolve()
    return this.key !== null
  }

  async create(key: Uint8Array): Promise<string> {
    await Promise.resolve()
    this.key = Uint8Array.from(key)
    return FakeRecoveryFile.code
  }

  async open(code: string): Promise<Uint8Array | null> {
    await Promise.resolve()
    if (this.key === null) throw new AppError('not-found', { reason: 'recovery-file-missing' })
    return code === FakeRecoveryFile.code ? Uint8Array.from(this.key) : null
  }
}

/** The charge journal in memory. */
export class InMemoryJournal implements ChargeJournal {
  charges: JournalledCharge[] = []

  async list(): Promise<readonly JournalledCharge[]> {
    await Promise.resolve()
    return [...this.charges]
  }

  async add(charge: JournalledCharge): Promise<void> {
    await this.remove([charge.clientOrderId])
    this.charges.push({ ...charge })
  }

  async remove(clientOrderIds: readonly string[]): Promise<void> {
    await Promise.resolve()
    this.charges = this.charges.filter(({ clientOrderId }) => !clientOrderIds.includes(clientOrderId))
  }
}

/** A person at the computer, or away. */
export class FakePresence implements Presence {
  idle = 0
  screenLocked = false
  #onLeave: (() => void)[] = []

  idleMs(): number {
    return this.idle
  }

  isScreenLocked(): boolean {
    return this.screenLocked
  }

  onLeave(listener: () => void): void {
    this.#onLeave.push(listener)
  }

  /** The screen is locked, or the computer goes to sleep. */
  leave(): void {
    for (const listener of this.#onLeave) listener()
  }
}
