import { createSharedComposable, useIntervalFn, useTimestamp } from '@vueuse/core'

/** The present moment in ms since the epoch; one clock for the whole window, ticking while somebody looks at it. */
export const useNow = createSharedComposable(() =>
  useTimestamp({ scheduler: (tick) => useIntervalFn(tick, 1000) }),
)
