import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CopyFacts } from '../../../src-shared/domain/data-care'
import { AppError } from '../../../src-shared/errors/app-error'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { CopyOnDisk, HistoryCopies, WorkProgress } from '../../ports/history-copies'
import type { NewRestore } from '../../ports/storage'
import { draftOf } from '../file/backup'
import type { DatabaseOptions } from '../file/connection'
import { fileSystemReason, sizeOf } from '../file/database-file'
import { replacedPrefix } from '../file/swap'
import { callWithKey, WorkerCalls } from './worker-rpc'

const lookMs = 300

export interface HistoryCopiesOptions extends DatabaseOptions {
  /** The folder of the copies that the app keeps. */
  readonly folder: string
  /** Copied beside a backup that a person saves elsewhere: without it the recovery code opens nothing. */
  readonly recoveryFile: string
  readonly workerFile: string | URL
}

/** Copies of the history on disk, made by a thread that lives for one work. */
export class WorkerHistoryCopies implements HistoryCopies {
  readonly #options
  readonly #queue = new KeyedQueue()
  #running: { readonly worker: WorkerCalls; isStopped: boolean } | null = null

  constructor(options: HistoryCopiesOptions) {
    this.#options = options
  }

  async list(): Promise<readonly CopyOnDisk[]> {
    const { file, folder } = this.#options
    const own = await copiesIn(folder, (name) => readCopyName(name))
    const beside = await copiesIn(dirname(file), (name) =>
      name.startsWith(replacedPrefix(file))
        ? { kind: 'replaced', madeAtMs: readStamp(name.slice(replacedPrefix(file).length)) }
        : /\.before-version-\d+$/.test(name)
          ? { kind: 'before-update', madeAtMs: null }
          : null,
    )
    return [...own, ...beside].sort((a, b) => b.madeAtMs - a.madeAtMs)
  }

  async backUp(
    key: Uint8Array,
    copy: { readonly kind: 'daily' | 'by-hand'; readonly atMs: number; readonly target: string | null },
    onProgress: (progress: WorkProgress) => void,
  ): Promise<{ path: string; facts: CopyFacts }> {
    const { file, folder, recoveryFile } = this.#options
    const path = copy.target ?? join(folder, copyName(copy.kind, copy.atMs))
    const size = sizeOf(file)
    const facts = await this.#run(async (calls) => {
      if (copy.target === null) await this.#cleanFolder()
      // A missing folder of a chosen file is a drive that is gone. It must not be made on another disk.
      else await requireFolder(dirname(path))
      const watch = setInterval(() => {
        const share = sizeOf(draftOf(path)) / Math.max(size, 1)
        onProgress(share >= 0.98 ? { step: 'checking', share: null } : { step: 'copying', share })
      }, lookMs)
      try {
        return (await callWithKey(calls, 'backUp', this.#database(), key, path)) as CopyFacts
      } finally {
        clearInterval(watch)
      }
    }, path)
    if (copy.target !== null) await copyIfThere(recoveryFile, recoveryNameOf(path))
    return { path, facts }
  }

