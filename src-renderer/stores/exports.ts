import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ExportRequest, ExportView } from '../../src-shared/domain/order-export'
import { call } from '../ipc/desk-client'

/** The last export, as main tells it. */
export const useExportsStore = defineStore('exports', () => {
  const last = shallowRef<ExportView | null>(null)
  const closedRevision = shallowRef(-1)
  const isRunning = computed(() => last.value?.state === 'running')
  /** What the strip shows; null when the person has closed it. */
  const shown = computed(() =>
    last.value === null || last.value.revision <= closedRevision.value ? null : last.value,
  )

  function apply(view: ExportView): void {
    if (last.value === null || view.revision > last.value.revision) last.value = view
  }

  async function start(request: ExportRequest) {
    const result = await call('exports.start', request)
    if (result.ok && result.value.started !== null) apply(result.value.started)
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
    cancel: () => call('exports.cancel', {}),
    showFile: () => call('exports.showFile', {}),
  }
})
