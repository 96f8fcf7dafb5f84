import sax from 'sax'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { importLimits } from '../../src-shared/domain/order-import'
import { UnusableFile } from './file-text'

/** What a reader wants to know of a part. Names have no prefix. */
export interface PartReader {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** A part that another part names. */
export interface Relation {
  /** The last word of its type, such as `worksheet`. */
  readonly type: string
  readonly part: string
}

/** The person has ended the reading. */
export class ReadingEnded extends Error {}

const mostParts = 10_000
const mostDepth = 64

/**
 * The parts of an XLSX file: XML files in a zip. A part is read piece by piece, and no longer than its entry in the directory of
 * the zip says. Nothing outside of the file is ever opened: what a part names is looked up among the parts.
 */
export class WorkbookParts {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #isCancelled: () => boolean

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, isCancelled: () => boolean) {
    this.#zip = zip
    this.#entries = entries
    this.#isCancelled = isCancelled
  }

  /** Errors: `UnusableFile` with `not-workbook`. */
  static async open(file: string, isCancelled: () => boolean): Promise<WorkbookParts> {
    const zip = await openPromise(file, { autoClose: false, strictFileNames: true }).catch(refused)
    try {
      if (zip.entryCount > mostParts) throw new UnusableFile('not-workbook')
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
      return new WorkbookParts(zip, entries, isCancelled)
    } catch (error) {
      zip.close()
      throw refusal(error)
    }
  }

  close(): void {
    this.#zip.close()
  }

  /** The parts that a part names, by their ids. Without a part: those that the workbook starts with. */
  async relationsOf(part = ''): Promise<ReadonlyMap<string, Relation>> {
    const folder = part.slice(0, part.lastIndexOf('/') + 1)
    const list = `${folder}_rels/${part.slice(folder.length)}.rels`
    const relations = new Map<string, Relation>()
    await this.readWhole(list, {
      open: (name, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
        if (name !== 'Relationship' || TargetMode === 'External') return
        // The address only resolves `..` and `.`; a part of this name is in the zip or it is not.
        const address = URL.canParse(Target, `zip:///${folder}`) ? new URL(Target, `zip:///${folder}`) : null
        if (address === null) return
        const type = Type.slice(Type.lastIndexOf('/') + 1)
        relations.set(Id, { type, part: decodeURI(address.pathname).slice(1) })
      },
    })
    return relations
  }

  /** Reads a part to its end. A part that is not there has nothing in it. */
  async readWhole(part: string, reader: PartReader): Promise<void> {
    for await (const piece of this.read(part, reader)) void piece
  }

  /** Reads a part, and stops after each piece. Errors: `UnusableFile` with `not-workbook` or `workbook-too-large`. */
  async *read(part: string, reader: PartReader): AsyncGenerator<null> {
    const entry = this.#entries.get(part.toLowerCase())
    if (entry === undefined) return
    if (entry.uncompressedSize > importLimits.partBytes) throw new UnusableFile('workbook-too-large')
    try {
      const parser = strictParser(reader)
      const decoder = new TextDecoder('utf-8', { fatal: true })
      const stream = await this.#zip.openReadStreamPromise(entry)
      for await (const chunk of stream) {
        if (this.#isCancelled()) throw new ReadingEnded()
        parser.write(decoder.decode(chunk as Uint8Array, { stream: true }))
        yield null
      }
      parser.write(decoder.decode())
      parser.end()
    } catch (error) {
      throw refusal(error)
    }
  }
}

/** No declaration of entities or of a document type is accepted, so a text is never longer than its bytes. */
function strictParser({ open, text, close }: PartReader): { write(text: string): void; end(): void } {
  const parser = sax.parser(true, { strictEntities: true } as sax.SAXOptions)
  let depth = 0
  let heard = 0
  let silence = 0
  parser.onopentag = ({ name, attributes }) => {
    heard += 1
    if (++depth > mostDepth) throw new UnusableFile('not-workbook')
    open?.(localName(name), attributes as Record<string, string>)
  }
  parser.onclosetag = (name) => {
    heard += 1
    depth -= 1
    close?.(localName(name))
  }
  parser.ontext = parser.oncdata = (piece) => {
    heard += 1
    text?.(piece)
  }
  parser.ondoctype = parser.onsgmldeclaration = () => {
    throw new UnusableFile('not-workbook')
  }
  parser.onerror = (error) => {
    throw error
  }
  return {
    write(piece) {
      const before = heard
      parser.write(piece)
      // A tag with endless attributes would fill the memory.
      silence = heard === before ? silence + piece.length : 0
      if (silence > importLimits.recordLength) throw new UnusableFile('not-workbook')
    },
    end() {
      parser.close()
    },
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The errors of the libraries quote the file, so only their kind is kept. */
function refusal(error: unknown): Error {
  return error instanceof UnusableFile || error instanceof ReadingEnded || isOfSystem(error)
    ? error
    : new UnusableFile('not-workbook')
}

function refused(error: unknown): never {
  throw refusal(error)
}

function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
