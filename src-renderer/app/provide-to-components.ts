import { computed, ref, type App } from 'vue'
import { copyKey } from '../composables/use-clipboard'
import { detailWidthKey } from '../composables/use-detail-width'
import { timeZoneKey } from '../composables/use-time-format'
import { messages } from '../messages'
import { useAppStateStore } from '../stores/app-state'
import { useNoticesStore } from '../stores/notices'

/** Provides what components need everywhere, since they do not use stores. Call it after Pinia. */
export function provideToComponents(app: App): void {
  const appState = useAppStateStore()
  const notices = useNoticesStore()
  app.provide(
    timeZoneKey,
    computed(() => appState.timeZone),
  )
  app.provide(copyKey, (text, said = messages.common.copied) => notices.copy(text, said))
  const chosenPx = ref<number | null>()
  app.provide(detailWidthKey, {
    px: computed(() =>
      chosenPx.value === undefined ? (appState.state?.settings.detailPx ?? null) : chosenPx.value,
    ),
    choose(px) {
      chosenPx.value = px
      const settings = appState.state?.settings
      // Where nothing can be saved, the choice holds until the window is closed.
      if (settings !== undefined) void appState.saveSettings({ ...settings, detailPx: px })
    },
  })
}
