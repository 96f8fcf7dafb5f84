import type { CopyFacts } from '../../../src-shared/domain/data-care'
import type { NewRestore, StorageReader, StorageWriter } from '../../ports/storage'
import type { DatabaseOptions } from '../file/connection'
import type { OpenRefusal } from '../file/open-database'
import type { MethodNames } from './worker-rpc'

/** Messages before the port’s methods can be called. The key is transferred, not shared, and wiped after use. */
export interface WorkerLifecycle {
  open(options: DatabaseOptions, key: Uint8Array): OpenRefusal | { readonly kind: 'opened' }
  close(): void
}

/** The writer can also create a database. */
export interface WriterLifecycle extends WorkerLifecycle {
  create(options: DatabaseOptions, key: Uint8Array): void
}

/** The reader can also open a file that cannot be written, without a writer. */
export interface ReaderLifecycle extends WorkerLifecycle {
  openAlone(options: DatabaseOptions, key: Uint8Array): { readonly holdsFile: boolean }
}

/** The thread of backups and restores. Each call has its own connection and key. */
export interface CareWork {
  /** Copies the history of `options` to `copy`. */
  backUp(options: DatabaseOptions, key: Uint8Array, copy: string): CopyFacts
  read(options: DatabaseOptions, key: Uint8Array): CopyFacts
  prepare(
    options: DatabaseOptions,
    key: Uint8Array,
    source: string,
    act: Pick<NewRestore, 'atMs' | 'actor' | 'keptFile' | 'replaces'>,
  ): NewRestore
  swap(options: DatabaseOptions, keptFile: string): void
}

export const writerMethods: MethodNames<StorageWriter> = {
  proveWritable: true,
  saveProfile: true,
  removeProfile: true,
  saveSettings: true,
  saveOrderViews: true,
  setActiveProfile: true,
  setRecoveryMade: true,
  saveOperator: true,
  removeOperator: true,
  setWrongPins: true,
  setActingOperator: true,
  saveLockMinutes: true,
  upsertCard: true,
  saveDraft: true,
  discardDraft: true,
  recordCharge: true,
  adoptOrder: true,
  startImport: true,
  importOrders: true,
  changeOrder: true,
  recordCheck: true,
  recordExchange: true,
  sweepSending: true,
  sweepSteps: true,
  saveSigningKey: true,
  removeSigningKey: true,
  settleRestore: true,
  keepCallback: true,
  attachCallback: true,
  compareCallbacks: true,
  planPersonErasure: true,
  planRetentionErasure: true,
  eraseNext: true,
  finishErasures: true,
  noteAct: true,
  signChain: true,
}

/**
 * Short reads of the engine and the follower. They use the writer’s connection, which is never blocked by a long
 * list.
 */
export const writerThreadReads = {
  listProfiles: true,
  listFormerProfiles: true,
  getState: true,
  listOperators: true,
  getOrderViews: true,
  openRestore: true,
  counts: true,
  getOrder: true,
  getOrderView: true,
  findOrder: true,
  listFollowed: true,
  listInReview: true,
  listRelatedCharges: true,
  chargedByOperator: true,
  lastConfirmedChargeMs: true,
  readSigningKey: true,
  readStepAnswer: true,
  getCharge: true,
  getCard: true,
  chainStanding: true,
} as const satisfies Partial<MethodNames<StorageReader>>

/** Reads that may take long. */
export const readerThreadReads: MethodNames<Omit<StorageReader, keyof typeof writerThreadReads>> = {
  listOrders: true,
  countOrders: true,
  countKnownOrders: true,
  listLabels: true,
  listRelatedOrders: true,
  home: true,
  insights: true,
  person: true,
  erasureScope: true,
  listErasures: true,
  countExpired: true,
  listExpired: true,
  listCards: true,
  listCallbacks: true,
  getCallback: true,
  listExchanges: true,
  getExchange: true,
  listOrderExchanges: true,
  checkChain: true,
  coverChain: true,
  proofLines: true,
  listTables: true,
  quickCheck: true,
  sqliteVersion: true,
}
