import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  RelatedSeen,
  StorageHost,
  StorageReader,
  StorageWriter,
  WrittenOrder,
} from '../../src-main/ports/storage'
import { aProfile, aSaleDraft, nothingRelated, noonMs } from './builders'
import { InMemoryStorageHost } from './fakes/in-memory-storage-host'
import { InProcessStorageHost } from './in-process-storage-host'

type MakeHost = (folder: string) => StorageHost

/** The storage that services are tested on, and the one that the app runs on. */
export const storages: readonly (readonly [name: string, makeHost: MakeHost])[] = [
  ['in memory', () => new InMemoryStorageHost()],
  ['on SQLite', (folder) => new InProcessStorageHost({ file: join(folder, 'log.db') })],
]

/** An open storage with one profile and one card. */
export interface TestStorage {
  readonly writer: StorageWriter
  readonly reader: StorageReader
  readonly remove: () => Promise<void>
}

export async function openStorage(makeHost: MakeHost): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-contract-'))
  const host = makeHost(folder)
  const { writer, reader } = await host.create(randomBytes(32))
  await writer.saveProfile(aProfile())
  await writer.upsertCard({ profileId: 'profile-1', cardRefId: '880017', routeId: '7722', atMs: noonMs })
  return {
    writer,
    reader,
    remove: async () => {
      await host.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A sale that was written down; the number makes its ids. `related` is what its guards were decided by. */
export async function recordSale(
  writer: StorageWriter,
  number: number,
  related: RelatedSeen = nothingRelated,
): Promise<WrittenOrder> {
  const clientOrderId = `SHO-${String(number)}`
  const draft = await writer.saveDraft({
    ...{ chargeId: `charge-${String(number)}`, profileId: 'profile-1', kind: 'sale', clientOrderId },
    ...{ cardId: null, cardRefId: null, amountMinor: 2500, currency: 'EUR', draft: aSaleDraft() },
    ...{ previewHash: 'hash', createdAtMs: noonMs },
  })
  return writer.recordCharge({
    ...{ chargeId: draft.chargeId, expectedVersion: draft.stateVersion, previewHash: 'hash' },
    ...{ sentParameters: [], entries: [], related },
    order: {
      ...{ profileId: 'profile-1', environment: 'production', kind: 'sale', clientOrderId, cardId: null },
      ...{ route: { kind: 'endpoint', id: '4411' }, gatewayOrderId: null, createdAtMs: noonMs },
      ...{ amountMinor: 2500, currency: 'EUR', bin: '411111', lastFour: '1111' },
      ...{ cardholderName: 'ANN LEE', description: 'Repair', reference: 'INV-2047' },
      ...{ followState: 'following', nextCheckAtMs: noonMs },
    },
  })
}
