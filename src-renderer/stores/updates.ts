import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { UpdateView } from '../../src-shared/domain/update'
import { call } from '../ipc/desk-client'

/** New versions of the app, as main tells it. */
export const useUpdatesStore = defineStore('updates', () => {
  /** Null until it was read. */
  const view = shallowRef<UpdateView | null>(null)
  const laterVersion = shallowRef('')
  /** The version that the strip tells of; null = there is none, or the person wants to hear of it later. */
  const shownVersion = computed(() => {
    const step = view.value?.step
    if (step?.kind !== 'offered' && step?.kind !== 'downloading' && step?.kind !== 'ready') return null
    return step.update.version === laterVersion.value ? null : step.update.version
  })

  function apply(next: UpdateView): void {
    if (view.value === null || next.revision >= view.value.revision) view.value = next
  }

  async function load(): Promise<void> {
    const result = await call('updates.get', {})
    if (result.ok) apply(result.value)
  }

  return {
    view,
    shownVersion,
    apply,
    load,
    check: () => call('updates.check', {}),
    download: () => call('updates.download', {}),
    cancel: () => call('updates.cancel', {}),
    install: () => call('updates.install', {}),
    saveDaily: (isDaily: boolean) => call('updates.saveDaily', { isDaily }),
    remindLater: () => (laterVersion.value = shownVersion.value ?? ''),
  }
})
