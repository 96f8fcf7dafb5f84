import { computed } from 'vue'
import { messages } from '../../messages'
import { useAppStateStore } from '../../stores/app-state'

/** Why actions are disabled that write the history or need the gateway; null = enabled. Main checks again. */
export function useActionReasons() {
  const appState = useAppStateStore()

  const write = computed<string | null>(() =>
    appState.trouble === null ? null : messages.storage.trouble[appState.trouble].reason,
  )
  const askGateway = computed<string | null>(() => {
    if (write.value !== null) return write.value
    if (appState.activeUnreadable !== null) return messages.common.unreadableProfileReason
    if (appState.activeProfile?.secret === 'missing') return messages.common.noSecretReason
    return appState.canReachGateway ? null : messages.common.offlineReason
  })
  const sendMoney = computed<string | null>(() => {
    if (write.value !== null) return write.value
    const { missingCharges = [], restored = null } = appState.state ?? {}
    if (missingCharges.length > 0 || restored !== null) return messages.storage.missing.reason
    if (appState.state?.proof.finding) return messages.proof.reason
    if (appState.activeProfile?.safetyLevel === 'read-only') return messages.common.readOnlyReason
    return askGateway.value
  })

  return { write, askGateway, sendMoney }
}
