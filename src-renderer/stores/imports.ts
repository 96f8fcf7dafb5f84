import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { ImportChoices, ImportRequest, ImportView } from '../../src-shared/domain/order-import'
import { call } from '../ipc/desk-client'
import { useLastRun } from './last-run'

/** The last import, as main tells it. */
export const useImportsStore = defineStore('imports', () => {
  const run = useLastRun<ImportView>(() => call('imports.get', {}))
  const isRunning = computed(() => run.last.value?.state === 'running')

  async function start(request: ImportRequest) {
    const result = await call('imports.start', request)
    if (result.ok) run.apply(result.value)
    return result
  }

  return {
    ...run,
    isRunning,
    start,
    choose: () => call('imports.choose', {}),
    read: (choices: ImportChoices) => call('imports.read', { choices }),
    stop: () => call('imports.stop', {}),
  }
})
