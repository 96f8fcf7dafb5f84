import { watch } from 'vue'
import { useRouter } from 'vue-router'
import { messages } from '../messages'
import { useAppStateStore } from '../stores/app-state'
import { useNoticesStore } from '../stores/notices'
import { useOrderLinkStore } from '../stores/order-link'

/** Shows the order that a link of another program names, also one that started the app or came while it was locked. */
export function useOrderLink(): void {
  const appState = useAppStateStore()
  const links = useOrderLinkStore()
  const notices = useNoticesStore()
  const router = useRouter()

  watch(
    () => [appState.isReady, links.count] as const,
    async ([isReady]) => {
      if (!isReady) return
      const result = await links.take()
      // While the app is locked, the link waits in main.
      if (!result.ok || result.value.linked === null) return
      const { id, orderId } = result.value.linked
      if (orderId === null) notices.show(messages.frame.linkedUnknown({ id }))
      else await router.push(`/orders/${orderId}`)
    },
    { immediate: true },
  )
}
