import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** A rectangle on the desktop in device-independent pixels. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the window was when it was last moved; `bounds` are those it has when it is not maximised. */
export interface WindowState {
  readonly bounds: Rectangle
  readonly isMaximized: boolean
}

/** Where a window opens; without a place the system chooses one. */
export interface WindowPlacement {
  readonly x: number | undefined
  readonly y: number | undefined
  readonly width: number
  readonly height: number
  readonly isMaximized: boolean
}

export const defaultSize = { width: 1280, height: 800 } as const
/** The smallest work area that the app supports; a 1366 x 768 screen at 125 % has 1092 x 614. */
export const minSize = { width: 1024, height: 600 } as const

/** As much of the title bar as a person needs to get hold of a window. */
const grip = { width: 120, height: 32 } as const

const coordinate = z.number().int().min(-100_000).max(100_000)
const length = z.number().int().min(1).max(100_000)
const windowState = z.object({
  bounds: z.object({ x: coordinate, y: coordinate, width: length, height: length }),
  isMaximized: z.boolean(),
})

/** The saved place, corrected to the screens that are there now. `workAreas` begins with the primary screen's. */
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
    }
  }
  const size = sizeFor(saved.bounds, area)
  return {
    x: saved.bounds.x,
    // The status bar is at the bottom, so the bottom stays on the screen.
    y: Math.max(area.y, Math.min(saved.bounds.y, area.y + area.height - size.height)),
    ...size,
    isMaximized: saved.isMaximized,
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

/** The state on disk; losing it is never an error, the window then opens in its default place. */
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

  /** Synchronous, because the last state comes while the app is closing. */
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
