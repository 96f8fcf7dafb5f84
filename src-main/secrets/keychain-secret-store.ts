import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'
import { KeyedQueue } from '../platform/keyed-queue'
import type { KeychainState, LockState, Prompting, SecretStore } from '../ports/secret-store'
import { keychainReply, type KeychainReply, type KeychainRequest } from './keychain-protocol'
import { ChannelEnd } from './sealed-channel'

/** The process that uses the OS keychain. */
export interface KeychainProcess {
  postMessage(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: () => void): void
  kill(): void
}

/** Options of the store. `serviceName` is the service name of the items in the OS keychain. */
export interface KeychainOptions {
  readonly spawn: () => KeychainProcess
  readonly clock: Clock
  readonly serviceName: string
  /** Maximum time of one call in ms. It ends an unlock prompt that nobody answers. */
  readonly timeoutMs?: number
}

type WithoutId<R> = R extends unknown ? Omit<R, 'id'> : never
type Message = WithoutId<KeychainRequest>
type MessageOf<K extends Message['kind']> = Extract<Message, { kind: K }>
/** A call before its secret is encrypted. */
type Question =
  | MessageOf<'probe' | 'lock-state' | 'delete'>
  | Omit<MessageOf<'get'>, 'publicKey'>
  | (Omit<MessageOf<'set'>, 'publicKey' | 'sealedSecret'> & { readonly secret: string })

const processDied = 'keychain-process-died'
const processDown = 'keychain-process-down'
const maxRestarts = 3
const defaultTimeoutMs = 60_000
/** Maximum size of one item on Windows. It applies on all systems, so that a mistake shows on the first machine. */
const maxSecretBytes = 2560

/** The OS keychain behind a separate process; one call at a time. */
export class KeychainSecretStore implements SecretStore {
  readonly #options: KeychainOptions
  readonly #queue = new KeyedQueue()
  #process: KeychainProcess | null = null
  #starts = 0
  /** True once the process has found a keychain, open or locked. */
  #hasKeychain = false
  #lastId = 0
  #isStopped = false
  #settle: ((reply: KeychainReply) => void) | null = null

  constructor(options: KeychainOptions) {
    this.#options = options
  }

  /** Starts the process before the first call, because loading it takes longer than a call. */
  warmUp(): void {
    try {
      if (!this.#isStopped) this.#running()
    } catch {
      // The first call tries again, and reports it.
    }
  }

  async probe(): Promise<KeychainState> {
    // A probe is a new attempt at the start or after "Retry".
    this.#starts = this.#process === null ? 0 : 1
    const reply = await this.#ask({ kind: 'probe', service: this.#options.serviceName })
    if (reply.kind === 'done') return { kind: 'available', backend: reply.value ?? '' }
    return reply.kind === 'locked' ? { kind: 'locked' } : { kind: 'unavailable', reason: reply.reason }
  }

  async lockState(): Promise<LockState> {
    const reply = await this.#ask({ kind: 'lock-state' })
    return reply.kind === 'done' && (reply.value === 'locked' || reply.value === 'unlocked')
      ? reply.value
      : 'unknown'
  }

  async get(account: string, prompting: Prompting = 'may-prompt'): Promise<string | null> {
    const reply = await this.#ask({ kind: 'get', service: this.#options.serviceName, account, prompting })
    return valueOf(reply)
  }

  async set(account: string, secret: string): Promise<void> {
    if (secret === '' || Buffer.byteLength(secret) > maxSecretBytes) {
      throw new AppError('internal', { reason: 'secret-size' })
    }
    valueOf(await this.#ask({ kind: 'set', service: this.#options.serviceName, account, secret }))
  }

  async delete(account: string): Promise<void> {
    valueOf(await this.#ask({ kind: 'delete', service: this.#options.serviceName, account }))
  }

  /**
   * Ends the process for good. Running and later calls return `locked`: the content of the keychain is unknown, and
   * nothing may replace what cannot be read.
   */
  stop(): void {
    this.#isStopped = true
    this.#giveUp()
  }

  #ask(question: Question): Promise<KeychainReply> {
    return this.#queue.run('keychain', async () => {
      const hadKeychain = this.#hasKeychain
      const reply = await this.#askProcess(question)
      const isStale = reply.kind === 'unavailable' && hadKeychain && this.#process !== null
      if (!isStale) return reply
      // libsecret stays connected to the first service that it found. After a restart of the daemon only a new
      // process finds it. The failed call did nothing, so it can be repeated.
      this.#drop()
      return this.#askProcess(question)
    })
  }

