import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { ExportRequest, ExportView } from '../../src-shared/domain/order-export'
import { call } from '../ipc/desk-client'
import { useLastRun } from './last-run'

/** The last export, as main tells it. */
export const useExportsStore = defineStore('exports', () => {
  const run = useLastRun<ExportView>(() => call('exports.get', {}))
  const isRunning = computed(() => run.last.value?.state === 'running')

  async function start(request: ExportRequest) {
    const result = await call('exports.start', request)
    if (result.ok && result.value.started !== null) run.apply(result.value.started)
    return result
  }

  return {
    ...run,
    isRunning,
    start,
    cancel: () => call('exports.cancel', {}),
    showFile: () => call('exports.showFile', {}),
  }
})
