import { computed } from 'vue'
import type { ProfileView } from '../../../src-shared/domain/profile'
import { messages } from '../../messages'
import { useAppStateStore } from '../../stores/app-state'

type ProfileRoute = ProfileView['routes'][number]

/** The endpoints and groups of the active profile as options. */
export function useRouteOptions() {
  const appState = useAppStateStore()

  const routes = computed<readonly ProfileRoute[]>(() => appState.activeProfile?.routes ?? [])
  const options = computed(() => routes.value.map((route) => ({ value: route.id, text: routeText(route) })))
  const firstId = computed(() => routes.value[0]?.id ?? '')

  return { routes, options, firstId }
}

function routeText(route: ProfileRoute): string {
  const id =
    route.kind === 'endpoint'
      ? messages.frame.endpoint({ id: route.id })
      : messages.frame.group({ id: route.id })
  return [route.label, id, route.currency].filter((part) => part !== null && part !== '').join(' · ')
}
