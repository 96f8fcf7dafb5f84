import { closeSync, openSync, readSync } from 'node:fs'
import type { FileEncoding, FileProblem } from '../../src-shared/domain/order-import'
import { importLimits } from '../../src-shared/domain/order-import'

type Decoder = InstanceType<typeof TextDecoder>

const chunkBytes = 64 * 1024

/** A file that cannot be imported. */
export class UnusableFile extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem, cause?: unknown) {
    super(problem, { cause })
    this.name = 'UnusableFile'
    this.problem = problem
  }
}

/**
 * The encoding of a file: as its byte order mark says, else UTF-8 when every byte is valid, else Windows-1252. Reads the whole
 * file. Throws `UnusableFile` for a file that is no text.
 */
export function encodingOf(file: string, isCancelled: () => boolean): FileEncoding {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  for (const chunk of bytesOf(file)) {
    if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
    if (isFirst && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
    isFirst = false
    if (chunk.includes(0)) throw new UnusableFile('not-text')
    if (!isValid(decoder, chunk)) return 'windows-1252'
    if (isCancelled()) break
  }
  return isValid(decoder) ? 'utf-8' : 'windows-1252'
}

function isValid(decoder: Decoder, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

/**
 * The text of a file, piece by piece, without its byte order mark. Throws `UnusableFile` for bytes that are no text of the
 * encoding, and for a line that is longer than a record may be.
 */
export function* textOf(file: string, encoding: FileEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let lineLength = 0
  for (const chunk of bytesOf(file)) {
    const text = decoded(decoder, chunk)
    if (text.includes('\0')) throw new UnusableFile('not-text')
    const lineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    lineLength = lineEnd < 0 ? lineLength + text.length : text.length - lineEnd
    // The parser counts the characters of cells only, so a line of separators would fill the memory.
    if (lineLength > importLimits.recordLength) throw new UnusableFile('record-too-long')
    yield text
  }
  const rest = decoded(decoder)
  if (rest !== '') yield rest
}

function decoded(decoder: Decoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (error) {
    throw new UnusableFile('not-text', error)
  }
}

function* bytesOf(file: string): Generator<Uint8Array> {
  const handle = openSync(file, 'r')
  try {
    const buffer = new Uint8Array(chunkBytes)
    for (;;) {
      const length = readSync(handle, buffer)
      if (length === 0) return
      yield buffer.subarray(0, length)
    }
  } finally {
    closeSync(handle)
  }
}
