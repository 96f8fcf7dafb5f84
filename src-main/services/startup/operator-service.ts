import { randomUUID } from 'node:crypto'
import type { AppState } from '../../../src-shared/domain/app-state'
import type { OperatorInput } from '../../../src-shared/domain/operator'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { OperatorRecord } from '../../ports/storage'
import type { AppStateService } from '../announcing/app-state-service'
import type { OpenStorage } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import { hashPin, type PinCost } from '../common/pin-hash'

export interface OperatorServiceParts {
  readonly storage: OpenStorage
  readonly session: OperatorSession
  readonly appState: AppStateService
  readonly clock: Clock
  /** Of new hashes. */
  readonly pinCost: PinCost
}

const mostOperators = 50

/** Adds, changes and removes operators. */
export class OperatorService {
  readonly #parts: OperatorServiceParts
  readonly #changes = new KeyedQueue()

  constructor(parts: OperatorServiceParts) {
    this.#parts = parts
  }

  /**
   * Adds or changes an operator, after the PIN of the person who does it. Everybody may change the own PIN; the rest is
   * for those who manage. Errors: `validation-failed`; `not-allowed-now` with the reason `not-a-manager`, `last-manager`,
   * `too-many-operators`, or those of a PIN.
   */
  save(input: OperatorInput): Promise<AppState> {
    return this.#changes.run('operators', async () => {
      const { storage, session, appState, clock, pinCost } = this.#parts
      const actor = await session.requireOwnPin(input.ownPin)
      const operators = await storage.reader.listOperators()
      const existing = operators.find(({ operatorId }) => operatorId === input.operatorId) ?? null
      if (input.operatorId !== null && existing === null)
        throw new AppError('not-found', { reason: 'operator' })
      const isOwnPinOnly =
        existing !== null &&
        existing.operatorId === actor?.operatorId &&
        existing.name === input.name &&
        existing.manages === input.manages
      if (!isOwnPinOnly) session.requireManager()
      requireSavable(input, existing, operators)
      const operatorId = existing?.operatorId ?? randomUUID()
      const saved: OperatorRecord = {
        operatorId,
        name: input.name,
        // Somebody must be able to change the limits.
        manages: input.manages || operators.length === 0,
        pinHash: existing !== null && input.pin === '' ? existing.pinHash : await hashPin(input.pin, pinCost),
        wrongPins: input.pin === '' ? (existing?.wrongPins ?? 0) : 0,
        createdAtMs: existing?.createdAtMs ?? clock.nowMs(),
      }
      if (!saved.manages) requireManagerAmong(operators.filter((each) => each.operatorId !== operatorId))
      await storage.writer.saveOperator(saved)
      if (input.pin !== '') session.forgetWrongPins(operatorId)
      await session.reload(operators.length === 0 ? operatorId : null)
      return appState.refresh()
    })
  }

  /** Removes an operator. Without the last one the app has no lock any more. Errors: as for `save`. */
  remove(operatorId: string, ownPin: string): Promise<AppState> {
    return this.#changes.run('operators', async () => {
      const { storage, session, appState } = this.#parts
      await session.requireOwnPin(ownPin)
      session.requireManager()
      const others = (await storage.reader.listOperators()).filter((each) => each.operatorId !== operatorId)
      if (others.length > 0) {
        requireManagerAmong(others)
        if (session.state().currentId === operatorId)
          throw new AppError('not-allowed-now', { reason: 'own-operator' })
      }
      await storage.writer.removeOperator(operatorId)
      await session.reload(null)
      return appState.refresh()
    })
  }

  /** 1 to 15 minutes, which the contract checks. */
  async saveLockMinutes(minutes: number): Promise<AppState> {
    const { storage, session, appState } = this.#parts
    await storage.writer.saveLockMinutes(minutes)
    await session.reload(null)
    return appState.refresh()
  }
}

function requireSavable(
  input: OperatorInput,
  existing: OperatorRecord | null,
  operators: readonly OperatorRecord[],
): void {
  if (existing === null && input.pin === '')
    throw new AppError('validation-failed', { fields: { pin: 'required' } })
  if (existing === null && operators.length >= mostOperators)
    throw new AppError('not-allowed-now', { reason: 'too-many-operators' })
  const isTaken = operators.some(
    ({ operatorId, name }) =>
      operatorId !== input.operatorId && name.toLowerCase() === input.name.toLowerCase(),
  )
  if (isTaken) throw new AppError('validation-failed', { fields: { name: 'given-twice' } })
}

function requireManagerAmong(operators: readonly OperatorRecord[]): void {
  if (!operators.some(({ manages }) => manages))
    throw new AppError('not-allowed-now', { reason: 'last-manager' })
}
