import type { HistoryProofState, ProofFinding } from '../../../src-shared/domain/history-proof'
import { AppError } from '../../../src-shared/errors/app-error'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { Clock } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { SecretVault, VaultMode } from '../../ports/secret-vault'
import type {
  ChainAnchor,
  ChainCover,
  ChainFlaw,
  ChainProgress,
  ChainStanding,
  StorageReader,
} from '../../ports/storage'
import type { ErrorReporter } from '../common/error-reporter'
import type { OpenStorage, StorageSession } from '../common/storage-session'

/** How long after the start the check of the chain begins, so that it does not delay the first screen. */
const firstCheckDelayMs = 2_000
/** How long after a write the anchor follows, if no charge is sent meanwhile. */
const anchorDelayMs = 30_000
const headDigits = 16

export interface HistoryProofParts {
  readonly storage: StorageSession
  readonly vault: Pick<SecretVault, 'mode' | 'lockState' | 'readChainAnchor' | 'saveChainAnchor'>
  readonly clock: Clock
  readonly report: ErrorReporter
}

/** A check of the chain that runs. */
interface Check {
  readonly newest: Promise<ChainProgress>
  readonly whole: Promise<void>
}

/** Who accepts a finding, and why. */
export interface ProofWords {
  readonly name: string
  readonly reason: string
  /** The second person; null without other operators. */
  readonly second: string | null
}

/** What a person signs: the finding that was shown. */
export interface ProofSignature extends ProofWords {
  readonly finding: ProofFinding['kind']
}

/**
 * The proof that the history is complete and unchanged. At the start it compares the audit chain with its anchor in the
 * keychain, then it checks the newest part of the chain, then all of it. With a finding no charge is sent until a person
 * accepts it.
 *
 * The anchor is written after the entry that it names is on disk. So in good order the chain is never behind its anchor,
 * wherever the app is killed.
 */
export class HistoryProof {
  readonly #parts: HistoryProofParts
  readonly #queue = new KeyedQueue()
  #onChange: () => void = () => undefined
  /** What the anchor shows. It counts more than a flaw. */
  #mismatch: ProofFinding | null = null
  /** What the check of the chain found. */
  #flaw: ProofFinding | null = null
  /** The anchor as this run knows it. */
  #anchor: ChainAnchor | null = null
  #running: Check | null = null
  /** True after the newest part of the opened history was checked. */
  #isNewestChecked = false
  /** True after the rest could not be checked. */
  #hasFailed = false
  #share: number | null = null
  #checked: HistoryProofState['checked'] = null
  /** Set while the anchor will follow a write. */
  #cancelAnchor: (() => void) | null = null

  constructor(parts: HistoryProofParts) {
    this.#parts = parts
    parts.storage.onWritten(() => {
      this.#anchorLater()
    })
  }

  /** One listener for changes of the state. */
  onChange(listener: () => void): void {
    this.#onChange = listener
  }

