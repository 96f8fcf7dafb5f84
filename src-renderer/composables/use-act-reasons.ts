import { computed } from 'vue'
import { messages } from '../messages'
import { useAppStateStore } from '../stores/app-state'

/** Why acts that need the gateway cannot be done now; null = they can. Main has the last word. */
export function useActReasons() {
  const appState = useAppStateStore()

  const askGateway = computed<string | null>(() => {
    if (appState.activeProfile?.secret === 'missing') return messages.common.noSecretReason
    return appState.canReachGateway ? null : messages.common.offlineReason
  })
  const sendMoney = computed<string | null>(() => {
    if (appState.activeProfile?.safetyLevel === 'read-only') return messages.common.readOnlyReason
    return askGateway.value
  })

  return { askGateway, sendMoney }
}
