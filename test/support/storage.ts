import { randomBytes } from 'node:crypto'
import type { SqliteReader } from '../../src-main/db/sqlite-reader'
import { isReadable } from '../../src-main/ports/records'
import type {
  ProfileRecord,
  RelatedSeen,
  StorageReader,
  StorageWriter,
  StoredProfile,
  WrittenOrder,
} from '../../src-main/ports/storage'
import { aConfirmation, aProfile, aSaleDraft, nothingRelated, noonMs } from './builders'
import { MemoryStorageHost } from './memory-storage-host'

/** An open storage. */
export interface TestStorage {
  readonly writer: StorageWriter
  readonly reader: StorageReader
}

/** The real storage in memory with one profile and one card. */
export async function openStorage(): Promise<TestStorage> {
  const { writer, reader } = await new MemoryStorageHost().create(randomBytes(32))
  await writer.saveProfile(aProfile())
  await writer.upsertCard({ profileId: 'profile-1', cardRefId: '880017', routeId: '7722', atMs: noonMs })
  return { writer, reader }
}

/** The stored profile, which must be readable as a whole. Without an id, the first one. */
export function usableProfile(
  { reader }: { readonly reader: { listProfiles(): readonly StoredProfile[] } },
  profileId?: string,
): ProfileRecord {
  const profile = reader
    .listProfiles()
    .filter(isReadable)
    .find((each) => profileId === undefined || each.profileId === profileId)
  if (profile === undefined) throw new Error('there is no profile that can be used')
  return profile
}

/** A recorded sale; the number gives its ids. `related` are the related charges that its guards used. */
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
    ...{ sentParameters: [], entries: [], related, confirmation: aConfirmation() },
    order: {
      ...{ profileId: 'profile-1', environment: 'production', kind: 'sale', clientOrderId, cardId: null },
      ...{ route: { kind: 'endpoint', id: '4411' }, gatewayOrderId: null, createdAtMs: noonMs },
      ...{ amountMinor: 2500, currency: 'EUR', bin: '411111', lastFour: '1111' },
      ...{ cardholderName: 'ANN LEE', description: 'Repair', reference: 'INV-2047' },
      ...{ followState: 'following', nextCheckAtMs: noonMs },
    },
  })
}

/** The acts of one kind in the audit chain, oldest first. */
export function chainedActs(
  { reader }: { readonly reader: SqliteReader },
  kind: string,
): Record<string, unknown>[] {
  return reader
    .proofLines(null)
    .lines.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { kind: string; facts: string })
    .filter((act) => act.kind === kind)
    .map(({ facts }) => JSON.parse(facts) as Record<string, unknown>)
}