  async #askProcess(question: Question): Promise<KeychainReply> {
    const reply = await this.#askSealed(question)
    if (reply.kind !== 'unavailable' && this.#process !== null) this.#hasKeychain = true
    return reply
  }

  async #askSealed(question: Question): Promise<KeychainReply> {
    if (question.kind !== 'get' && question.kind !== 'set') return this.#send(question)
    const told = await this.#send({ kind: 'public-key' })
    if (told.kind !== 'done' || told.value === null) return told
    const channel = new ChannelEnd()
    const { publicKey } = channel
    const { service, account } = question
    if (question.kind === 'set') {
      const sealedSecret = await channel.seal(told.value, account, question.secret)
      return this.#send({ kind: 'set', service, account, publicKey, sealedSecret })
    }
    const reply = await this.#send({ ...question, publicKey })
    if (reply.kind !== 'done' || reply.value === null) return reply
    try {
      return { ...reply, value: await channel.open(told.value, account, reply.value) }
    } catch {
      // The process died after it sent its key, and a new one answered.
      return { kind: 'unavailable', id: reply.id, reason: processDied }
    }
  }

  #send(message: Message): Promise<KeychainReply> {
    this.#lastId += 1
    const id = this.#lastId
    if (this.#isStopped) return Promise.resolve({ kind: 'locked', id })
    return new Promise((resolve) => {
      const cancelTimeout = this.#options.clock.schedule(
        this.#options.timeoutMs ?? defaultTimeoutMs,
        this.#giveUp,
      )
      this.#settle = (reply) => {
        this.#settle = null
        cancelTimeout()
        resolve(reply)
      }
      try {
        this.#running().postMessage({ ...message, id } satisfies KeychainRequest)
      } catch {
        this.#settle({ kind: 'unavailable', id, reason: processDown })
      }
    })
  }

  readonly #giveUp = (): void => {
    this.#drop()
    this.#settle?.({ kind: 'locked', id: this.#lastId })
  }

  /** Ends the process deliberately, which does not count as a crash. */
  #drop(): void {
    const dropped = this.#process
    if (dropped === null) return
    this.#process = null
    this.#starts -= 1
    dropped.kill()
  }

  #running(): KeychainProcess {
    if (this.#process !== null) return this.#process
    if (this.#starts > maxRestarts) throw new Error('the keychain process keeps dying')
    this.#starts += 1
    const started = this.#options.spawn()
    this.#process = started
    this.#hasKeychain = false
    started.onMessage((message) => {
      const reply = keychainReply.safeParse(message)
      // The answer to an abandoned call may still arrive.
      if (!reply.success || reply.data.id !== this.#lastId || this.#process !== started) return
      this.#settle?.(reply.data)
    })
    started.onExit(() => {
      if (this.#process !== started) return
      this.#process = null
      this.#settle?.({ kind: 'unavailable', id: this.#lastId, reason: processDied })
    })
    return started
  }
}

function valueOf(reply: KeychainReply): string | null {
  if (reply.kind === 'done') return reply.value
  if (reply.kind === 'locked') throw new AppError('secret-store-locked')
  const reason = reply.reason === processDied || reply.reason === processDown ? reply.reason : 'no-keychain'
  throw new AppError('secret-store-unavailable', { reason }, { cause: new Error(reply.reason) })
}
