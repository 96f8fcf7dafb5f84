import { useOsTheme } from 'naive-ui'
import { computed, provide, watchEffect } from 'vue'
import { rowHeightKey } from '../components/controls/data-list'
import { useAppStateStore } from '../stores/app-state'
import { useLockStore } from '../stores/lock'
import { applyCssVariables } from '../theme/css-variables'
import { naiveDark } from '../theme/naive-dark'
import { naiveOverrides } from '../theme/naive-overrides'
import { compactSizes, comfortableSizes, darkTokens, lightTokens } from '../theme/tokens'

/** Applies theme and density from the settings to Naive UI and to the CSS variables. The theme can be that of the system. */
export function useTheme() {
  const appState = useAppStateStore()
  const lock = useLockStore()
  const osTheme = useOsTheme()

  const scheme = computed<'light' | 'dark'>(() => {
    const chosen = lock.state?.theme ?? appState.state?.settings.theme ?? 'system'
    if (chosen !== 'system') return chosen
    return osTheme.value === 'dark' ? 'dark' : 'light'
  })
  const tokens = computed(() => (scheme.value === 'dark' ? darkTokens : lightTokens))
  const naiveTheme = computed(() => (scheme.value === 'dark' ? naiveDark : null))
  const sizes = computed(() =>
    appState.state?.settings.density === 'compact' ? compactSizes : comfortableSizes,
  )
  const overrides = computed(() => naiveOverrides(tokens.value, sizes.value))

  provide(
    rowHeightKey,
    computed(() => sizes.value.rowHeight),
  )

  watchEffect(() => applyCssVariables(tokens.value, sizes.value, scheme.value))

  return { scheme, naiveTheme, overrides }
}
