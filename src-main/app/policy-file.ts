import { constants, type Stats } from 'node:fs'
import { lstat, open, stat } from 'node:fs/promises'
import { dirname, posix, win32 } from 'node:path'
import { policy, type PolicyProblem } from '../../src-shared/domain/policy'
import { fieldProblems } from '../../src-shared/ipc/field-problems'
import type { PolicyReading, PolicySource } from '../ports/policy-source'

const maxBytes = 256 * 1024
const administratorId = 0

/** Where the policy is, and the number of the user who must own it; null = the system has no such numbers. */
export interface PolicyPlace {
  readonly path: string
  readonly ownerId: number | null
}

/**
 * The place of the policy on this system. It comes from no variable of the environment, because a user can set those
 * (`ProgramData` on Windows); on Windows the drive is that of the user's home. `testFile` replaces it in an unpackaged
 * build; the user may own that one.
 */
export function policyPlace(system: {
  readonly platform: string
  readonly homeFolder: string
  readonly userId: number | null
  readonly testFile: string | undefined
}): PolicyPlace {
  const { platform, homeFolder, userId, testFile } = system
  if (testFile !== undefined && testFile !== '') return { path: testFile, ownerId: userId }
  if (platform === 'win32')
    return {
      path: win32.join(win32.parse(homeFolder).root, 'ProgramData', 'Rebill Desk', 'policy.json'),
      ownerId: null,
    }
  const folder = platform === 'darwin' ? '/Library/Application Support/Rebill Desk' : '/etc/rebill-desk'
  return { path: posix.join(folder, 'policy.json'), ownerId: administratorId }
}

/** The policy of the administrator as a file. What is wrong with it is never read as "no policy". */
export class DiskPolicy implements PolicySource {
  readonly #place: PolicyPlace

  constructor(place: PolicyPlace) {
    this.#place = place
  }

  async read(): Promise<PolicyReading> {
    const { path } = this.#place
    try {
      const content = await this.#readContent()
      return content === null ? { kind: 'none' } : { kind: 'found', found: { path, policy: parse(content) } }
    } catch (error) {
      const found = error instanceof Unusable ? error.found : { cause: 'unreadable' as const }
      return { kind: 'unusable', problem: { path, place: null, detail: null, ...found } }
    }
  }

  /** Null when there is no file. Throws `Unusable`, or the error of the file system. */
  async #readContent(): Promise<Buffer | null> {
    const { path, ownerId } = this.#place
    // A pipe in its place would not be opened otherwise until somebody writes to it.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(noneIfMissing)
    if (file === null) {
      // A link that leads nowhere, such as to a drive that is not there yet, is no missing policy.
      if ((await lstat(path).catch(noneIfMissing)) !== null) throw new Unusable({ cause: 'unreadable' })
      return null
    }
    try {
      const stats = await file.stat()
      if (!stats.isFile()) throw new Unusable({ cause: 'not-a-file' })
      if (stats.size > maxBytes) throw new Unusable({ cause: 'too-large' })
      if (ownerId !== null) {
        const cause = distrustOf(stats, await stat(dirname(path)), ownerId)
        if (cause !== null) throw new Unusable({ cause })
      }
      // One byte more than allowed: the file may have grown.
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0)
      if (bytesRead > maxBytes) throw new Unusable({ cause: 'too-large' })
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
}

/** Carries why a policy is refused to the place that reports it. */
class Unusable extends Error {
  readonly found

  constructor(found: Pick<PolicyProblem, 'cause'> & Partial<PolicyProblem>) {
    super(found.cause)
    this.found = found
  }
}

function noneIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/**
 * Why somebody else than the administrator may have written the policy; null = nobody. Otherwise one user could set the
 * addresses to which the keys of other users belong. Who can write the folder can put another file in the place of this one.
 */
export function distrustOf(
  file: Pick<Stats, 'uid' | 'mode'>,
  folder: Pick<Stats, 'uid' | 'mode'>,
  ownerId: number,
): PolicyProblem['cause'] | null {
  const isOfAnother = ({ uid }: Pick<Stats, 'uid'>) => uid !== ownerId && uid !== administratorId
  const isWritable = ({ mode }: Pick<Stats, 'mode'>) => (mode & 0o022) !== 0
  if (isOfAnother(file)) return 'of-a-user'
  if (isWritable(file)) return 'writable'
  if (isOfAnother(folder)) return 'folder-of-a-user'
  return isWritable(folder) ? 'folder-writable' : null
}

function parse(content: Buffer) {
  const json = parseJson(decode(content))
  const parsed = policy.safeParse(json)
  if (parsed.success) return parsed.data
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys')
  // A mistyped key first: it is also why another one is missing.
  if (unknown?.code === 'unrecognized_keys')
    throw new Unusable({
      cause: 'not-valid',
      place: [...unknown.path, unknown.keys[0] ?? ''].map(String).join('.').slice(0, 200),
      detail: 'unknown-field',
    })
  const [place = '', detail = 'not-allowed'] = Object.entries(fieldProblems(parsed.error))[0] ?? []
  const isMissing = valueAt(json, place) === undefined
  throw new Unusable({ cause: 'not-valid', place, detail: isMissing ? 'required' : detail })
}

/** Editors of Windows begin a file with a mark of the byte order, which the decoder removes. */
function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new Unusable({ cause: 'not-text' })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const at = /position ([0-9]{1,9})/.exec(error instanceof Error ? error.message : '')?.[1]
    const before = text.slice(0, at === undefined ? text.length : Number(at)).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    throw new Unusable({ cause: 'not-json', place: `${String(before.length)}:${String(column)}` })
  }
}

/** The value at a place such as `profiles.0.login`. */
function valueAt(json: unknown, place: string): unknown {
  return place
    .split('.')
    .filter((key) => key !== '')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null
          ? (Object.entries(value) as [string, unknown][]).find(([name]) => name === key)?.[1]
          : undefined,
      json,
    )
}
