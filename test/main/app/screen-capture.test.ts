import { expect, it } from 'vitest'
import { ScreenCapture } from '../../../src-main/app/screen-capture'

it('a window that comes while a secret is shown is kept out of recordings too, and one that is gone is left alone', () => {
  const capture = new ScreenCapture()
  const seen: string[] = []
  const window = (name: string) => ({
    setContentProtection: (isOn: boolean) => void seen.push(`${name} ${String(isOn)}`),
  })
  capture.attachTo(window('first'))
  capture.setHidden(true)
  capture.detach()
  capture.attachTo(window('second'))
  capture.setHidden(false)
  capture.detach()
  capture.setHidden(true)
  expect(seen).toEqual(['first false', 'first true', 'second true', 'second false'])
})
