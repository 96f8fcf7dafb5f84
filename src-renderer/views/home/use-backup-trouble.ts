import { computed } from 'vue'
import { useNow } from '../../composables/use-now'
import { useTimeFormat } from '../../composables/use-time-format'
import { messages } from '../../messages'
import { careProblem } from '../../messages/care-text'
import { useAppStateStore } from '../../stores/app-state'

/** What Home says when the last backup failed, or when there is none of the last two days; null = all is well. */
export function useBackupTrouble() {
  const appState = useAppStateStore()
  const now = useNow()
  const { ago } = useTimeFormat()
  const words = messages.care.backup

  return computed<{ readonly title: string; readonly text: string } | null>(() => {
    const care = appState.state?.care
    if (care === undefined) return null
    const { lastSuccess, lastFailure, isOverdue } = care
    const last =
      lastSuccess === null
        ? words.never
        : words.last({ when: ago(lastSuccess.atMs, now.value), count: lastSuccess.orders })
    if (lastFailure !== null)
      return {
        title: words.failed({ when: ago(lastFailure.atMs, now.value) }),
        text: `${careProblem(lastFailure.reason)} ${last}`,
      }
    return isOverdue ? { title: words.overdue, text: last } : null
  })
}
