import { computed, type App } from 'vue'
import { copyKey, type Copy } from '../composables/use-clipboard'
import { timeZoneKey } from '../composables/use-time-format'
import { call } from '../ipc/desk-client'
import { messages } from '../messages'
import { useAppStateStore } from '../stores/app-state'
import { useNoticesStore } from '../stores/notices'

/** Gives components what they cannot take from a store: the zone of shown times, and copying. Needs Pinia first. */
export function provideToComponents(app: App): void {
  const appState = useAppStateStore()
  const notices = useNoticesStore()

  const copy: Copy = async (text, said = messages.common.copied) => {
    const result = await call('clipboard.copy', { text })
    if (result.ok) notices.show(said)
    return result.ok
  }

  app.provide(
    timeZoneKey,
    computed(() => appState.timeZone),
  )
  app.provide(copyKey, copy)
}
