import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

const shownForMs = 3500

/** One short line of feedback at a time, for acts that leave no other trace on the screen. */
export const useNoticesStore = defineStore('notices', () => {
  const text = shallowRef<string | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(next: string): void {
    clearTimeout(timer)
    text.value = next
    timer = setTimeout(() => (text.value = null), shownForMs)
  }

  return { text, show }
})
