import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { StorageTrouble } from '../../src-shared/domain/storage-trouble'
import {
  AppError,
  appErrorDescription,
  isUnreadableRow,
  unreadableRow,
  type AppErrorDescription,
} from '../../src-shared/errors/app-error'
import { callChannel, type Envelope } from '../../src-shared/ipc/bridge'
import { commands } from '../../src-shared/ipc/contract'
import type { CommandHandlers, CommandName } from '../../src-shared/ipc/contract-types'
import { fieldProblems } from '../../src-shared/ipc/field-problems'
import { dataProblem } from '../../src-shared/ipc/plain-data'
import { fail, ok } from '../../src-shared/util/result'
import type { Clock } from '../platform/clock'
import type { LimitedLog } from '../platform/limited-log'
import { CallRate } from './call-rate'
import type { SenderOfMessage, TrustedSenders } from './trusted-senders'

/** The part of Electron’s `ipcMain` that is used. */
export interface CallReceiver {
  handle(
    channel: string,
    listener: (event: SenderOfMessage, ...parameters: unknown[]) => Promise<unknown>,
  ): void
  removeHandler(channel: string): void
}

/** The parts that `registerCommands` needs. */
export interface CommandEdge {
  readonly receiver: CallReceiver
  readonly senders: TrustedSenders
  readonly handlers: CommandHandlers
  readonly log: LimitedLog
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly isLocked: () => boolean
  /** Why the database cannot be written; null = it can. */
  readonly storageTrouble: () => StorageTrouble | null
}

export interface RegisteredCommands {
  /** Refuses further calls and resolves when running calls are answered. */
  close(): Promise<void>
}

/** Commands that change something but need no database write. */
const withoutHistory: ReadonlySet<CommandName> = new Set([
  'start.retry',
  'start.recover',
  'threeDs.stop',
  'lock.unlock',
  'lock.now',
  'clipboard.copy',
  'orders.supportBundle',
  'orders.copyReceiptAddress',
  'autostart.set',
  'orderLink.take',
  'dataFolder.open',
  'logFolder.open',
  'diagnostics.copy',
  'adoptions.pause',
  'adoptions.stop',
  'exports.start',
  'exports.cancel',
  'exports.showFile',
  'history.backUp',
  'history.stopBackup',
  'history.saveSchedule',
  'history.chooseCopy',
  'history.restore',
  'history.check',
  // A new version may be what mends the history.
  'updates.check',
  'updates.download',
  'updates.cancel',
  'updates.install',
  'updates.saveDaily',
])

/** Commands that are answered while the app is locked. */
const whileLocked: ReadonlySet<CommandName> = new Set(['lock.get', 'lock.unlock', 'lock.resetPin'])

type AnyHandler = (input: unknown) => Promise<unknown>

/**
 * Connects calls of our windows to the handlers. The order is fixed: sender, name, rate, lock, input, write
 * permission, handler, lock, output, envelope, log line. Errors are returned, never thrown. Payloads are never logged.
 */
export function registerCommands(edge: CommandEdge): RegisteredCommands {
  const underWay = new Set<Promise<Envelope>>()
  const rate = new CallRate()
  edge.receiver.handle(callChannel, (event, ...parameters) => {
    const answer = answerCall(edge, rate, event, parameters)
    underWay.add(answer)
    void answer.then(() => underWay.delete(answer))
    return answer
  })
  return {
    close: async () => {
      edge.receiver.removeHandler(callChannel)
      await Promise.all(underWay)
      edge.log.flush()
    },
  }
}

async function answerCall(
  edge: CommandEdge,
  rate: CallRate,
  event: SenderOfMessage,
  parameters: readonly unknown[],
): Promise<Envelope> {
  const startedAtMs = edge.clock.monotonicMs()
  const correlationId = randomUUID()
  const { log } = edge
  const senderProblem = edge.senders.problemOf(event)
  if (senderProblem !== null) {
    log.write({
      level: 'warn',
      event: 'ipc.sender-refused',
      kind: { sender: event.sender.id, reason: senderProblem },
      details: { correlationId },
      isRefusal: true,
    })
    return fail({ code: 'not-allowed-now', details: { reason: 'untrusted-sender' } })
  }
  const sender = event.sender.id
  const name = commandName(parameters[0])
  const isWrite = name !== null && commands[name].kind === 'write'
  if (!rate.allows(sender, startedAtMs) || (isWrite && !rate.allowsWrite(sender, name, startedAtMs))) {
    log.write({
      level: 'warn',
      event: 'ipc.too-many-calls',
      kind: { sender },
      details: { correlationId },
      isRefusal: true,
    })
    return fail({ code: 'not-allowed-now', details: { reason: 'too-many-calls' } })
  }
  const envelope =
    name === null || parameters.length !== 2
      ? fail({ code: 'validation-failed' as const, details: { fields: { '': 'unknown-command' } } })
      : await run(edge, name, parameters[1], correlationId)
  log.write({
    level: 'info',
    event: 'ipc.call',
    kind: { name: name ?? 'unknown', result: envelope.ok ? 'ok' : envelope.error.code },
    details: { durationMs: Math.round(edge.clock.monotonicMs() - startedAtMs), correlationId },
    isRefusal: name === null,
  })
  return envelope
}

function commandName(name: unknown): CommandName | null {
  return typeof name === 'string' && Object.hasOwn(commands, name) ? (name as CommandName) : null
}

async function run(
  edge: CommandEdge,
  name: CommandName,
  input: unknown,
  correlationId: string,
): Promise<Envelope> {
  const requireUnlocked = () => {
    if (edge.isLocked() && !whileLocked.has(name)) throw new AppError('locked')
  }
  try {
    requireUnlocked()
    const problem = dataProblem(input)
    if (problem !== null)
      throw AppError.from({ code: 'validation-failed', details: { fields: { '': problem } } })
    const schemas: { input: z.ZodType; output: z.ZodType } = commands[name]
    const parsed = schemas.input.safeParse(input)
    if (!parsed.success)
      throw AppError.from({ code: 'validation-failed', details: { fields: fieldProblems(parsed.error) } })
    const trouble = edge.storageTrouble()
    if (trouble !== null && commands[name].kind === 'write' && !withoutHistory.has(name))
      throw new AppError('storage-failed', { reason: trouble })
    const value = await (edge.handlers[name] as AnyHandler)(parsed.data)
    // It may have been locked in the meantime.
    requireUnlocked()
    return ok(schemas.output.parse(value))
  } catch (error) {
    return fail(describe(edge.log, name, error, correlationId))
  }
}

function describe(
  log: LimitedLog,
  name: CommandName,
  error: unknown,
  correlationId: string,
): AppErrorDescription {
  if (error instanceof AppError) {
    // Parsing with the schema removes undeclared details.
    const description = appErrorDescription.safeParse(error.describe())
    if (description.success && description.data.code !== 'internal') return description.data
  }
  log.write({
    level: 'error',
    event: 'ipc.unexpected',
    kind: { name },
    details: { correlationId, error },
    isRefusal: false,
  })
  // The only reason of an internal error for which the window knows what is safe. The cause, which may hold stored
  // content, stays in the log.
  const shown = isUnreadableRow(error) ? { reason: unreadableRow } : {}
  return { code: 'internal', details: { correlationId, ...shown } }
}
