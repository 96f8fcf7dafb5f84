import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { UpdateProblem } from '../../src-shared/domain/update'
import { maxManifestBytes, type PackageFile } from '../../src-shared/domain/update-manifest'
import { fail, ok, type Result } from '../../src-shared/util/result'
import type { UpdatePackages } from '../ports/update-packages'
import { UpdateHttp, type UpdateHttpParts } from './update-http'

export interface UpdateFolderParts extends UpdateHttpParts {
  /** The folder on the server, with a slash at its end. */
  readonly address: string
  /** Where packages are stored on this computer. */
  readonly folder: string
  /** The manifest has to be there within this time. */
  readonly manifestMs?: number
}

/** The signed manifest in the folder of the server. */
export const manifestName = 'latest.json'

const defaultManifestMs = 20_000
/** The name of an unfinished download ends with it. */
const unfinished = '.part'

/** The update folder of an HTTPS server, and a folder of this user for its packages. */
export class UpdateFolder implements UpdatePackages {
  readonly #parts: UpdateFolderParts
  readonly #http: UpdateHttp

  constructor(parts: UpdateFolderParts) {
    this.#parts = parts
    this.#http = new UpdateHttp(parts)
  }

  async readManifest(signal: AbortSignal): Promise<Result<Uint8Array, UpdateProblem>> {
    const limit = AbortSignal.timeout(this.#parts.manifestMs ?? defaultManifestMs)
    const both = AbortSignal.any([signal, limit])
    const answer = await this.#http.get(this.#urlOf(manifestName), 0, both)
    const read = answer.ok ? await readWithin(answer.value, maxManifestBytes) : answer
    if (read.ok || signal.aborted) return read
    return limit.aborted ? fail('no-answer') : read
  }

  async download(
    file: PackageFile,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<Result<void, UpdateProblem>> {
    try {
      await mkdir(this.#parts.folder, { recursive: true, mode: 0o700 })
      const target = this.#pathOf(file)
      if ((await problemOf(target, file)) === null) return ok(undefined)
      const draft = target + unfinished
      const loaded = await this.#load(file, draft, onProgress, signal)
      if (!loaded.ok) return loaded
      const problem = await problemOf(draft, file)
      if (problem !== null) {
        await rm(draft, { force: true })
        return fail(problem)
      }
      await rename(draft, target)
      return ok(undefined)
    } catch (error) {
      return fail(diskProblem(error))
    }
  }

  async checked(file: PackageFile): Promise<Result<string, UpdateProblem>> {
    const path = this.#pathOf(file)
    const problem = await problemOf(path, file)
    if (problem === null) return ok(path)
    await rm(path, { force: true })
    return fail(problem)
  }

  async removeAllBut(name: string | null): Promise<void> {
    const { folder } = this.#parts
    const names = await readdir(folder).catch(() => [])
    const others = names.filter((each) => name === null || (each !== name && each !== name + unfinished))
    for (const each of others) await rm(join(folder, each), { force: true, recursive: true })
  }

  /** Adds what is missing to the draft, or writes it anew when the server sends the whole file. */
  async #load(
    { name, bytes }: PackageFile,
    draft: string,
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<Result<void, UpdateProblem>> {
    let start = await sizeOf(draft)
    if (start === bytes) return ok(undefined)
    if (start > bytes) start = 0
    const answer = await this.#http.get(this.#urlOf(name), start, signal)
    if (!answer.ok) return answer
    const response = answer.value
    if (response.statusCode === 200) start = 0
    if (!isRest(response, start, bytes)) {
      response.destroy()
      await rm(draft, { force: true })
      return fail('wrong-size')
    }
    const handle = await open(draft, start > 0 ? 'a' : 'w', 0o600)
    try {
      onProgress(start)
      for await (const chunk of response as AsyncIterable<Buffer>) {
        start += chunk.byteLength
        if (start > bytes) break
        await handle.writeFile(chunk)
        onProgress(start)
      }
      await handle.sync()
    } catch (error) {
      if (isOfDisk(error)) throw error
      return fail(signal.aborted ? 'cancelled' : 'interrupted')
    } finally {
      response.destroy()
      await handle.close()
    }
    if (start <= bytes) return start === bytes ? ok(undefined) : fail('interrupted')
    await rm(draft, { force: true })
    return fail('wrong-size')
  }

  #urlOf(name: string): URL {
    return new URL(name, this.#parts.address)
  }

  #pathOf({ name }: PackageFile): string {
    return join(this.#parts.folder, name)
  }
}

/** True when the response brings the bytes from `start` to the end of a file of this size, as far as it says. */
function isRest({ statusCode, headers }: IncomingMessage, start: number, bytes: number): boolean {
  if (statusCode === 206)
    return headers['content-range'] === `bytes ${String(start)}-${String(bytes - 1)}/${String(bytes)}`
  const length = headers['content-length']
  return length === undefined || Number(length) === bytes
}

async function readWithin(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Result<Uint8Array, UpdateProblem>> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) return fail('too-large')
      chunks.push(chunk)
    }
  } catch {
    return fail('interrupted')
  } finally {
    response.destroy()
  }
  return ok(Buffer.concat(chunks))
}

/** Why a file is not the package; null = it is. A missing file has the wrong size. */
async function problemOf(path: string, { bytes, sha512 }: PackageFile): Promise<UpdateProblem | null> {
  if ((await sizeOf(path)) !== bytes) return 'wrong-size'
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex') === sha512 ? null : 'wrong-content'
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

function diskProblem(error: unknown): UpdateProblem {
  return codeOf(error) === 'ENOSPC' ? 'disk-full' : 'not-stored'
}

/** Errors of a file have the name of the system call, those of a connection have other ones. */
function isOfDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EFBIG', 'EACCES'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
