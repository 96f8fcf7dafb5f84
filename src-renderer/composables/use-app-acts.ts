import { ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { Settings } from '../../src-shared/domain/app-state'
import type { MenuAction } from '../../src-shared/ipc/contract'
import { messages } from '../messages'
import { useAppStateStore } from '../stores/app-state'
import { useMenuStore } from '../stores/menu'
import { useNoticesStore } from '../stores/notices'
import { useOrdersStore } from '../stores/orders'

/** Acts that the frame, the menu and the command bar share, and the overlays that they open. */
export function useAppActs() {
  const appState = useAppStateStore()
  const orders = useOrdersStore()
  const notices = useNoticesStore()
  const menu = useMenuStore()
  const router = useRouter()
  const overlay = ref<'command-bar' | 'keys' | null>(null)

  function go(path: string): void {
    void router.push(path)
  }

  async function recheckAll(): Promise<void> {
    const result = await orders.recheck(null)
    notices.show(
      result.ok
        ? messages.frame.recheckDone(result.value.asked)
        : messages.errors.text(result.error.code).what,
    )
  }

  function adopt(clientOrderId = ''): void {
    void router.push({ path: '/orders', query: { adopt: clientOrderId } })
  }

  async function setTheme(theme: Settings['theme']): Promise<void> {
    const settings = appState.state?.settings
    if (settings !== undefined) await appState.saveSettings({ ...settings, theme })
  }

  function focusSearch(): void {
    document.querySelector<HTMLElement>('input[type="search"]')?.focus()
  }

  const byMenu: Record<MenuAction, () => void> = {
    'show-home': () => go('/home'),
    'show-orders': () => go('/orders'),
    'show-cards': () => go('/cards'),
    'show-charge': () => go('/charge'),
    'show-callbacks': () => go('/callbacks'),
    'show-api-log': () => go('/log'),
    'show-settings': () => go('/settings/profiles'),
    'show-about': () => go('/settings/about'),
    'open-command-bar': () => (overlay.value = 'command-bar'),
    search: focusSearch,
    'recheck-all': () => void recheckAll(),
    'adopt-order': () => adopt(),
    'add-profile': () => go('/settings/profiles?add=1'),
    'show-keyboard-map': () => (overlay.value = 'keys'),
  }

  watch(
    () => menu.chosen,
    (chosen) => {
      if (chosen !== null && appState.isReady) byMenu[chosen.action]()
    },
  )

  return { overlay, go, recheckAll, adopt, setTheme }
}
export type AppActs = ReturnType<typeof useAppActs>
