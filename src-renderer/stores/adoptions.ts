import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import type {
  AdoptionLine,
  AdoptionRequest,
  AdoptionResult,
  AdoptionView,
} from '../../src-shared/domain/adoption'
import { call } from '../ipc/desk-client'
import { useLastRun } from './last-run'

/** The run that adds many orders, as main tells it, with the lines of its list. */
export const useAdoptionsStore = defineStore('adoptions', () => {
  const run = useLastRun<AdoptionView>(() => call('adoptions.get', {}))
  /** The lines of the list that was started. */
  const lines = shallowRef<readonly AdoptionLine[]>([])
  /** Results by line. */
  const results = shallowReactive(new Map<number, AdoptionResult>())
  const isOpen = computed(() => run.last.value?.state === 'running' || run.last.value?.state === 'paused')

  function apply(view: AdoptionView): void {
    if (run.apply(view) && view.last !== null) results.set(view.last.line, view.last)
  }

  async function start(request: AdoptionRequest, previewed: readonly AdoptionLine[]) {
    results.clear()
    lines.value = previewed
    const result = await call('adoptions.start', request)
    if (result.ok) apply(result.value)
    return result
  }

  return {
    ...run,
    isOpen,
    lines,
    results,
    apply,
    start,
    preview: (request: AdoptionRequest) => call('adoptions.read', request),
    pause: () => call('adoptions.pause', {}),
    resume: () => call('adoptions.resume', {}),
    stop: () => call('adoptions.stop', {}),
  }
})
