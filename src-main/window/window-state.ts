import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { largestZoom, smallestZoom } from './zoom'

/** A rectangle on the desktop in device-independent pixels. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The last position and zoom of the window. `bounds` is its rectangle when it is not maximised. */
export interface WindowState {
  readonly bounds: Rectangle
  readonly isMaximized: boolean
  readonly zoomFactor: number
}

/** Size and position for opening a window. Without a position the system chooses one. */
export interface WindowPlacement {
  readonly x: number | undefined
  readonly y: number | undefined
  readonly width: number
  readonly height: number
  readonly isMaximized: boolean
  readonly zoomFactor: number
}

export const defaultSize = { width: 1280, height: 800 } as const
/** The smallest supported work area. A screen of 1366 x 768 at 125 % has 1092 x 614. */
export const minSize = { width: 1024, height: 600 } as const

/** The part of the title bar that must be visible, so that a person can move the window. */
const grip = { width: 120, height: 32 } as const

const coordinate = z.number().int().min(-100_000).max(100_000)
const length = z.number().int().min(1).max(100_000)
const windowState = z.object({
  bounds: z.object({ x: coordinate, y: coordinate, width: length, height: length }),
  isMaximized: z.boolean(),
  // A file of an older version has none.
  zoomFactor: z
    .number()
    .min(smallestZoom - 0.01)
    .max(largestZoom + 0.01)
    .default(1),
})

/** The saved position, corrected for the connected screens. The first work area is that of the primary screen. */
export function placeWindow(saved: WindowState | null, workAreas: readonly Rectangle[]): WindowPlacement {
  const primary = workAreas[0]
  const area =
    saved === null ? undefined : workAreas.find((candidate) => canBeGripped(saved.bounds, candidate))
  if (saved === null || area === undefined) {
    return {
      x: undefined,
      y: undefined,
      ...sizeFor(defaultSize, primary),
      isMaximized: saved?.isMaximized ?? false,
      zoomFactor: saved?.zoomFactor ?? 1,
    }
  }
  const size = sizeFor(saved.bounds, area)
  return {
    x: saved.bounds.x,
    // The bottom must be visible, because the status bar is there.
    y: Math.max(area.y, Math.min(saved.bounds.y, area.y + area.height - size.height)),
    ...size,
    isMaximized: saved.isMaximized,
    zoomFactor: saved.zoomFactor,
  }
}

function canBeGripped(bounds: Rectangle, area: Rectangle): boolean {
  const visibleWidth = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  const isTitleBarInside = bounds.y >= area.y && bounds.y + grip.height <= area.y + area.height
  return visibleWidth >= grip.width && isTitleBarInside
}

function sizeFor(
  wanted: { readonly width: number; readonly height: number },
  area: Rectangle | undefined,
): { width: number; height: number } {
  return {
    width: Math.max(minSize.width, Math.min(wanted.width, area?.width ?? wanted.width)),
    height: Math.max(minSize.height, Math.min(wanted.height, area?.height ?? wanted.height)),
  }
}

/** The window state in a file. When it cannot be read, the window opens at its default position. */
export class WindowStateFile {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  read(): WindowState | null {
    try {
      return windowState.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch {
      return null
    }
  }

  /** Synchronous, because the last state is written while the app quits. */
  write(state: WindowState): void {
    const draft = `${this.#path}.tmp`
    try {
      writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
      renameSync(draft, this.#path)
    } catch {
      rmSync(draft, { force: true })
    }
  }
}

/** Keeps nothing: each window opens at the default place. */
export const noWindowState = {
  read: (): WindowState | null => null,
  write: (): void => undefined,
}
