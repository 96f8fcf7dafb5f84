import { useIntervalFn } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { OrderView } from '../../../../src-shared/domain/order'
import { filmOf, momentAt, orderAt } from './film'

export const filmSpeeds = ['real', 'fast', 'instant'] as const
export type FilmSpeed = (typeof filmSpeeds)[number]

const tickMs = 100
const factor: Record<Exclude<FilmSpeed, 'instant'>, number> = { real: 1, fast: 10 }
/** Without waiting each moment stays this long, so that it can be seen. */
const momentMs = 800

/** Plays an order's log like a film; needs no network and sends nothing. */
export function useFilm(view: () => OrderView) {
  const film = computed(() => filmOf(view()))
  const isOpen = ref(false)
  const speed = ref<FilmSpeed>('fast')
  const atMs = ref(0)
  const { isActive: isPlaying, pause, resume } = useIntervalFn(tick, tickMs, { immediate: false })
  let heldMs = 0

  const moment = computed(() => (film.value === null ? null : momentAt(film.value, atMs.value)))
  const order = computed(() => (film.value === null ? view() : orderAt(view(), film.value, atMs.value)))

  function open(): void {
    if (film.value === null) return
    atMs.value = film.value.startMs
    isOpen.value = true
    play()
  }

  function close(): void {
    pause()
    isOpen.value = false
  }

  function play(): void {
    if (film.value === null) return
    if (atMs.value >= film.value.endMs) atMs.value = film.value.startMs
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
    if (film.value === null || atMs.value >= film.value.endMs) pause()
  }

  function seek(toMs: number): void {
    if (film.value === null) return
    atMs.value = Math.min(film.value.endMs, Math.max(film.value.startMs, toMs))
  }

  function toNeighbour(direction: 1 | -1): void {
    const times = film.value?.moments.map((each) => each.atMs) ?? []
    const next =
      direction === 1 ? times.find((time) => time > atMs.value) : times.findLast((time) => time < atMs.value)
    if (next !== undefined) seek(next)
  }

  function setSpeed(next: FilmSpeed): void {
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
    film,
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
export type FilmControl = ReturnType<typeof useFilm>
