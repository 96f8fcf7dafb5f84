import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeWindow, WindowStateFile, type WindowState } from '../../../src-main/window/window-state'

const laptop = { x: 0, y: 0, width: 1920, height: 1040 }
const second = { x: 1920, y: -200, width: 2560, height: 1400 }

function saved(x: number, y: number, width = 1300, height = 900, isMaximized = false): WindowState {
  return { bounds: { x, y, width, height }, isMaximized, zoomFactor: 1.25 }
}

describe('placeWindow', () => {
  it('opens at 1280 x 800, at a position of the system, without a saved state', () => {
    expect(placeWindow(null, [laptop])).toEqual({
      x: undefined,
      y: undefined,
      width: 1280,
      height: 800,
      isMaximized: false,
      zoomFactor: 1,
    })
  })

  it('restores position and size, also on a second screen', () => {
    expect(placeWindow(saved(100, 50), [laptop])).toEqual({
      x: 100,
      y: 50,
      width: 1300,
      height: 900,
      isMaximized: false,
      zoomFactor: 1.25,
    })
    expect(placeWindow(saved(2000, -150), [laptop, second])).toMatchObject({ x: 2000, y: -150 })
  })

  it.each([
    ['a screen that is gone', saved(2000, -150)],
    ['above the screen, where its title bar cannot be reached', saved(100, -60)],
    ['below the screen', saved(100, 1030)],
    ['left of the screen but for a few pixels', saved(-1250, 100)],
    ['right of the screen but for a few pixels', saved(1900, 100)],
  ])('moves to the primary screen from %s', (_case, state) => {
    expect(placeWindow(state, [laptop])).toEqual({
      x: undefined,
      y: undefined,
      width: 1280,
      height: 800,
      isMaximized: false,
      zoomFactor: 1.25,
    })
  })

  it('stays partly outside while its title bar can be reached', () => {
    expect(placeWindow(saved(-1000, 100), [laptop])).toMatchObject({ x: -1000, y: 100 })
  })

  it('is never larger than its screen or smaller than the minimum', () => {
    expect(placeWindow(saved(0, 0, 4000, 3000), [laptop])).toMatchObject({ width: 1920, height: 1040 })
    expect(placeWindow(saved(0, 0, 200, 100), [laptop])).toMatchObject({ width: 1024, height: 600 })
    expect(placeWindow(null, [{ x: 0, y: 0, width: 1100, height: 720 }])).toMatchObject({
      width: 1100,
      height: 720,
    })
  })

  it.each([
    { x: 0, y: 0, width: 1092, height: 614 },
    { x: 0, y: 38, width: 1024, height: 600 },
  ])('fits a work area of $width x $height, with and without a saved position (A13)', (area) => {
    expect(placeWindow(null, [area])).toMatchObject({ width: area.width, height: area.height })
    expect(placeWindow(saved(0, 300, 1300, 900), [area])).toMatchObject({
      y: area.y,
      width: area.width,
      height: area.height,
    })
  })

  it('is moved up when its bottom would be below the screen (A13)', () => {
    expect(placeWindow(saved(100, 400), [laptop])).toMatchObject({ x: 100, y: 140, height: 900 })
  })

  it('is maximised again, also when its screen is missing', () => {
    expect(placeWindow(saved(100, 50, 1300, 900, true), [laptop])).toMatchObject({
      isMaximized: true,
      x: 100,
    })
    expect(placeWindow(saved(9000, 50, 1300, 900, true), [laptop])).toMatchObject({
      isMaximized: true,
      width: 1280,
    })
  })
})

describe('WindowStateFile', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'window-state-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is read as it was written, and only the owner can read the file', async () => {
    const path = join(folder, 'window.json')
    new WindowStateFile(path).write(saved(1, 2))
    new WindowStateFile(path).write(saved(3, 4))
    expect(new WindowStateFile(path).read()).toEqual(saved(3, 4))
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['window.json'])
  })

  it.each([
    '',
    'null',
    '{}',
    '{"bounds":{"x":1e999,"y":0,"width":10,"height":10},"isMaximized":false}',
    '{"bounds":{"x":0,"y":0,"width":-5,"height":10},"isMaximized":false}',
    '{"bounds":{"x":0,"y":0,"width":1.5,"height":10},"isMaximized":false}',
    '{"bounds":{"x":0,"y":0,"width":10,"height":10},"isMaximized":false,"zoomFactor":9}',
  ])('ignores a file with the content %s', async (text) => {
    const path = join(folder, 'window.json')
    await writeFile(path, text)
    expect(new WindowStateFile(path).read()).toBeNull()
  })

  it('has no zoom when an older version wrote the file', async () => {
    const path = join(folder, 'window.json')
    await writeFile(path, '{"bounds":{"x":0,"y":0,"width":10,"height":10},"isMaximized":false}')
    expect(new WindowStateFile(path).read()?.zoomFactor).toBe(1)
  })

  it('ignores a missing folder', () => {
    const file = new WindowStateFile(join(folder, 'gone', 'window.json'))
    file.write(saved(1, 2))
    expect(file.read()).toBeNull()
  })
})
