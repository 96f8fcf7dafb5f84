import { computed, type App } from 'vue'
import { copyKey } from '../composables/use-clipboard'
import { timeZoneKey } from '../composables/use-time-format'
import { messages } from '../messages'
import { useAppStateStore } from '../stores/app-state'
import { useNoticesStore } from '../stores/notices'

/** Gives components what they cannot take from a store: the zone of shown times, and copying. Needs Pinia first. */
export function provideToComponents(app: App): void {
  const appState = useAppStateStore()
  const notices = useNoticesStore()
  app.provide(
    timeZoneKey,
    computed(() => appState.timeZone),
  )
  app.provide(copyKey, (text, said = messages.common.copied) => notices.copy(text, said))
}
