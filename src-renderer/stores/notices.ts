import { refAutoReset } from '@vueuse/core'
import { defineStore } from 'pinia'
import { call } from '../ipc/desk-client'

const shownForMs = 3500

/** One short line of feedback at a time, for actions that leave no other trace on the screen. */
export const useNoticesStore = defineStore('notices', () => {
  const text = refAutoReset<string | null>(null, shownForMs)

  function show(next: string): void {
    text.value = next
  }

  /** Copies through main and says so; the window itself has no clipboard permission. False when it was not copied. */
  async function copy(copied: string, said: string): Promise<boolean> {
    const result = await call('clipboard.copy', { text: copied })
    if (result.ok) show(said)
    return result.ok
  }

  return { text, show, copy }
})
