import { ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { Settings } from '../../src-shared/domain/app-state'
import type { MenuAction } from '../../src-shared/ipc/contract'
import { messages } from '../messages'
import { errorText } from '../messages/error-text'
import { useAppStateStore } from '../stores/app-state'
import { useLockStore } from '../stores/lock'
import { useMenuStore } from '../stores/menu'
import { useNoticesStore } from '../stores/notices'
import { useOrdersStore } from '../stores/orders'
import { usePlacesStore } from '../stores/places'
import { usePrivacyStore } from '../stores/privacy'

/** The actions shared by the frame, the menu and the command bar, and the open overlay. */
export function useAppActions() {
  const appState = useAppStateStore()
  const orders = useOrdersStore()
  const notices = useNoticesStore()
  const lockStore = useLockStore()
  const menu = useMenuStore()
  const places = usePlacesStore()
  const privacy = usePrivacyStore()
  const router = useRouter()
  const overlay = ref<'command-bar' | 'keys' | null>(null)

  function go(path: string): void {
    void router.push(path)
  }

  function addProfile(): void {
    go('/settings/profiles?add=1')
  }

  /** Shows a screen with the order, card or tab that was open there last. */
  function show(screen: string): void {
    go(places.pathOf(screen))
  }

  async function recheckAll(): Promise<void> {
    const result = await orders.recheck(null)
    notices.show(
      result.ok
        ? messages.frame.recheckDone({ count: result.value.asked })
        : errorText(result.error.code).what,
    )
  }

  function adopt(clientOrderId = ''): void {
    void router.push({ path: places.pathOf('/orders'), query: { adopt: clientOrderId } })
  }

  /** With `list`, the dialog shows the list of the last run. */
  function adoptMany(what: '' | 'list' = ''): void {
    void router.push({ path: places.pathOf('/orders'), query: { 'adopt-many': what } })
  }

  function exportOrders(): void {
    void router.push({ path: places.pathOf('/orders'), query: { export: '' } })
  }

  /** With `result`, the dialog shows the result of the last import. */
  function importOrders(what: '' | 'result' = ''): void {
    void router.push({ path: places.pathOf('/orders'), query: { import: what } })
  }

  async function chooseProfile(profileId: string): Promise<void> {
    const result = await appState.selectProfile(profileId)
    if (!result.ok) notices.show(errorText(result.error.code).what)
  }

  async function setTheme(theme: Settings['theme']): Promise<void> {
    const settings = appState.state?.settings
    if (settings !== undefined) await appState.saveSettings({ ...settings, theme })
  }

  async function lock(): Promise<void> {
    if (appState.hasOperators) await lockStore.lockNow()
    else go('/settings/operators')
  }

  function focusSearch(): void {
    document.querySelector<HTMLElement>('input[type="search"]')?.focus()
  }

  const byMenu: Record<MenuAction, () => void> = {
    'show-home': () => show('/home'),
    'show-orders': () => show('/orders'),
    'show-cards': () => show('/cards'),
    'show-charge': () => show('/charge'),
    'show-insights': () => show('/insights'),
    'show-callbacks': () => show('/callbacks'),
    'show-api-log': () => show('/log'),
    'show-settings': () => go('/settings/profiles'),
    'show-about': () => go('/settings/about'),
    'go-back': () => router.back(),
    'go-forward': () => router.forward(),
    'open-command-bar': () => (overlay.value = 'command-bar'),
    search: focusSearch,
    'recheck-all': () => void recheckAll(),
    'adopt-order': () => adopt(),
    'export-orders': exportOrders,
    'import-orders': () => importOrders(),
    'add-profile': addProfile,
    'hide-personal': privacy.toggle,
    lock: () => void lock(),
    'show-keyboard-map': () => (overlay.value = 'keys'),
  }

  watch(
    () => menu.chosen,
    (chosen) => {
      if (chosen !== null && appState.isReady) byMenu[chosen.action]()
    },
  )

  return {
    overlay,
    go,
    show,
    back: byMenu['go-back'],
    forward: byMenu['go-forward'],
    recheckAll,
    adopt,
    adoptMany,
    exportOrders,
    importOrders,
    addProfile,
    chooseProfile,
    setTheme,
    lock,
  }
}
export type AppActions = ReturnType<typeof useAppActions>
