import { darkTheme, useOsTheme } from 'naive-ui'
import { computed, watchEffect } from 'vue'
import { useAppStateStore } from '../stores/app-state'
import { applyCssVariables } from '../theme/css-variables'
import { naiveOverrides } from '../theme/naive-overrides'
import { darkTokens, lightTokens } from '../theme/tokens'

/** Applies the theme from the settings, or that of the system, to Naive UI and to the CSS variables. */
export function useTheme() {
  const appState = useAppStateStore()
  const osTheme = useOsTheme()

  const scheme = computed<'light' | 'dark'>(() => {
    const chosen = appState.state?.settings.theme ?? 'system'
    if (chosen !== 'system') return chosen
    return osTheme.value === 'dark' ? 'dark' : 'light'
  })
  const tokens = computed(() => (scheme.value === 'dark' ? darkTokens : lightTokens))
  const naiveTheme = computed(() => (scheme.value === 'dark' ? darkTheme : null))
  const overrides = computed(() => naiveOverrides(tokens.value))

  watchEffect(() => applyCssVariables(tokens.value, scheme.value))

  return { scheme, naiveTheme, overrides }
}
