import type { StorageReader, StorageWriter } from '../../ports/storage'
import type { DatabaseOptions } from '../file/connection'
import type { OpenRefusal } from '../file/open-database'
import type { MethodNames } from './worker-rpc'

/**
 * What a database worker answers before its methods can be called. The key is handed over, not shared, and
 * wiped after use.
 */
export interface WorkerLifecycle {
  open(options: DatabaseOptions, key: Uint8Array): OpenRefusal | { readonly kind: 'opened' }
  close(): void
}

/** The writer can also make a database. */
export interface WriterLifecycle extends WorkerLifecycle {
  create(options: DatabaseOptions, key: Uint8Array): void
}

/** The reader can also open a file that cannot be written, without a writer beside it. */
export interface ReaderLifecycle extends WorkerLifecycle {
  openAlone(options: DatabaseOptions, key: Uint8Array): { readonly holdsFile: boolean }
}

export const writerMethods: MethodNames<StorageWriter> = {
  proveWritable: true,
  saveProfile: true,
  removeProfile: true,
  saveSettings: true,
  setActiveProfile: true,
  setRecoveryMade: true,
  upsertCard: true,
  saveDraft: true,
  discardDraft: true,
  recordCharge: true,
  adoptOrder: true,
  changeOrder: true,
  recordExchange: true,
  sweepSending: true,
  sweepSteps: true,
  saveSigningKey: true,
  removeSigningKey: true,
  keepCallback: true,
  attachCallback: true,
}

/**
 * Questions of a few rows, which the engine and the follower ask: the writer's connection answers, since a
 * long list never keeps it.
 */
export const writerThreadReads = {
  listProfiles: true,
  listFormerProfiles: true,
  getState: true,
  counts: true,
  getOrder: true,
  getOrderView: true,
  findOrder: true,
  listFollowed: true,
  listInReview: true,
  listRelatedCharges: true,
  lastConfirmedChargeMs: true,
  readSigningKey: true,
  readStepAnswer: true,
  getCharge: true,
  getCard: true,
} as const satisfies Partial<MethodNames<StorageReader>>

/** Questions that may take a while. */
export const readerThreadReads: MethodNames<Omit<StorageReader, keyof typeof writerThreadReads>> = {
  listOrders: true,
  home: true,
  listCards: true,
  listCallbacks: true,
  listExchanges: true,
  getExchange: true,
  listOrderExchanges: true,
  quickCheck: true,
  sqliteVersion: true,
}
