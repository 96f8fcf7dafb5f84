import { useSessionStorage } from '@vueuse/core'
import { defineStore } from 'pinia'

/**
 * Whether names, addresses, card numbers and texts of people are hidden on the screen, because others look at it. It stays
 * when the page is loaded again and ends with the app: it is about who looks now.
 */
export const usePrivacyStore = defineStore('privacy', () => {
  const isOn = useSessionStorage('personal-data-hidden', false)

  function toggle(): void {
    isOn.value = !isOn.value
  }

  return { isOn, toggle }
})
