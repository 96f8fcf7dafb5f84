import type { KeychainProcess } from '../../../src-main/secrets/keychain-secret-store'
import { KeychainServer, type KeychainLibrary } from '../../../src-main/secrets/keychain-server'

/** A fake keytar. The switches select its failures. */
export class FakeKeychainLibrary implements KeychainLibrary {
  readonly items = new Map<string, string>()
  readonly calls: string[] = []
  isLocked = false
  unavailable: string | null = null
  losesWrites = false
  running = 0
  mostRunning = 0

  async getPassword(service: string, account: string): Promise<string | null> {
    await this.#call('get')
    return this.isLocked ? null : (this.items.get(`${service}/${account}`) ?? null)
  }

  async setPassword(service: string, account: string, password: string): Promise<void> {
    await this.#call('set')
    if (this.isLocked) throw new Error('Cannot create an item in a locked collection')
    if (!this.losesWrites) this.items.set(`${service}/${account}`, password)
  }

  async deletePassword(service: string, account: string): Promise<boolean> {
    await this.#call('delete')
    return !this.isLocked && this.items.delete(`${service}/${account}`)
  }

  async #call(name: string): Promise<void> {
    this.calls.push(name)
    this.running += 1
    this.mostRunning = Math.max(this.mostRunning, this.running)
    await new Promise((resolve) => setImmediate(resolve))
    this.running -= 1
    if (this.unavailable !== null) throw new Error(this.unavailable)
  }
}

/** The keychain server in this process, with switchable failures. */
export class FakeKeychainProcess implements KeychainProcess {
  readonly #server: KeychainServer
  #onMessage: (message: unknown) => void = () => undefined
  #onExit: () => void = () => undefined
  /** Does not answer, like an open unlock prompt. */
  isStuck = false
  dies = false
  /** Ends right after this many replies. */
  repliesAtMost = Infinity
  isKilled = false
  /** Replies that were held back. */
  readonly late: unknown[] = []
  /** All messages in both directions. */
  readonly passed: unknown[] = []

  constructor(library: FakeKeychainLibrary, platform: NodeJS.Platform = 'linux') {
    this.#server = new KeychainServer(library, {
      platform,
      describeBackend: () => Promise.resolve('fake-keyring'),
      lockState: () => Promise.resolve(library.isLocked ? 'locked' : 'unlocked'),
    })
  }

  postMessage(message: unknown): void {
    if (this.dies) {
      setImmediate(() => this.#onExit())
      return
    }
    this.passed.push(message)
    void this.#server.answer(message).then((reply) => {
      this.passed.push(reply)
      if (this.isStuck) this.late.push(reply)
      else this.#onMessage(reply)
      this.repliesAtMost -= 1
      if (this.repliesAtMost === 0) this.#onExit()
    })
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#onMessage = listener
  }

  onExit(listener: () => void): void {
    this.#onExit = listener
  }

  kill(): void {
    this.isKilled = true
    this.#onExit()
  }

  deliverLate(): void {
    for (const reply of this.late.splice(0)) this.#onMessage(reply)
  }
}
