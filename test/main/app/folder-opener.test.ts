import { describe, expect, it } from 'vitest'
import { folderOpener } from '../../../src-main/app/folder-opener'
import { FakeClock } from '../../support/fakes/fake-clock'

function anOpener(answer = '') {
  const clock = new FakeClock()
  const opened: string[] = []
  const openPath = async (path: string) => {
    opened.push(path)
    return answer
  }
  return { clock, opened, open: folderOpener('/data/desk', openPath, clock) }
}

describe('the data folder', () => {
  it('is opened once for many calls within two seconds, so that a page cannot fill the screen', async () => {
    const { clock, opened, open } = anOpener()
    for (let call = 0; call < 50; call++) await open()
    expect(opened).toEqual(['/data/desk'])
    await clock.advance(2000)
    await open()
    expect(opened).toEqual(['/data/desk', '/data/desk'])
  })

  it('that cannot be opened is an error with a reason', async () => {
    const { open } = anOpener('no application is registered')
    await expect(open()).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'folder-not-opened' },
    })
  })
})
