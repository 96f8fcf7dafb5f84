import type { LockState, OperatorsState } from '../../../src-shared/domain/operator'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { Presence } from '../../ports/presence'
import type { Actor, OperatorRecord, StorageReader, Workplace } from '../../ports/storage'
import { noteRefusal } from './act-notes'
import type { ErrorReporter } from './error-reporter'
import type { StorageSession } from './storage-session'
import { isPinOf } from './pin-hash'

/** The lock of the screen of some systems is not announced, so it is looked for. */
const lookMs = 5_000

/** Wait before the next try after this many wrong PINs in a row. */
const waitsMs = [0, 0, 0, 5_000, 15_000, 60_000, 300_000]
const lockoutMs = 900_000

/** `opened`: a history with operators was opened. `left`: somebody acted until now. */
export type LockReason = 'opened' | 'left'

export interface OperatorSessionParts {
  readonly storage: StorageSession
  readonly presence: Presence
  readonly workplace: Workplace
  readonly clock: Clock
  readonly report: ErrorReporter
}

/**
 * Who acts, and whether the app is locked. Without operators the app is never locked and the name of the settings
 * acts.
 */
export class OperatorSession {
  readonly #parts: OperatorSessionParts
  #operators: readonly OperatorRecord[] = []
  #current: OperatorRecord | null = null
  #isLocked = false
  #lockMinutes = 15
  #onLocked: (why: LockReason) => void = () => undefined
  #onUnlocked: () => void = () => undefined
  #cancelLook: () => void = () => undefined
  /** Wrong PINs in a row, and when the last one was typed or first heard of, by a clock that nobody can set. */
  readonly #wrong = new Map<string, { readonly count: number; readonly atMs: number }>()
  readonly #tries = new KeyedQueue()

  constructor(parts: OperatorSessionParts) {
    this.#parts = parts
    parts.presence.onLeave(() => {
      this.lock()
    })
  }

  /** One listener. */
  onLocked(listener: (why: LockReason) => void): void {
    this.#onLocked = listener
  }

  /** One listener. */
  onUnlocked(listener: () => void): void {
    this.#onUnlocked = listener
  }

  get isLocked(): boolean {
    return this.#isLocked
  }

