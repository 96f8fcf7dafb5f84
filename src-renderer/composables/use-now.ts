import { onScopeDispose, readonly, ref } from 'vue'

const tickMs = 1000
const now = ref(Date.now())
let users = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The present moment in ms since the epoch; one clock for the whole window, ticking while somebody looks at it. */
export function useNow() {
  users += 1
  if (users === 1) {
    now.value = Date.now()
    timer = setInterval(() => (now.value = Date.now()), tickMs)
  }
  onScopeDispose(() => {
    users -= 1
    if (users === 0) clearInterval(timer)
  })
  return readonly(now)
}
