import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { HistoryCopy } from '../../src-shared/domain/data-care'
import type { CommandInput } from '../../src-shared/ipc/contract-types'
import { call } from '../ipc/desk-client'

/** The copies of the history. What runs, and how the last backup went, is in the state of the app. */
export const useDataCareStore = defineStore('data-care', () => {
  /** Null until they were read. */
  const copies = shallowRef<readonly HistoryCopy[] | null>(null)

  async function load() {
    const result = await call('backups.list', {})
    if (result.ok) copies.value = result.value.copies
    return result
  }

  return {
    copies,
    load,
    backUp: (where: CommandInput<'history.backUp'>['where']) => call('history.backUp', { where }),
    stopBackup: () => call('history.stopBackup', {}),
    saveSchedule: (schedule: CommandInput<'history.saveSchedule'>) => call('history.saveSchedule', schedule),
    chooseCopy: () => call('history.chooseCopy', {}),
    restore: (name: string) => call('history.restore', { name }),
    verify: () => call('history.verify', {}),
    saveProof: () => call('history.saveProof', {}),
    accept: (words: CommandInput<'history.accept'>) => call('history.accept', words),
    check: () => call('history.check', {}),
  }
})
