import { beforeEach, describe, expect, it } from 'vitest'
import type { FileDialogs } from '../../../../src-main/ports/file-dialogs'
import type {
  ExportJob,
  ExportProgress,
  ExportResult,
  OrderExporter,
} from '../../../../src-main/ports/order-export'
import { AdminPolicy } from '../../../../src-main/services/common/admin-policy'
import { ProfileDirectory } from '../../../../src-main/services/access/profile-directory'
import { StorageSession } from '../../../../src-main/services/common/storage-session'
import { ExportService } from '../../../../src-main/services/export/export-service'
import type { ExportRequest } from '../../../../src-shared/domain/order-export'
import { anActor } from '../../../support/builders'
import { readyEnvironment, type TestEnvironment } from '../../../support/fakes/test-app'
import { RecordingPublisher } from '../../../support/fakes/recording-publisher'

class FakeDialogs implements Pick<FileDialogs, 'chooseTarget' | 'showInFolder'> {
  file: string | null = '/home/ann/orders.csv'
  readonly suggestions: unknown[] = []
  readonly shown: string[] = []

  chooseTarget(suggestion: unknown): Promise<string | null> {
    this.suggestions.push(suggestion)
    return Promise.resolve(this.file)
  }

  showInFolder(file: string): void {
    this.shown.push(file)
  }
}

class FakeExporter implements OrderExporter {
  readonly jobs: { readonly job: ExportJob; readonly key: Uint8Array }[] = []
  report: (progress: ExportProgress) => void = () => undefined
  finish: (result: ExportResult) => void = () => undefined

  start(job: ExportJob, key: Uint8Array, onProgress: (progress: ExportProgress) => void) {
    this.jobs.push({ job, key: Uint8Array.from(key) })
    this.report = onProgress
    const result = new Promise<ExportResult>((resolve) => (this.finish = resolve))
    return { result, cancel: () => this.finish({ kind: 'cancelled' }) }
  }
}

const request: ExportRequest = {
  query: {
    profileId: 'profile-1',
    search: 'INV',
    families: ['approved'],
    filters: [],
    sortBy: 'created',
    direction: 'desc',
  },
  format: 'csv',
  separator: ';',
  byteOrderMark: true,
}

let env: TestEnvironment
let dialogs: FakeDialogs
let exporter: FakeExporter
let publisher: RecordingPublisher
let service: ExportService

beforeEach(async () => {
  env = await readyEnvironment()
  dialogs = new FakeDialogs()
  exporter = new FakeExporter()
  publisher = new RecordingPublisher()
  const storage = new StorageSession()
  storage.use((await env.storage.open(env.storage.key ?? new Uint8Array())) as never)
  service = new ExportService({
    storage,
    operators: { actor: () => Promise.resolve(anActor()) },
    vault: env.vault,
    profiles: new ProfileDirectory(storage, new AdminPolicy()),
    exporter,
    dialogs,
    publisher,
    clock: env.clock,
    systemTimeZone: 'Europe/Stockholm',
    appVersion: '1.2.3',
    report: (where, error) => env.problems.push({ where, error }),
  })
})

describe('exporting orders', () => {
  it('starts after the person chose a file, with the filter in words and the key of the history', async () => {
    expect(await service.start(request)).toMatchObject({
      state: 'running',
      fileName: 'orders.csv',
      total: null,
    })
    expect(exporter.jobs).toEqual([
      {
        key: env.storage.key,
        job: {
          ...request,
          file: '/home/ann/orders.csv',
          timeZone: 'Europe/Stockholm',
          filter: 'profile Shop EU; status approved; search "INV"; sorted by created, highest first',
          appVersion: '1.2.3',
        },
      },
    ])
    expect(dialogs.suggestions).toEqual([
      { name: expect.stringMatching(/^orders-20\d\d-\d\d-\d\d$/), format: 'csv' },
    ])
  })

  it('exports nothing when no file was chosen', async () => {
    dialogs.file = null
    expect(await service.start(request)).toBeNull()
    expect(exporter.jobs).toEqual([])
    expect(service.get()).toBeNull()
  })

  it('refuses a second export while one runs, and allows it afterwards', async () => {
    await service.start(request)
    await expect(service.start(request)).rejects.toMatchObject({ details: { reason: 'export-running' } })
    exporter.finish({ kind: 'failed', problem: 'disk-full', cause: 'ENOSPC' })
    await Promise.resolve()
    expect(service.get()).toMatchObject({ state: 'failed', problem: 'disk-full' })
    expect(env.problems).toEqual([{ where: 'export', error: new Error('ENOSPC') }])
    expect(await service.start(request)).toMatchObject({ state: 'running', problem: null })
  })

  it('announces progress and result with rising revisions, and never the folder', async () => {
    await service.start(request)
    exporter.report({ written: 5, total: 9, snapshotAtMs: 1 })
    exporter.finish({ kind: 'done', written: 9, total: 9, snapshotAtMs: 1, bytes: 700, cutCells: 0 })
    await Promise.resolve()
    const views = publisher.of('exports.changed')
    expect(views.map(({ revision, state, written }) => [revision, state, written])).toEqual([
      [1, 'running', 0],
      [2, 'running', 5],
      [3, 'done', 9],
    ])
    expect(JSON.stringify(views)).not.toContain('/home/ann')
  })

  it('shows only a finished file in the file manager', async () => {
    expect(() => service.showFile()).toThrow('no-exported-file')
    await service.start(request)
    expect(() => service.showFile()).toThrow('no-exported-file')
    exporter.finish({ kind: 'done', written: 9, total: 9, snapshotAtMs: 1, bytes: 700, cutCells: 0 })
    await Promise.resolve()
    service.showFile()
    expect(dialogs.shown).toEqual(['/home/ann/orders.csv'])
  })

  it('is cancelled when the app ends', async () => {
    await service.start(request)
    await service.drain(8000)
    expect(service.get()).toMatchObject({ state: 'cancelled' })
  })
})
