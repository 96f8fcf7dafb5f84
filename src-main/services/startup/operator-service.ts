import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { AppState } from '../../../src-shared/domain/app-state'
import type { LockState, OperatorInput } from '../../../src-shared/domain/operator'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { ScryptCost } from '../../platform/scrypt'
import type { RecoveryFile } from '../../ports/secret-store'
import type { SecretVault } from '../../ports/secret-vault'
import type { OperatorRecord } from '../../ports/storage'
import type { AppStateService } from '../announcing/app-state-service'
import type { OpenStorage } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import type { ConsentGate } from '../consent/consent-gate'
import { hashPin } from '../common/pin-hash'
import { requireRecoveryCode } from '../common/recovery-code'

export interface OperatorServiceParts {
  readonly storage: OpenStorage
  readonly session: OperatorSession
  readonly consent: Pick<ConsentGate, 'requireIfLive'>
  readonly appState: AppStateService
  readonly vault: Pick<SecretVault, 'readDatabaseKey'>
  readonly recoveryFile: RecoveryFile
  readonly clock: Clock
  /** Of new hashes. */
  readonly pinCost: ScryptCost
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
   * for those who manage. The first operator needs a recovery code, without which a forgotten PIN would close the app for
   * ever. Errors: `validation-failed`; `not-allowed-now` with the reason `not-a-manager`, `last-manager`,
   * `too-many-operators`, `recovery-needed`, or those of a PIN.
   */
  save(input: OperatorInput): Promise<AppState> {
    return this.#changes.run('operators', async () => {
      const { storage, session, consent, appState, clock, pinCost } = this.#parts
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
      if (operators.length === 0) await requireRecoveryCode(storage)
      const change = existing === null ? 'add' : 'change'
      if (!isOwnPinOnly) await consent.requireIfLive({ kind: 'operator', change, ...namedIn(input) })
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
      const { storage, session, consent, appState } = this.#parts
      await session.requireOwnPin(ownPin)
      session.requireManager()
      const others = (await storage.reader.listOperators()).filter((each) => each.operatorId !== operatorId)
      if (others.length > 0) {
        requireManagerAmong(others)
        if (session.state().currentId === operatorId)
          throw new AppError('not-allowed-now', { reason: 'own-operator' })
      }
      const removed = session.state().list.find((each) => each.operatorId === operatorId)
      if (removed !== undefined)
        await consent.requireIfLive({ kind: 'operator', change: 'remove', ...namedIn(removed) })
      await storage.writer.removeOperator(operatorId)
      await session.reload(null)
      return appState.refresh()
    })
  }

  /**
   * Replaces a forgotten PIN and unlocks. The recovery code must open the key of the history in use: the recovery file
   * lies on the disk, where anybody could put another one. One try at a time, because each takes memory and time.
   */
  resetPin(input: {
    readonly operatorId: string
    readonly recoveryCode: string
    readonly pin: string
  }): Promise<LockState> {
    return this.#changes.run('operators', async () => {
      const { storage, session, pinCost } = this.#parts
      const operators = await storage.reader.listOperators()
      const operator = operators.find(({ operatorId }) => operatorId === input.operatorId)
      if (operator === undefined) throw new AppError('not-found', { reason: 'operator' })
      if (!(await this.#isCodeOfHistory(input.recoveryCode)))
        throw new AppError('validation-failed', { fields: { recoveryCode: 'does-not-fit' } })
      await storage.writer.saveOperator({
        ...operator,
        pinHash: await hashPin(input.pin, pinCost),
        wrongPins: 0,
      })
      session.forgetWrongPins(operator.operatorId)
      await session.reload(null)
      return session.unlock(operator.operatorId, input.pin)
    })
  }

  async #isCodeOfHistory(code: string): Promise<boolean> {
    const { vault, recoveryFile } = this.#parts
    const opened = await recoveryFile.open(code)
    if (opened === null) return false
    const key = await vault.readDatabaseKey()
    try {
      if (key === null) throw new AppError('secret-missing', { reason: 'database-key' })
      return key.length === opened.length && timingSafeEqual(key, opened)
    } finally {
      key?.fill(0)
      opened.fill(0)
    }
  }

  /** 1 to 15 minutes, which the contract checks. */
  async saveLockMinutes(minutes: number): Promise<AppState> {
    const { storage, session, appState } = this.#parts
    await storage.writer.saveLockMinutes(minutes)
    await session.reload(null)
    return appState.refresh()
  }
}

function namedIn({ name, manages }: { readonly name: string; readonly manages: boolean }) {
  return { name, manages }
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
