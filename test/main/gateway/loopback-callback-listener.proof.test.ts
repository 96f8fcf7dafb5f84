import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { LoopbackCallbackListener } from '../../../src-main/gateway/loopback-callback-listener'
import { systemClock } from '../../../src-main/platform/clock'

const listener = new LoopbackCallbackListener(systemClock)

afterEach(async () => {
  await listener.stop()
})

function call(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
  })
}

/** A connection that sends the beginning of a request only. */
async function halfOpen(port: number, begun: string): Promise<{ closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1').resume()
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  socket.on('error', () => undefined)
  socket.write(begun)
  return { closed }
}

// Node measures the time of a connection itself, so no test clock can shorten the two seconds.
describe('the loopback listener', () => {
  it('keeps sixteen connections, and ends those that send no whole request (E3)', async () => {
    listener.onCallback(() => Promise.resolve())
    const state = await listener.start(0)
    if (state.kind !== 'on') throw new Error('not listening')
    const callback = `${state.url}?status=approved`
    const begun = ['', 'POST /callback HTTP/1.1\r\nContent-Le', 'GET / HTTP/1.1\r\nX: y\r\n']
    const silent = await Promise.all(
      Array.from({ length: 16 }, (_, i) => halfOpen(state.port, begun[i % 3] ?? '')),
    )
    await expect(call(callback)).rejects.toThrow()
    await Promise.all(silent.map(({ closed }) => closed))
    expect(await call(callback)).toBe(200)
  })
})
