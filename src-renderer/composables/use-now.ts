import { createSharedComposable, useIntervalFn, useTimestamp } from '@vueuse/core'

/** The current time in ms since the epoch. One shared clock, which runs only while the window is visible. */
export const useNow = createSharedComposable(() =>
  useTimestamp({ scheduler: (tick) => useIntervalFn(tick, 1000) }),
)
