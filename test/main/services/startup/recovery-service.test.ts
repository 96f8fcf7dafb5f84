import { beforeEach, describe, expect, it } from 'vitest'
import { codeHiddenMs } from '../../../../src-main/services/startup/recovery-service'
import { readyEnvironment, startApp, type TestApp, type TestEnvironment } from '../../../support/fakes'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

describe('a recovery code on the screen (S28)', () => {
  it('is in no recording of the window until it was confirmed', async () => {
    const { code, askGroups } = await app.recovery.create()
    expect(env.hiddenFromCapture).toEqual([true])
    const groups = code.split('-')
    await app.recovery.confirm(askGroups.map((index) => ({ index, text: groups[index] ?? '' })))
    expect(env.hiddenFromCapture).toEqual([true, false])
    await env.clock.advance(codeHiddenMs)
    expect(env.hiddenFromCapture).toEqual([true, false])
  })

  it('that nobody confirms hides the window for ten minutes only, counted from the last code', async () => {
    await app.recovery.create()
    await env.clock.advance(codeHiddenMs - 1)
    await app.recovery.create()
    await env.clock.advance(codeHiddenMs - 1)
    expect(env.hiddenFromCapture).toEqual([true, true])
    await env.clock.advance(1)
    expect(env.hiddenFromCapture).toEqual([true, true, false])
  })
})
