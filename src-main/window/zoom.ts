import type { Input, WebContents } from 'electron'

export type ZoomChange = 'in' | 'out' | 'reset'

/** The zoom factors that a person can choose, as in a browser. */
const factors = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const
/** Chromium keeps a level instead of the factor, so a factor comes back with a small error. */
const tolerance = 0.01

export const smallestZoom = factors[0]
export const largestZoom = factors[factors.length - 1] ?? 2

/** The factor after a change; the same one at the end of the scale. */
export function nextZoom(factor: number, change: ZoomChange): number {
  if (change === 'reset') return 1
  if (change === 'in') return factors.find((each) => each > factor + tolerance) ?? largestZoom
  return factors.findLast((each) => each < factor - tolerance) ?? smallestZoom
}

/**
 * The change that a key asks for: Ctrl or Cmd with plus, minus or zero. Null = another key. "=" is the plus key without
 * Shift on many keyboards, and French ones need Shift for a zero.
 */
export function zoomChangeOf({ type, key, code, control, meta, alt }: Input): ZoomChange | null {
  if (type !== 'keyDown' || alt || !(control || meta)) return null
  if (key === '+' || key === '=') return 'in'
  if (key === '-' || key === '_') return 'out'
  return key === '0' || code === 'Digit0' ? 'reset' : null
}

export function changeZoom(contents: WebContents, change: ZoomChange): void {
  contents.zoomFactor = nextZoom(contents.zoomFactor, change)
}

/** Changes the zoom with keys, and with Ctrl and the mouse wheel. `onChanged` is called after each change. */
export function zoomByHand(contents: WebContents, onChanged: () => void = () => undefined): void {
  const zoom = (change: ZoomChange) => {
    changeZoom(contents, change)
    onChanged()
  }
  contents.on('before-input-event', (event, input) => {
    const change = zoomChangeOf(input)
    if (change === null) return
    event.preventDefault()
    zoom(change)
  })
  contents.on('zoom-changed', (_event, direction) => {
    zoom(direction)
  })
}
