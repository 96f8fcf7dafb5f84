import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { LoopbackCallbackListener } from '../../../src-main/gateway/loopback-callback-listener'
import { systemClock } from '../../../src-main/platform/clock'
import { FakeClock } from '../../support/fakes/fake-clock'

const query = 'status=approved&type=sale&orderid=1&client_orderid=A-1&control=x'
const listener = new LoopbackCallbackListener(systemClock)
let received: string[] = []
let path = ''

afterEach(async () => {
  received = []
  await listener.stop()
})

async function started(
  hand: (text: string) => Promise<void> = keep,
  started: LoopbackCallbackListener = listener,
): Promise<number> {
  started.onCallback(hand)
  const state = await started.start(0)
  if (state.kind !== 'on') throw new Error('not listening')
  path = new URL(state.url).pathname
  return state.port
}

function keep(text: string): Promise<void> {
  received.push(text)
  return Promise.resolve()
}

function send(
  port: number,
  given: {
    path?: string
    query?: string
    method?: string
    body?: string | Buffer
    headers?: Record<string, string>
  },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: `${given.path ?? path}${given.query === undefined ? '' : `?${given.query}`}`,
        method: given.method ?? 'GET',
        headers: given.headers ?? {},
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
  it('passes on the query of a GET and the body of a POST', async () => {
    const port = await started()
    expect(await send(port, { query })).toBe(200)
    expect(await send(port, { method: 'POST', body: query })).toBe(200)
    expect(received).toEqual([`?${query}`, `?${query}`])
  })

  it('passes on bytes that are not valid text, percent-encoded (B10)', async () => {
    const port = await started()
    expect(await send(port, { method: 'POST', body: Buffer.from('a=\xc8&b=%FF', 'latin1') })).toBe(200)
    expect(received).toEqual(['?a=%C8&b=%FF'])
  })

  it('answers 503 to a callback that could not be stored, so that it is sent again', async () => {
    const port = await started(() => Promise.reject(new Error('disk full')))
    expect(await send(port, { query })).toBe(503)
  })

  it.each([
    [404, { path: '/other?status=approved' }],
    [404, { path: '/callback', query }],
    [404, { path: `/callback/${'A'.repeat(22)}`, query }],
    [400, {}],
    [405, { query, method: 'DELETE' }],
    [421, { query, headers: { host: 'rebound.example' } }],
    [421, { query, headers: { host: 'localhost:1' } }],
    [413, { method: 'POST', body: 'x'.repeat(70_000) }],
    [403, { method: 'POST', body: query, headers: { origin: 'https://evil.example' } }],
    [403, { method: 'POST', body: query, headers: { origin: 'null' } }],
    [403, { query, headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' } }],
    [403, { query, headers: { 'sec-fetch-site': 'none' } }],
  ])('answers %i and passes nothing on for %j (E3)', async (status, call) => {
    const port = await started()
    expect(await send(port, call)).toBe(status)
    expect(received).toEqual([])
  })

  it('is reachable on this machine only', async () => {
    await started()
    expect(listener.state()).toMatchObject({ kind: 'on' })
    const { url } = listener.state() as { url: string }
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\/[\w-]{22}$/)
  })

  it('reports a port in use, and can be started again', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    expect(await listener.start(port)).toEqual({ kind: 'failed', reason: 'EADDRINUSE' })
    await new Promise((resolve) => other.close(resolve))
    expect(await listener.start(port)).toMatchObject({ kind: 'on', port })
  })

  it('has a new address in each run of the app, and the same one after a stop (E3)', async () => {
    await started()
    const first = path
    await listener.stop()
    await started()
    expect(path).toBe(first)
    const other = new LoopbackCallbackListener(systemClock)
    const state = await other.start(0)
    await other.stop()
    expect(state).toMatchObject({ kind: 'on' })
    expect(JSON.stringify(state)).not.toContain(first)
  })

  it('accepts 60 requests and half a megabyte in each window of ten seconds (E3)', async () => {
    const clock = new FakeClock()
    const limited = new LoopbackCallbackListener(clock)
    const port = await started(keep, limited)
    const answers = async (count: number, body: string) => {
      const all: number[] = []
      for (let i = 0; i < count; i++) all.push(await send(port, { method: 'POST', body }))
      return all.filter((status) => status === 200).length
    }
    expect(await answers(100, query)).toBe(60)
    await clock.advance(10_000)
    expect(await answers(100, `merchantdata=${'x'.repeat(30_000)}`)).toBe(17)
    await clock.advance(10_000)
    expect(await answers(1, query)).toBe(1)
    await limited.stop()
  })

  it('accepts nothing after a stop', async () => {
    const port = await started()
    await listener.stop()
    expect(listener.state()).toEqual({ kind: 'off' })
    await expect(send(port, { query })).rejects.toThrow('ECONNREFUSED')
  })
})
