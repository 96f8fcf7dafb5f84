import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { LoopbackCallbackListener } from '../../../src-main/gateway/loopback-callback-listener'

const query = 'status=approved&type=sale&orderid=1&client_orderid=A-1&control=x'
const listener = new LoopbackCallbackListener()
let received: string[] = []

afterEach(async () => {
  received = []
  await listener.stop()
})

async function started(hand: (text: string) => Promise<void> = keep): Promise<number> {
  listener.onCallback(hand)
  const state = await listener.start(0)
  if (state.kind !== 'on') throw new Error('not listening')
  return state.port
}

function keep(text: string): Promise<void> {
  received.push(text)
  return Promise.resolve()
}

function send(
  port: number,
  given: { path: string; method?: string; body?: string | Buffer; host?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: given.path,
        method: given.method ?? 'GET',
        ...(given.host === undefined ? {} : { headers: { host: given.host } }),
      },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    call.on('error', reject)
    call.end(given.body)
  })
}

describe('the loopback listener', () => {
  it('hands over what a gateway sends in the query, and what a relay posts in the body', async () => {
    const port = await started()
    expect(await send(port, { path: `/callback?${query}` })).toBe(200)
    expect(await send(port, { path: '/callback', method: 'POST', body: query })).toBe(200)
    expect(received).toEqual([`?${query}`, `?${query}`])
  })

  it('hands bytes that are no text over as they are (B10)', async () => {
    const port = await started()
    expect(
      await send(port, { path: '/callback', method: 'POST', body: Buffer.from('a=\xc8&b=%FF', 'latin1') }),
    ).toBe(200)
    expect(received).toEqual(['?a=%C8&b=%FF'])
  })

  it('answers 503 to what could not be kept, so that it is sent again', async () => {
    const port = await started(() => Promise.reject(new Error('disk full')))
    expect(await send(port, { path: `/callback?${query}` })).toBe(503)
  })

  it.each([
    [404, { path: '/other?status=approved' }],
    [400, { path: '/callback' }],
    [405, { path: `/callback?${query}`, method: 'DELETE' }],
    [421, { path: `/callback?${query}`, host: 'rebound.example' }],
    [421, { path: `/callback?${query}`, host: 'localhost:1' }],
    [413, { path: '/callback', method: 'POST', body: 'x'.repeat(70_000) }],
  ])('answers %i without handing anything over', async (status, call) => {
    const port = await started()
    expect(await send(port, call)).toBe(status)
    expect(received).toEqual([])
  })

  it('is reachable on this machine only', async () => {
    await started()
    expect(listener.state()).toMatchObject({ kind: 'on' })
    const { url } = listener.state() as { url: string }
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  })

  it('says why when the port is taken, and can be started again', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect(await listener.start(port)).toEqual({ kind: 'failed', reason: 'EADDRINUSE' })
    await new Promise((resolve) => other.close(resolve))
    expect(await listener.start(port)).toMatchObject({ kind: 'on', port })
  })

  it('stops for good', async () => {
    const port = await started()
    await listener.stop()
    expect(listener.state()).toEqual({ kind: 'off' })
    await expect(send(port, { path: `/callback?${query}` })).rejects.toThrow('ECONNREFUSED')
  })
})