  /** Takes the operators of a history that is opened. It is locked when it has any and none of them acts now. */
  async enter(reader: StorageReader): Promise<void> {
    this.#lockMinutes = (await reader.getState()).lockMinutes
    this.#take(await reader.listOperators())
    await this.#tellWriter()
    if (this.#operators.length === 0) this.#unlock()
    else if (this.#current === null && !this.#isLocked) {
      this.#isLocked = true
      this.#onLocked('opened')
    }
    this.#look()
  }

  /** Reads the operators again after a change. `currentId` acts from now on when nobody did. */
  async reload(currentId: string | null): Promise<void> {
    const { reader } = this.#parts.storage
    this.#lockMinutes = (await reader.getState()).lockMinutes
    this.#take(await reader.listOperators())
    this.#current ??= this.#operators.find(({ operatorId }) => operatorId === currentId) ?? null
    await this.#tellWriter()
    this.#look()
  }

  /** Who acts now. While the app is locked it is the operator whose actions still run. No name without a history. */
  async actor(): Promise<Actor> {
    const { storage, workplace: place } = this.#parts
    if (this.#operators.length > 0)
      return { name: this.#current?.name ?? null, operatorId: this.#current?.operatorId ?? null, place }
    const name = storage.isOpen ? (await storage.reader.getState()).settings.operatorName : ''
    return { name: name === '' ? null : name, operatorId: null, place }
  }

  /** The same for an action that needs a name. The typed one counts only without operators. */
  async namedActor(typedName: string): Promise<Actor & { readonly name: string }> {
    const actor = await this.actor()
    return { ...actor, name: actor.operatorId === null ? typedName : (actor.name ?? typedName) }
  }

  state(): OperatorsState {
    return {
      list: this.#operators.map(({ operatorId, name, manages }) => ({ operatorId, name, manages })),
      currentId: this.#current?.operatorId ?? null,
      lockMinutes: this.#lockMinutes,
    }
  }

  async lockState(): Promise<LockState> {
    const { storage } = this.#parts
    const stored = storage.isOpen ? await storage.reader.getState() : null
    return {
      isLocked: this.#isLocked,
      operators: this.#operators.map((operator) => ({
        operatorId: operator.operatorId,
        name: operator.name,
        waitMs: Math.ceil(this.#waitMs(operator)),
      })),
      lastId: this.#current?.operatorId ?? null,
      hasRecoveryCode: stored?.isRecoveryMade === true,
      theme: stored?.settings.theme ?? 'system',
    }
  }

  /** False without operators: nobody could unlock it. */
  lock(): boolean {
    if (this.#operators.length === 0) return false
    if (this.#isLocked) return true
    this.#isLocked = true
    this.#cancelLook()
    this.#onLocked('left')
    return true
  }

  /** Errors: those of `requirePin`. */
  async unlock(operatorId: string, pin: string): Promise<LockState> {
    this.#current = await this.requirePin(operatorId, pin)
    await this.#tellWriter()
    this.#unlock()
    this.#look()
    return this.lockState()
  }

  /**
   * Returns the operator of a right PIN. A try is counted and stored before it is compared, so that ending the app does
   * not give another one. Errors: `not-allowed-now` (reason `wrong-pin`, `pin-wait`), `not-found`.
   */
  requirePin(operatorId: string, pin: string): Promise<OperatorRecord> {
    return this.#tries.run(operatorId, async () => {
      const operator = this.#operators.find((each) => each.operatorId === operatorId)
      if (operator === undefined) throw new AppError('not-found', { reason: 'operator' })
      if (this.#waitMs(operator) > 0) throw new AppError('not-allowed-now', { reason: 'pin-wait' })
      const tries = (this.#wrong.get(operatorId)?.count ?? 0) + 1
      await this.#count(operatorId, tries)
      if (!(await isPinOf(pin, operator.pinHash))) {
        await noteRefusal(this.#parts, { kind: 'pin-refused', facts: { tries } }, operator.name)
        throw new AppError('not-allowed-now', { reason: 'wrong-pin' })
      }
      await this.#count(operatorId, 0)
      return operator
    })
  }

  /** The operators who do not act now; one of them can be the second person. */
  others(): OperatorsState['list'] {
    return this.state().list.filter(({ operatorId }) => operatorId !== this.#current?.operatorId)
  }

  /**
   * Returns the second person after their PIN. Errors: `not-allowed-now`, reason `second-person-needed` for the operator
   * who acts now, or those of `requirePin`.
   */
  async requireSecond(operatorId: string, pin: string): Promise<OperatorRecord> {
    if (operatorId === this.#current?.operatorId)
      throw new AppError('not-allowed-now', { reason: 'second-person-needed' })
    return this.requirePin(operatorId, pin)
  }

  /** A new PIN takes the wait of the old one away. */
  forgetWrongPins(operatorId: string): void {
    this.#wrong.delete(operatorId)
  }

  /** The operator who acts now, after the own PIN. Null without operators. Errors: those of `requirePin`. */
  async requireOwnPin(pin: string): Promise<OperatorRecord | null> {
    if (this.#operators.length === 0) return null
    if (this.#current === null) throw new AppError('locked')
    return this.requirePin(this.#current.operatorId, pin)
  }

  /** Errors: `not-allowed-now`, reason `not-a-manager`. */
  requireManager(): void {
    if (this.#operators.length > 0 && this.#current?.manages !== true)
      throw new AppError('not-allowed-now', { reason: 'not-a-manager' })
  }

  /** The audit chain names who acts. A history that is only read has no chain to write. */
  async #tellWriter(): Promise<void> {
    const { storage, report } = this.#parts
    if (!storage.isOpen) return
    try {
      await storage.writer.setActingOperator(this.#current?.name ?? null)
    } catch (error) {
      report('acting-operator', error)
    }
  }

  #unlock(): void {
    if (!this.#isLocked) return
    this.#isLocked = false
    this.#onUnlocked()
  }

  #take(operators: readonly OperatorRecord[]): void {
    const nowMs = this.#parts.clock.monotonicMs()
    for (const { operatorId, wrongPins } of operators)
      if (!this.#wrong.has(operatorId)) this.#wrong.set(operatorId, { count: wrongPins, atMs: nowMs })
    this.#operators = operators
    const current = this.#current
    this.#current = operators.find((each) => each.operatorId === current?.operatorId) ?? null
  }

  /** After a start the whole wait begins again, because the clock of the computer may have been set. */
  #waitMs({ operatorId }: OperatorRecord): number {
    const wrong = this.#wrong.get(operatorId)
    if (wrong === undefined) return 0
    const waitMs = waitsMs[wrong.count] ?? lockoutMs
    return Math.max(0, wrong.atMs + waitMs - this.#parts.clock.monotonicMs())
  }

  /** A disk that cannot be written must not keep a person out of the history. The count then holds until the app ends. */
  async #count(operatorId: string, count: number): Promise<void> {
    const { storage, clock, report } = this.#parts
    const before = this.#wrong.get(operatorId)?.count ?? 0
    this.#wrong.set(operatorId, { count, atMs: clock.monotonicMs() })
    if (count === before) return
    try {
      await storage.writer.setWrongPins(operatorId, count)
    } catch (error) {
      report('wrong-pins', error)
    }
  }

  /** Looks again when the person may have been away long enough. */
  #look(): void {
    this.#cancelLook()
    if (this.#operators.length === 0 || this.#isLocked) return
    const { presence, clock } = this.#parts
    const leftMs = this.#lockMinutes * 60_000 - presence.idleMs()
    if (leftMs <= 0 || presence.isScreenLocked()) {
      this.lock()
      return
    }
    this.#cancelLook = clock.schedule(Math.min(leftMs, lookMs), () => {
      this.#look()
    })
  }
}
