import { refAutoReset } from '@vueuse/core'
import { defineStore } from 'pinia'
import { call } from '../ipc/desk-client'

const shownForMs = 3500

/** One short feedback text at a time, for actions without another visible result. */
export const useNoticesStore = defineStore('notices', () => {
  const text = refAutoReset<string | null>(null, shownForMs)

  function show(next: string): void {
    text.value = next
  }

  /** Copies a text through main, because the window has no clipboard permission. False if it was not copied. */
  async function copy(copied: string, said: string): Promise<boolean> {
    const result = await call('clipboard.copy', { text: copied })
    if (result.ok) show(said)
    return result.ok
  }

  return { text, show, copy }
})