  async read(key: Uint8Array, path: string): Promise<CopyFacts> {
    return this.#run(async (calls) => (await callWithKey(calls, 'read', this.#at(path), key)) as CopyFacts)
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names)
      if (readCopyName(name) !== null) await rm(join(this.#options.folder, name), { force: true })
  }

  async restore(
    key: Uint8Array,
    path: string,
    act: Pick<NewRestore, 'atMs' | 'actor' | 'replaces'>,
    onProgress: (progress: WorkProgress) => void,
  ): Promise<NewRestore> {
    const keptFile = await this.#freeKeptName(act.atMs)
    return this.#run(async (calls) => {
      onProgress({ step: 'checking', share: null })
      const note = { ...act, keptFile }
      const restore = (await callWithKey(calls, 'prepare', this.#database(), key, path, note)) as NewRestore
      await calls.call('swap', [this.#database(), keptFile])
      return restore
    }, null)
  }

  /** True while a thread runs. The end of the process would wait for it. */
  get hasThreads(): boolean {
    return this.#running !== null
  }

  async stop(): Promise<void> {
    if (this.#running === null) return
    this.#running.isStopped = true
    await this.#running.worker.terminate()
    await this.#queue.run('work', () => Promise.resolve())
  }

  /** Runs one work after the other, each in a new thread. A draft of `copy` that the thread left is removed. */
  #run<T>(work: (calls: WorkerCalls) => Promise<T>, copy: string | null = null): Promise<T> {
    return this.#queue.run('work', async () => {
      const running = { worker: new WorkerCalls(new Worker(this.#options.workerFile)), isStopped: false }
      this.#running = running
      try {
        return await work(running.worker)
      } catch (error) {
        if (running.isStopped) throw new AppError('cancelled', {}, { cause: error })
        throw described(error, copy ?? this.#options.file)
      } finally {
        await running.worker.terminate()
        if (copy !== null) await rm(draftOf(copy), { force: true }).catch(() => undefined)
        this.#running = null
      }
    })
  }

  /** A backup that was killed leaves its draft. */
  async #cleanFolder(): Promise<void> {
    const { folder } = this.#options
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const name of await readdir(folder))
        if (name.endsWith(draftOf(''))) await rm(join(folder, name), { force: true })
    } catch (error) {
      throw described(error, join(folder, 'copy'))
    }
  }

  async #freeKeptName(atMs: number): Promise<string> {
    const { file } = this.#options
    for (let n = 0; ; n++) {
      const name = `${replacedPrefix(file)}${stampOf(atMs + n * 1000)}`
      if ((await stat(join(dirname(file), name)).catch(() => null)) === null) return name
    }
  }

  #database(): DatabaseOptions {
    const { file, nativeBinding, factNames, appVersion } = this.#options
    return { file, nativeBinding, factNames, appVersion }
  }

  #at(path: string): DatabaseOptions {
    return { ...this.#database(), file: path }
  }
}

const copyPattern = /^(daily|by-hand)-(\d{8}T\d{6}Z)\.db$/

/** `daily-20261129T101500Z.db` */
function copyName(kind: 'daily' | 'by-hand', atMs: number): string {
  return `${kind}-${stampOf(atMs)}.db`
}

function readCopyName(name: string): { kind: 'daily' | 'by-hand'; madeAtMs: number | null } | null {
  const match = copyPattern.exec(name)
  return match === null ? null : { kind: match[1] as 'daily', madeAtMs: readStamp(match[2] ?? '') }
}

function stampOf(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function readStamp(stamp: string): number | null {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? []
  const ms = Date.parse(`${y ?? ''}-${mo ?? ''}-${d ?? ''}T${h ?? ''}:${mi ?? ''}:${s ?? ''}Z`)
  return Number.isNaN(ms) ? null : ms
}

/** `history.db` -> `history.recovery.json` */
function recoveryNameOf(path: string): string {
  return join(dirname(path), `${basename(path).replace(/\.[^.]*$/, '')}.recovery.json`)
}

async function copiesIn(
  folder: string,
  read: (name: string) => { readonly kind: CopyOnDisk['kind']; readonly madeAtMs: number | null } | null,
): Promise<CopyOnDisk[]> {
  const names = await readdir(folder).catch((): string[] => [])
  const copies: CopyOnDisk[] = []
  for (const name of names) {
    const found = /-(?:wal|shm|journal)$/.test(name) ? null : read(name)
    const facts = found === null ? null : await stat(join(folder, name)).catch(() => null)
    if (found === null || facts === null || !facts.isFile()) continue
    const { kind, madeAtMs } = found
    copies.push({
      ...{ name, path: join(folder, name), kind, bytes: facts.size },
      madeAtMs: madeAtMs ?? Math.round(facts.mtimeMs),
    })
  }
  return copies
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory() !== true) throw new AppError('storage-failed', { reason: 'backup-folder-missing' })
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch(() => undefined)
}

/** Says why a copy could not be written, judged by its folder when the error itself is vague. */
function described(error: unknown, file: string): unknown {
  if (error instanceof AppError && !['internal', 'storage-failed'].includes(error.code)) return error
  const vague = ['cannot-open', 'io-error', 'database', undefined]
  if (error instanceof AppError && error.code === 'storage-failed' && !vague.includes(error.details.reason))
    return error
  const reason = fileSystemReason(error, file) ?? 'backup-not-written'
  return new AppError('storage-failed', { reason }, { cause: error })
}
