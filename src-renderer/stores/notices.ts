import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { call } from '../ipc/desk-client'

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

  /** Copies through main and says so; the window itself has no clipboard permission. False when it was not copied. */
  async function copy(copied: string, said: string): Promise<boolean> {
    const result = await call('clipboard.copy', { text: copied })
    if (result.ok) show(said)
    return result.ok
  }

  return { text, show, copy }
})
