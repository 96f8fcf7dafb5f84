import { useIntervalFn } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { OrderView } from '../../../../src-shared/domain/order'
import { orderReplay, momentAt, orderAt } from './order-replay'

export const replaySpeeds = ['real', 'fast', 'instant'] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

const tickMs = 100
const factor: Record<Exclude<ReplaySpeed, 'instant'>, number> = { real: 1, fast: 10 }
/** At speed `instant`, each entry is shown for this long. */
const momentMs = 800

/** Replays an order from its timeline. Needs no network and sends nothing. */
export function useOrderReplay(view: () => OrderView) {
  const replay = computed(() => orderReplay(view()))
  const isOpen = ref(false)
  const speed = ref<ReplaySpeed>('fast')
  const atMs = ref(0)
  const { isActive: isPlaying, pause, resume } = useIntervalFn(tick, tickMs, { immediate: false })
  let heldMs = 0

  const moment = computed(() => (replay.value === null ? null : momentAt(replay.value, atMs.value)))
  const order = computed(() => (replay.value === null ? view() : orderAt(view(), replay.value, atMs.value)))

  function open(): void {
    if (replay.value === null) return
    atMs.value = replay.value.startMs
    isOpen.value = true
    play()
  }

  function close(): void {
    pause()
    isOpen.value = false
  }

  function play(): void {
    if (replay.value === null) return
    if (atMs.value >= replay.value.endMs) atMs.value = replay.value.startMs
    heldMs = 0
    resume()
  }

  function tick(): void {
    if (speed.value === 'instant') {
      heldMs += tickMs
      if (heldMs >= momentMs) {
        heldMs = 0
        toNeighbour(1)
      }
    } else seek(atMs.value + tickMs * factor[speed.value])
    if (replay.value === null || atMs.value >= replay.value.endMs) pause()
  }

  function seek(toMs: number): void {
    if (replay.value === null) return
    atMs.value = Math.min(replay.value.endMs, Math.max(replay.value.startMs, toMs))
  }

  function toNeighbour(direction: 1 | -1): void {
    const times = replay.value?.moments.map((each) => each.atMs) ?? []
    const next =
      direction === 1 ? times.find((time) => time > atMs.value) : times.findLast((time) => time < atMs.value)
    if (next !== undefined) seek(next)
  }

  function setSpeed(next: ReplaySpeed): void {
    speed.value = next
  }

  function step(direction: 1 | -1): void {
    pause()
    toNeighbour(direction)
  }

  function scrub(toMs: number): void {
    pause()
    seek(toMs)
  }

  return {
    replay,
    isOpen,
    isPlaying,
    speed,
    atMs,
    moment,
    order,
    open,
    close,
    play,
    pause,
    setSpeed,
    step,
    scrub,
  }
}
export type OrderReplayControl = ReturnType<typeof useOrderReplay>
