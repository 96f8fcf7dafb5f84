import { watchEffect } from 'vue'
import { usePrivacyStore } from '../stores/privacy'

/** Sets the mark of the page by which `theme/base.css` hides everything with the class `personal`. */
export function usePrivacy() {
  const privacy = usePrivacyStore()
  watchEffect(() => document.documentElement.toggleAttribute('data-private', privacy.isOn))
  return privacy
}
