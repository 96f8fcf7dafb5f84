import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ImportChoices, ImportRequest, ImportView } from '../../src-shared/domain/order-import'
import { call } from '../ipc/desk-client'

/** The last import, as main tells it. */
export const useImportsStore = defineStore('imports', () => {
  const last = shallowRef<ImportView | null>(null)
  const closedRevision = shallowRef(-1)
  const isRunning = computed(() => last.value?.state === 'running')
  /** What the strip shows; null when the person has closed it. */
  const shown = computed(() =>
    last.value === null || last.value.revision <= closedRevision.value ? null : last.value,
  )

  function apply(view: ImportView): void {
    if (last.value === null || view.revision > last.value.revision) last.value = view
  }

  async function start(request: ImportRequest) {
    const result = await call('imports.start', request)
    if (result.ok) apply(result.value)
    return result
  }

  function close(): void {
    closedRevision.value = last.value?.revision ?? -1
  }

  return {
    last,
    shown,
    isRunning,
    apply,
    start,
    close,
    choose: () => call('imports.choose', {}),
    read: (choices: ImportChoices) => call('imports.read', { choices }),
    stop: () => call('imports.stop', {}),
  }
})
