import { computed, type App } from 'vue'
import { copyKey } from '../composables/use-clipboard'
import { timeZoneKey } from '../composables/use-time-format'
import { messages } from '../messages'
import { useAppStateStore } from '../stores/app-state'
import { useNoticesStore } from '../stores/notices'

/** Provides the time zone and the copy function to components, which do not use stores. Call it after Pinia. */
export function provideToComponents(app: App): void {
  const appState = useAppStateStore()
  const notices = useNoticesStore()
  app.provide(
    timeZoneKey,
    computed(() => appState.timeZone),
  )
  app.provide(copyKey, (text, said = messages.common.copied) => notices.copy(text, said))
}
