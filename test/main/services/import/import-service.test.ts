import { beforeEach, describe, expect, it } from 'vitest'
import type { ImportChoices } from '../../../../src-shared/domain/order-import'
import type {
  FileMark,
  ImportedRow,
  OrderIds,
  OrderFileReader,
  PreviewResult,
  ReadResult,
} from '../../../../src-main/ports/order-import'
import { AdminPolicy } from '../../../../src-main/services/common/admin-policy'
import { ProfileDirectory } from '../../../../src-main/services/access/profile-directory'
import { StorageSession } from '../../../../src-main/services/common/storage-session'
import { ImportService } from '../../../../src-main/services/import/import-service'
import { everyOrder } from '../../../../src-shared/domain/order-query'
import { readyEnvironment, type TestEnvironment } from '../../../support/fakes/test-app'
import { RecordingPublisher } from '../../../support/fakes/recording-publisher'
import { anActor } from '../../../support/builders'

const choices: ImportChoices = {
  place: { format: 'csv', encoding: 'utf-8', separator: ',' },
  decimal: '.',
  columns: ['clientOrderId'],
}
const preview: PreviewResult = {
  kind: 'preview',
  preview: {
    ...{ bytes: 20, choices, sheets: [], titles: ['ID'], rows: [], usable: 2, refused: 1 },
    problems: [{ line: 4, column: 0, problem: 'client-order-id' }],
  },
  mark: { bytes: 20, changedAtMs: 5 },
  isNewestFirst: false,
}
const row = (index: number): ImportedRow => ({
  ...{
    line: index + 2,
    index,
    clientOrderId: `FILE-${String(index)}`,
    gatewayOrderId: null,
    createdAtMs: 1000,
  },
  cells: { clientOrderId: `FILE-${String(index)}` },
})

class FakeReader implements OrderFileReader {
  found: PreviewResult = preview
  add: (rows: readonly ImportedRow[]) => Promise<boolean> = () => Promise.resolve(false)
  finish: (result: ReadResult) => void = () => undefined
  readonly marks: FileMark[] = []

  preview(_: string, __: ImportChoices | null, onIds: (ids: readonly OrderIds[]) => Promise<boolean>) {
    const result = onIds([row(0), row(1)]).then((goesOn) =>
      goesOn ? this.found : { kind: 'cancelled' as const },
    )
    return { result, cancel: () => undefined }
  }

  read(
    _: string,
    __: ImportChoices,
    mark: FileMark,
    onRows: (rows: readonly ImportedRow[]) => Promise<boolean>,
  ) {
    this.marks.push(mark)
    this.add = onRows
    const result = new Promise<ReadResult>((resolve) => (this.finish = resolve))
    return { result, cancel: () => this.finish({ kind: 'cancelled' }) }
  }
}

let env: TestEnvironment
let files: FakeReader
let publisher: RecordingPublisher
let storage: StorageSession
let chosenFile: string | null
let problems: string[]
let service: ImportService

beforeEach(async () => {
  env = await readyEnvironment()
  files = new FakeReader()
  publisher = new RecordingPublisher()
  storage = new StorageSession()
  chosenFile = '/home/ann/orders.csv'
  problems = []
  storage.use((await env.storage.open(env.storage.key ?? new Uint8Array())) as never)
  service = new ImportService({
    ...{
      storage,
      files,
      publisher,
      clock: env.clock,
      profiles: new ProfileDirectory(storage, new AdminPolicy()),
    },
    operators: { actor: () => Promise.resolve(anActor('Iva')) },
    dialogs: { chooseSource: () => Promise.resolve(chosenFile) },
    appState: { refreshSoon: () => undefined },
    report: (_, error) => problems.push(String(error)),
  })
})

const routeId = async () =>
  (await new ProfileDirectory(storage, new AdminPolicy()).requireActive()).routes[0]?.id ?? ''
const start = async () => service.start({ choices, routeId: await routeId() })
const settled = () => new Promise((resolve) => setImmediate(resolve))
const stored = () => storage.reader.listOrders({ ...everyOrder, search: 'FILE-' }, null, 10)

describe('an import', () => {
  it('stores nothing until the person has seen the file and starts it', async () => {
    await expect(start()).rejects.toMatchObject({ details: { reason: 'no-file-chosen' } })
    chosenFile = null
    expect(await service.choose()).toBeNull()
    chosenFile = '/home/ann/orders.csv'
    expect(await service.choose()).toMatchObject({ kind: 'preview', fileName: 'orders.csv', usable: 2 })
    expect((await stored()).total).toBe(0)
  })

  it('starts only what the preview showed', async () => {
    await service.choose()
    const other = { choices: { ...choices, decimal: ',' as const }, routeId: await routeId() }
    await expect(service.start(other)).rejects.toMatchObject({ details: { reason: 'no-file-chosen' } })
  })

  it('adds the rows batch by batch, announces each, and asks the gateway nothing', async () => {
    await service.choose()
    expect(await start()).toMatchObject({ state: 'running', total: 2, refused: 1, added: 0 })
    await expect(start()).rejects.toMatchObject({ details: { reason: 'import-running' } })
    expect(await files.add([row(0)])).toBe(true)
    expect(service.get()).toMatchObject({ added: 1, known: 0 })
    expect(await files.add([row(1), row(0)])).toBe(true)
    files.finish({ kind: 'done' })
    await settled()
    expect(service.get()).toMatchObject({
      ...{ state: 'done', added: 2, known: 1, problem: null },
      knownOrders: [{ line: 2, clientOrderId: 'FILE-0' }],
    })
    expect((await stored()).rows.map(({ word, followState }) => [word, followState])).toEqual([
      ['imported', 'stopped'],
      ['imported', 'stopped'],
    ])
    expect([env.gateway.deliveries, env.gateway.statusRequests]).toEqual([[], []])
  })

  it('tells before it starts how many orders the history has already', async () => {
    expect(await service.choose()).toMatchObject({ usable: 2, known: 0 })
    await start()
    await files.add([row(0)])
    service.stop()
    await settled()
    expect(await service.choose()).toMatchObject({ usable: 2, known: 1 })
  })

  it('that is stopped keeps what it added, and the same file adds the rest', async () => {
    await service.choose()
    await start()
    await files.add([row(0)])
    service.stop()
    await settled()
    expect(service.get()).toMatchObject({ state: 'stopped', added: 1 })
    await start()
    await files.add([row(0), row(1)])
    files.finish({ kind: 'done' })
    await settled()
    expect(service.get()).toMatchObject({ state: 'done', added: 1, known: 1 })
    expect((await stored()).total).toBe(2)
  })

  it('names the problem of a file, and the log has no text of it', async () => {
    files.found = { kind: 'refused', problem: 'not-text', cause: 'not-text' }
    expect(await service.choose()).toEqual({ kind: 'refused', fileName: 'orders.csv', problem: 'not-text' })
    expect(problems).toEqual(['Error: not-text'])
  })

  it('fails when the file has changed since its preview', async () => {
    await service.choose()
    await start()
    expect(files.marks).toEqual([{ bytes: 20, changedAtMs: 5 }])
    files.finish({ kind: 'refused', problem: 'changed', cause: 'changed' })
    await settled()
    expect(service.get()).toMatchObject({ state: 'failed', problem: 'changed' })
  })

  it('never shows a card number that is the name of a file', async () => {
    chosenFile = '/home/ann/4111111111111111.csv'
    expect(JSON.stringify(await service.choose())).not.toContain('4111111111111111')
  })
})
