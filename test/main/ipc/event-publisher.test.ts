import { describe, expect, it } from 'vitest'
import { WindowEventPublisher } from '../../../src-main/ipc/event-publisher'
import { TrustedSenders } from '../../../src-main/ipc/trusted-senders'
import { eventChannel } from '../../../src-shared/ipc/bridge'
import { DisposedFrame, FakeContents, FakeFrame, RecordingLogger } from './fake-edge'

function setUp() {
  const senders = new TrustedSenders()
  const logger = new RecordingLogger()
  const lock = { isLocked: false }
  return { senders, logger, lock, publisher: new WindowEventPublisher(senders, logger, () => lock.isLocked) }
}

describe('WindowEventPublisher', () => {
  it('tells every window of ours, without what the contract does not declare', () => {
    const { senders, publisher } = setUp()
    const windows = [new FakeContents(1), new FakeContents(2)]
    for (const window of windows) senders.add(window)
    const payload = { action: 'search' as const, controlKey: 'a secret that slipped in' }
    publisher.publish('menu.chosen', payload)
    for (const window of windows) {
      expect(window.sent).toEqual([[eventChannel, 'menu.chosen', { action: 'search' }]])
    }
  })

  it('tells nothing to a window that is gone, navigated away or has not loaded yet', () => {
    const { senders, publisher } = setUp()
    const windows = [
      new FakeContents(1, new FakeFrame('https://example.com')),
      new FakeContents(2, new FakeFrame('null')),
      new FakeContents(3, new DisposedFrame()),
      new FakeContents(4),
      new FakeContents(5),
    ]
    for (const window of windows) senders.add(window)
    windows[3]?.destroy()
    if (windows[4] !== undefined) windows[4].isGone = true
    publisher.publish('menu.chosen', { action: 'search' })
    expect(windows.flatMap((window) => window.sent)).toEqual([])
  })

  it('sends no payload that breaks the contract, and logs the place of the error, not the payload', () => {
    const { senders, logger, publisher } = setUp()
    const window = new FakeContents(1)
    senders.add(window)
    publisher.publish('menu.chosen', { action: 'a secret' as 'search' })
    expect(window.sent).toEqual([])
    expect(logger.lines).toEqual([
      { level: 'error', event: 'ipc.event-refused', details: { name: 'menu.chosen', paths: ['action'] } },
    ])
  })

  it('continues with the next window when one cannot be reached, and throws no error', () => {
    const { senders, logger, publisher } = setUp()
    const windows = [new FakeContents(1), new FakeContents(2)]
    for (const window of windows) senders.add(window)
    const error = new Error('Render frame was disposed before WebFrameMain could be accessed')
    const [first, second] = windows
    if (first !== undefined)
      first.send = () => {
        throw error
      }
    publisher.publish('menu.chosen', { action: 'search' })
    expect(second?.sent).toHaveLength(1)
    expect(logger.lines).toEqual([
      { level: 'error', event: 'ipc.event-lost', details: { name: 'menu.chosen', error } },
    ])
  })

  it('tells nothing but the lock itself while the app is locked (S18)', () => {
    const { senders, lock, publisher } = setUp()
    const window = new FakeContents(1)
    senders.add(window)
    lock.isLocked = true
    publisher.publish('menu.chosen', { action: 'search' })
    publisher.publish('lock.changed', {})
    expect(window.sent).toEqual([[eventChannel, 'lock.changed', {}]])
  })
})