  get #finding(): ProofFinding | null {
    return this.#mismatch ?? this.#flaw
  }

  state(): HistoryProofState {
    return {
      finding: this.#finding,
      isAnchored: this.#parts.vault.mode() === 'os' && this.#anchor !== null,
      share: this.#share,
      checked: this.#checked,
    }
  }

  /** Compares a history that was just opened with its anchor, before anything is written to it. Errors: those of the vault. */
  async compare({ reader }: OpenStorage): Promise<void> {
    const { vault } = this.#parts
    this.#checked = null
    this.#forgetCheck()
    this.#anchor = await vault.readChainAnchor()
    const standing = await reader.chainStanding(this.#anchor)
    this.#mismatch = standing === null ? null : findingOf(standing, this.#anchor, vault.mode())
  }

  /** Anchors the opened history, and soon starts the check of the chain. A charge starts it at once. */
  async start(): Promise<void> {
    try {
      await this.#anchorNow()
    } catch (error) {
      // The next charge tries again, and is not sent without an anchor.
      this.#parts.report('chain-anchor', error)
    }
    const { clock, storage } = this.#parts
    clock.schedule(firstCheckDelayMs, () => {
      if (storage.isOpen && !this.#isNewestChecked) this.#checkInBackground()
    })
  }

  /** Anchors a last time, because the app quits. */
  async end(): Promise<void> {
    this.#cancelAnchor?.()
    if (this.#parts.storage.hasWriter) await this.#anchorNow()
  }

  /**
   * Must have resolved before anything is sent that moves money. Errors: those of the vault and of the storage; then
   * nothing may be sent.
   */
  anchor(): Promise<void> {
    return this.#anchorNow()
  }

  /** Checks the whole chain, and the orders against it. A running check is joined. Errors: `storage-failed`. */
  verify(): Promise<void> {
    return this.#check().whole
  }

  /**
   * Errors: `not-allowed-now` (reason `history-not-proven`) with a finding; `storage-failed`. Waits for the newest part of
   * the first check of this run, 0.3 s: the rest of a large history takes longer, and stops charging when something is
   * found.
   */
  async requireSound(): Promise<void> {
    if (this.#finding === null && !this.#isNewestChecked) {
      this.#checkInBackground()
      await this.#check().newest
    }
    // A part that cannot be read may hold a change, so a charge waits until all of it was read.
    if (this.#finding === null && this.#hasFailed) await this.verify()
    if (this.#finding !== null) throw new AppError('not-allowed-now', { reason: 'history-not-proven' })
  }

  /**
   * A person accepts the history as it is. The chain holds who, why and what. Errors: `not-allowed-now` (reason
   * `nothing-to-accept`), `storage-failed`, those of the vault.
   */
  async accept(signature: ProofSignature): Promise<void> {
    const { storage, vault } = this.#parts
    const found = this.#finding
    if (found === null) throw new AppError('not-allowed-now', { reason: 'nothing-to-accept' })
    const replaces = await vault.readChainAnchor()
    const covers = await this.#cover(storage.reader)
    // The check may have found something else meanwhile, which the person has not seen.
    if (this.#finding !== found) throw new AppError('not-allowed-now', { reason: 'nothing-to-accept' })
    await storage.writer.signChain({ ...signature, covers, replaces })
    this.#mismatch = null
    this.#forgetCheck()
    await this.#anchorNow()
    this.#checkInBackground()
    await this.#check().newest
  }

  /** In the reader, part by part: a large history takes a minute, and what is stored meanwhile need not wait. */
  async #cover(reader: StorageReader): Promise<ChainCover> {
    let cover = await reader.coverChain(null)
    while (cover.part !== 'done') cover = await reader.coverChain(cover)
    return cover
  }

  #checkInBackground(): void {
    this.verify().catch((error: unknown) => this.#parts.report('chain-check', error))
  }

  /** Another history, or an accepted finding, makes what a running check has read out of date. */
  #forgetCheck(): void {
    this.#flaw = null
    this.#isNewestChecked = false
    this.#hasFailed = false
    this.#running = null
  }

  #check(): Check {
    if (this.#running !== null) return this.#running
    const { reader } = this.#parts.storage
    const isCurrent = () => this.#running === check
    const newest = this.#checkNewest(reader, isCurrent)
    const whole = this.#checkWhole(reader, newest, isCurrent).finally(() => {
      if (!isCurrent()) return
      this.#running = null
      this.#share = null
      this.#onChange()
    })
    const check: Check = { newest, whole }
    this.#running = check
    return check
  }

  async #checkNewest(reader: StorageReader, isCurrent: () => boolean): Promise<ChainProgress> {
    let progress = await reader.checkChain(null)
    while (progress.part === 'newest') progress = await reader.checkChain(progress)
    if (isCurrent()) {
      this.#isNewestChecked = true
      this.#found(progress.flaw)
    }
    return progress
  }

  async #checkWhole(
    reader: StorageReader,
    newest: Promise<ChainProgress>,
    isCurrent: () => boolean,
  ): Promise<void> {
    let progress = await newest
    try {
      while (progress.part !== 'done' && isCurrent()) {
        this.#share = Math.min(1, progress.seq / Math.max(progress.entries, 1))
        this.#onChange()
        progress = await reader.checkChain(progress)
      }
    } catch (error) {
      if (isCurrent()) this.#hasFailed = true
      throw error
    }
    if (!isCurrent()) return
    this.#hasFailed = false
    this.#found(progress.flaw)
    const { seq, hash } = progress
    this.#checked = { atMs: this.#parts.clock.nowMs(), entries: seq, head: hash.slice(0, headDigits) }
  }

  /** The flaw of the whole check is the first one, so it takes the place of one in the newest part. */
  #found(flaw: ChainFlaw | null): void {
    if (flaw !== null) this.#flaw = flawFinding(flaw, this.#anchor)
  }

  #anchorNow(): Promise<void> {
    return this.#queue.run('anchor', async () => {
      // The old anchor is the evidence until a person has accepted the finding.
      if (this.#finding !== null) return
      const { storage, vault } = this.#parts
      const standing = await storage.reader.chainStanding(null)
      if (standing === null || standing.head.link === this.#anchor?.link) return
      await vault.saveChainAnchor(standing.head)
      this.#anchor = standing.head
      // Told after the first anchor is kept, so that a crash between the two is no finding.
      if (!standing.hasBeenAnchored && vault.mode() === 'os')
        await storage.writer.noteAct({ kind: 'anchored', facts: {} }, null)
    })
  }

  #anchorLater(): void {
    const { clock, storage, vault, report } = this.#parts
    this.#cancelAnchor ??= clock.schedule(anchorDelayMs, () => {
      this.#cancelAnchor = null
      const follow = async () => {
        // Nobody waits for this, so it must not open a prompt.
        if (storage.hasWriter && (await vault.lockState()) === 'unlocked') await this.#anchorNow()
      }
      follow().catch((error: unknown) => report('chain-anchor', error))
    })
  }
}

/** What an anchor shows about a chain; null = they fit. */
function findingOf(
  { head, hasBeenAnchored, anchorIs }: ChainStanding,
  anchor: ChainAnchor | null,
  mode: VaultMode,
): ProofFinding | null {
  const found = (kind: ProofFinding['kind'], more: Partial<ProofFinding> = {}): ProofFinding => ({
    ...{ kind, seq: null, missing: null, soundUntilMs: null, orderId: null },
    anchoredAtMs: anchor?.atMs ?? null,
    ...more,
  })
  switch (anchorIs) {
    case 'in-the-chain':
    case 'replaced':
      return null
    case 'absent':
      // Without a keychain no anchor outlives the app.
      return hasBeenAnchored && mode === 'os' ? found('no-anchor', { soundUntilMs: head.atMs }) : null
    case 'beyond-the-end':
      return found('rolled-back', {
        seq: head.seq + 1,
        missing: (anchor?.seq ?? head.seq) - head.seq,
        soundUntilMs: head.atMs,
      })
    case 'of-another-entry':
      return found('forked', { seq: anchor?.seq ?? null })
    case 'of-another-history':
      return found('other-history', { missing: anchor?.seq ?? null })
    default:
      return assertNever(anchorIs)
  }
}

function flawFinding({ kind, seq, orderId, atMs }: ChainFlaw, anchor: ChainAnchor | null): ProofFinding {
  return { kind, seq, orderId, missing: null, soundUntilMs: atMs, anchoredAtMs: anchor?.atMs ?? null }
}
