import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LockState } from '../../src-shared/domain/operator'
import type { CommandInput } from '../../src-shared/ipc/contract-types'
import { call, type CommandResult } from '../ipc/desk-client'

export const useLockStore = defineStore('lock', () => {
  /** Null while the app is not locked. */
  const state = shallowRef<LockState | null>(null)

  async function refresh(): Promise<void> {
    const result = await call('lock.get', {})
    if (result.ok) state.value = result.value.isLocked ? result.value : null
  }

  async function unlock(input: CommandInput<'lock.unlock'>): Promise<CommandResult<'lock.unlock'>> {
    const result = await call('lock.unlock', input)
    // The wait after a wrong PIN has changed.
    if (!result.ok) await refresh()
    return result
  }

  return {
    state,
    refresh,
    unlock,
    resetPin: (input: CommandInput<'lock.resetPin'>) => call('lock.resetPin', input),
    open: () => (state.value = null),
    lockNow: () => call('lock.now', {}),
  }
})
