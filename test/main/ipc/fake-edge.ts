import { LimitedLog } from '../../../src-main/platform/limited-log'
import type { LogDetails, Logger } from '../../../src-main/platform/logger'
import {
  registerCommands,
  type CallReceiver,
  type RegisteredCommands,
} from '../../../src-main/ipc/register-commands'
import {
  TrustedSenders,
  trustedOrigin,
  type Contents,
  type Frame,
  type SenderOfMessage,
} from '../../../src-main/ipc/trusted-senders'
import type { StorageTrouble } from '../../../src-shared/domain/storage-trouble'
import { callChannel, type Envelope } from '../../../src-shared/ipc/bridge'
import { commands } from '../../../src-shared/ipc/contract'
import type { CommandHandlers, CommandName } from '../../../src-shared/ipc/contract-types'

export class FakeFrame implements Frame {
  constructor(
    readonly origin: string = trustedOrigin,
    readonly parent: Frame | null = null,
  ) {}
}

/** A destroyed frame: Electron throws when a property is read. */
export class DisposedFrame implements Frame {
  get origin(): string {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  }

  get parent(): Frame | null {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  }
}

export class FakeContents implements Contents {
  readonly sent: unknown[][] = []
  isGone = false
  #onDestroyed: () => void = () => undefined

  constructor(
    readonly id: number,
    public mainFrame: Frame = new FakeFrame(),
  ) {}

  isDestroyed(): boolean {
    return this.isGone
  }

  send(...parameters: unknown[]): void {
    // Electron sends only what a structured clone can carry.
    this.sent.push(structuredClone(parameters))
  }

  once(_event: 'destroyed', listener: () => void): void {
    this.#onDestroyed = listener
  }

  destroy(): void {
    this.isGone = true
    this.#onDestroyed()
  }

  /** A call from this window's own page. */
  asSender(): SenderOfMessage {
    return { sender: this, senderFrame: this.mainFrame }
  }
}

export class FakeReceiver implements CallReceiver {
  readonly #listeners = new Map<string, Parameters<CallReceiver['handle']>[1]>()

  handle(channel: string, listener: Parameters<CallReceiver['handle']>[1]): void {
    this.#listeners.set(channel, listener)
  }

  removeHandler(channel: string): void {
    this.#listeners.delete(channel)
  }

  get channels(): string[] {
    return [...this.#listeners.keys()]
  }

  async call(event: SenderOfMessage, ...parameters: unknown[]): Promise<Envelope> {
    const listener = this.#listeners.get(callChannel)
    if (listener === undefined) throw new Error(`No handler registered for '${callChannel}'`)
    return structuredClone(await listener(event, ...parameters)) as Envelope
  }
}

export interface LogLine {
  readonly level: string
  readonly event: string
  readonly details: LogDetails
}

export class RecordingLogger implements Logger {
  readonly lines: LogLine[] = []
  readonly debug = this.#at('debug')
  readonly info = this.#at('info')
  readonly warn = this.#at('warn')
  readonly error = this.#at('error')

  #at(level: string) {
    return (event: string, details: LogDetails = {}): void => {
      this.lines.push({ level, event, details })
    }
  }
}

/** Registers handlers that record their calls and answer with `reply`. */
export function startEdge(
  reply: (name: CommandName, input: unknown) => unknown = () => ({}),
  msOfCall = 5,
): {
  storage: { trouble: StorageTrouble | null }
  lock: { isLocked: boolean }
  receiver: FakeReceiver
  senders: TrustedSenders
  window: FakeContents
  logger: RecordingLogger
  handled: { name: CommandName; input: unknown }[]
  registered: RegisteredCommands
  /** Runs the waiting timer, which ends a time window. */
  passTime: () => void
  call: (name: unknown, input: unknown) => Promise<Envelope>
} {
  const receiver = new FakeReceiver()
  const senders = new TrustedSenders()
  const window = new FakeContents(1)
  const logger = new RecordingLogger()
  const handled: { name: CommandName; input: unknown }[] = []
  const handlers = Object.fromEntries(
    (Object.keys(commands) as CommandName[]).map((name) => [
      name,
      async (input: unknown) => {
        handled.push({ name, input })
        return Promise.resolve(reply(name, input))
      },
    ]),
  ) as unknown as CommandHandlers
  senders.add(window)
  let nowMs = 0
  let waiting = () => {}
  const storage: { trouble: StorageTrouble | null } = { trouble: null }
  const lock = { isLocked: false }
  const registered = registerCommands({
    receiver,
    senders,
    handlers,
    log: new LimitedLog(logger, {
      schedule: (_, task) => {
        waiting = task
        return () => (waiting = () => undefined)
      },
    }),
    clock: { monotonicMs: () => (nowMs += msOfCall) },
    storageTrouble: () => storage.trouble,
    isLocked: () => lock.isLocked,
  })
  return {
    storage,
    lock,
    receiver,
    senders,
    window,
    logger,
    handled,
    registered,
    passTime: () => waiting(),
    call: (name, input) => receiver.call(window.asSender(), name, input),
  }
}
