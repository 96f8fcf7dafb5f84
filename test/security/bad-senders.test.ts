// S3: only the main frame of the app's window may call main. Other frames and windows can reach the same channel.
import { describe, expect, it } from 'vitest'
import type { SenderOfMessage } from '../../src-main/ipc/trusted-senders'
import { commands } from '../../src-shared/ipc/contract'
import { DisposedFrame, FakeContents, FakeFrame, startEdge } from '../main/ipc/fake-edge'

type Edge = ReturnType<typeof startEdge>

const badSenders: Record<string, (edge: Edge) => SenderOfMessage> = {
  'a sub-frame of our own origin': ({ window }) => ({
    sender: window,
    senderFrame: new FakeFrame('app://desk', window.mainFrame),
  }),
  'a sub-frame of another origin': ({ window }) => ({
    sender: window,
    senderFrame: new FakeFrame('https://acs.example.com', window.mainFrame),
  }),
  'a frame without a parent that is not the main frame': ({ window }) => ({
    sender: window,
    senderFrame: new FakeFrame(),
  }),
  'a frame that is gone': ({ window }) => ({ sender: window, senderFrame: null }),
  'a frame that goes while it is asked': ({ window }) => {
    window.mainFrame = new DisposedFrame()
    return window.asSender()
  },
  'another window with our page in it': () => new FakeContents(2).asSender(),
  'a window that took the number of ours': ({ window }) => new FakeContents(window.id).asSender(),
  'our window after it was destroyed': ({ window }) => {
    window.destroy()
    return window.asSender()
  },
  'our window while it is being destroyed': ({ window }) => {
    window.isGone = true
    return window.asSender()
  },
}
for (const origin of [
  'null',
  'about:blank',
  'app://desk.evil',
  'app://Desk',
  'app://desk/',
  'app://evil',
  'https://desk',
  'file://',
  'devtools://devtools',
  'data:',
  '',
]) {
  badSenders[`our window showing a page of "${origin}"`] = ({ window }) => {
    window.mainFrame = new FakeFrame(origin)
    return window.asSender()
  }
}

describe.each(Object.entries(badSenders))('S3: %s', (_who, senderOf) => {
  it.each(Object.keys(commands))('cannot call %s, and the attempt is logged', async (name) => {
    const edge = startEdge()
    const reply = await edge.receiver.call(senderOf(edge), name, {})
    expect(reply).toEqual({
      ok: false,
      error: { code: 'not-allowed-now', details: { reason: 'untrusted-sender' } },
    })
    expect(edge.handled).toEqual([])
    expect(edge.logger.lines.map(({ level, event }) => [level, event])).toEqual([
      ['warn', 'ipc.sender-refused'],
    ])
  })
})

describe('S3: the table above', () => {
  it('would find a sender check that accepts every sender', async () => {
    const edge = startEdge()
    await edge.receiver.call(edge.window.asSender(), 'clipboard.copy', { text: 'a' })
    expect(edge.handled).toHaveLength(1)
  })
})
