import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { MenuAction } from '../../src-shared/ipc/contract'

/** What was last chosen in the application menu; `count` tells a second choice of the same action from the first. */
export const useMenuStore = defineStore('menu', () => {
  const chosen = shallowRef<{ readonly action: MenuAction; readonly count: number } | null>(null)

  function choose(action: MenuAction): void {
    chosen.value = { action, count: (chosen.value?.count ?? 0) + 1 }
  }

  return { chosen, choose }
})
