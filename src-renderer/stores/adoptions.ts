import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import type {
  AdoptionLine,
  AdoptionRequest,
  AdoptionResult,
  AdoptionView,
} from '../../src-shared/domain/adoption'
import { call } from '../ipc/desk-client'

/** The run that adds many orders, as main tells it, with the lines of its list. */
export const useAdoptionsStore = defineStore('adoptions', () => {
  const last = shallowRef<AdoptionView | null>(null)
  const closedRevision = shallowRef(-1)
  /** The lines of the list that was started. */
  const lines = shallowRef<readonly AdoptionLine[]>([])
  /** Results by line. */
  const results = shallowReactive(new Map<number, AdoptionResult>())
  const isOpen = computed(() => last.value?.state === 'running' || last.value?.state === 'paused')
  const shown = computed(() =>
    last.value === null || last.value.revision <= closedRevision.value ? null : last.value,
  )

  function apply(view: AdoptionView): void {
    if (last.value !== null && view.revision <= last.value.revision) return
    last.value = view
    if (view.last !== null) results.set(view.last.line, view.last)
  }

  async function start(request: AdoptionRequest, previewed: readonly AdoptionLine[]) {
    results.clear()
    lines.value = previewed
    const result = await call('adoptions.start', request)
    if (result.ok) apply(result.value)
    return result
  }

  function close(): void {
    closedRevision.value = last.value?.revision ?? -1
  }

  return {
    last,
    shown,
    isOpen,
    lines,
    results,
    apply,
    start,
    close,
    preview: (request: AdoptionRequest) => call('adoptions.read', request),
    pause: () => call('adoptions.pause', {}),
    resume: () => call('adoptions.resume', {}),
    stop: () => call('adoptions.stop', {}),
  }
})
