import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  login,
  martaToken,
  post,
  readAnswer,
  send,
  signedCardInfo,
  signedRebill,
  signedSale,
  signedStatus,
  start,
  stopAll,
  welcomeOf,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'

let simulator: Simulator
beforeAll(async () => {
  simulator = await start()
})
afterAll(stopAll)

let orderCount = 0
const newId = () => `D-${(orderCount += 1)}`

describe('an answer', () => {
  it('is HTTP 200 text with a line feed after each value, also for failures', async () => {
    for (const form of [signedStatus('NS-2041'), signedStatus('NOBODY'), { login }]) {
      const url = `${simulator.announcement.baseUrl}/api/v2/status/4411`
      const answer = await send(url, { body: new URLSearchParams(form).toString() })
      expect(answer.httpStatus).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html;charset=utf-8')
      expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)))
      expect(answer.body.split('&').every((pair) => /^[\w-]+=[^\n]*\n$/.test(pair))).toBe(true)
    }
  })

  it('starts with the fields in the order of the real gateway', async () => {
    const answer = await post(
      simulator,
      '/api/v2/make-rebill/4411',
      signedRebill('1015', { client_orderid: newId() }),
    )
    expect(Object.keys(answer)).toEqual([
      'type',
      'serial-number',
      'merchant-order-id',
      'paynet-order-id',
      'end-point-id',
    ])
    const status = await post(simulator, '/api/v2/status/4411', signedStatus('NS-2041'))
    expect(Object.keys(status).slice(0, 8)).toEqual([
      'type',
      'serial-number',
      'merchant-order-id',
      'paynet-order-id',
      'status',
      'amount',
      'currency',
      'original-gate-descriptor',
    ])
    expect(Object.keys(status).indexOf('bank-name')).toBeLessThan(
      Object.keys(status).indexOf('initial-amount'),
    )
  })

  it('never repeats a serial number', async () => {
    const serials = new Set<string | undefined>()
    for (let count = 0; count < 50; count += 1) {
      serials.add(
        (await post(simulator, '/api/v2/get-card-info/4411', signedCardInfo(martaToken)))['serial-number'],
      )
    }
    expect(serials.size).toBe(50)
  })
})

describe('requests as real clients write them', () => {
  const url = () => `${simulator.announcement.baseUrl}/api/v2/make-rebill/4411`

  it('may have white space around values', async () => {
    const form = signedRebill('1015', { client_orderid: newId() })
    const padded = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, ` \t${value}\r\n`]))
    expect((await post(simulator, '/api/v2/make-rebill/4411', padded)).type).toBe('async-response')
  })

  it('may have a charset, an Accept header, or no content type', async () => {
    for (const headers of [
      {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        accept: 'application/vnd.pay+json',
      },
      { 'content-type': '', accept: '*/*' },
    ]) {
      const body = new URLSearchParams(signedRebill('1015', { client_orderid: newId() })).toString()
      expect(readAnswer((await send(url(), { body, headers })).body).type).toBe('async-response')
    }
  })

  it('may send UTF-8 without percent signs', async () => {
    const form = signedRebill('1015', { client_orderid: 'Заказ-1' })
    const body = Object.entries(form)
      .map(([name, value]) => `${name}=${value}`.replace('&', '%26'))
      .join('&')
    expect(readAnswer((await send(url(), { body })).body)['merchant-order-id']).toBe('Заказ-1')
  })

  it('may name the card number cardNumber', async () => {
    const { credit_card_number = '', ...form } = signedSale('1015', { client_orderid: newId() })
    const answer = await post(simulator, '/api/v2/sale/4411', {
      ...form,
      cardNumber: credit_card_number,
    })
    expect(answer.type).toBe('async-response')
  })

  it('may use one connection, one after the other', async () => {
    const { port } = new URL(simulator.announcement.baseUrl)
    const body = new URLSearchParams(signedCardInfo(martaToken)).toString()
    const head = `POST /paynet/api/v2/get-card-info/4411 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${body.length}\r\n`
    const text = await new Promise<string>((resolve) => {
      let received = ''
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('data', (chunk) => (received += chunk.toString()))
      socket.on('close', () => resolve(received))
      socket.write(`${head}\r\n${body}${head}Connection: close\r\n\r\n${body}`)
    })
    expect(text.match(/type=get-card-info-response/g)).toHaveLength(2)
  })
})

describe('access to the simulator', () => {
  const url = () => simulator.announcement.baseUrl

  it('is possible on the loopback address only', () => {
    expect(new URL(url()).hostname).toBe('127.0.0.1')
  })

  it.each(['evil.example.test', 'evil.example.test:80', '127.0.0.1', '127.0.0.1.evil.example.test', '[::1]'])(
    'refuses a request for the host %s',
    async (host) => {
      for (const path of ['/simulator/welcome', '/api/v2/status/4411']) {
        expect((await send(url() + path, { method: 'GET', headers: { host } })).httpStatus).toBe(421)
      }
    },
  )

  it('refuses web pages at the control API', async () => {
    const headers = { origin: 'http://evil.example.test' }
    expect((await send(`${url()}/simulator/welcome`, { method: 'GET', headers })).httpStatus).toBe(404)
    expect((await send(`${url()}/simulator/control`, { body: '{"down":true}', headers })).httpStatus).toBe(
      404,
    )
  })

  it('refuses a body above 2 MiB and accepts two 64k texts in any script (F5)', async () => {
    const path = '/api/v2/make-rebill/4411'
    const tooLarge = `order_desc=${'a'.repeat(2 * 1024 * 1024)}`
    const refused = await send(url() + path, { body: tooLarge }).catch((error: unknown) => error)
    expect(refused instanceof Error || (refused as { httpStatus: number }).httpStatus === 413).toBe(true)
    const long = '漢'.repeat(65_536)
    const form = signedRebill('1015', { client_orderid: newId(), order_desc: long, merchant_data: long })
    expect((await post(simulator, path, form)).type).toBe('async-response')
  })

  it('answers other paths and methods with an error page', async () => {
    expect((await send(`${url()}/api/v2/make-rebill/4411`, { method: 'GET' })).httpStatus).toBe(405)
    for (const path of [
      '/api/v2/make-coffee/4411',
      '/api/v2/status',
      '/api/v9/status/4411',
      '/simulator/none',
      '',
    ]) {
      expect((await send(url() + path)).httpStatus).toBe(404)
    }
    expect((await send(`${new URL(url()).origin}/other/api/v2/status/4411`)).httpStatus).toBe(404)
  })

  it.each([
    ['v2/return', '4411'],
    ['v2/void', '4411'],
    ['v2/capture', 'group/7722'],
    ['v2/preauth', '4411'],
    ['v2/sale-form', '4411'],
    ['v4/sale', '4411'],
  ])('answers in the gateway’s format that %s is not offered (F9)', async (operation, entry) => {
    const answer = await post(simulator, `/api/${operation}/${entry}`, signedStatus('NS-2041'))
    expect(answer).toEqual({
      type: 'error',
      'serial-number': expect.stringMatching(/^0{8}-/),
      'error-message': `Operation ${operation} is not offered by this simulator`,
      'error-code': '11',
    })
  })

  it('accepts its own address with and without the default port (F1)', async () => {
    const proxied = await start({ publicUrl: 'http://gateway.example.test' })
    const url = `http://127.0.0.1:${proxied.port}/paynet/simulator/welcome`
    for (const host of ['gateway.example.test', 'gateway.example.test:80', 'Gateway.Example.test'])
      expect((await send(url, { method: 'GET', headers: { host } })).httpStatus).toBe(200)
    expect(
      (await send(url, { method: 'GET', headers: { host: 'gateway.example.test:81' } })).httpStatus,
    ).toBe(421)
  })

  it('answers behind a proxy for its public address and leads browsers there (F1)', async () => {
    const proxied = await start({ publicUrl: 'https://gateway.example.test:8443/checkout/' })
    expect(proxied.announcement.baseUrl).toBe('https://gateway.example.test:8443/checkout')
    const local = `http://127.0.0.1:${proxied.port}/paynet`
    const headers = { host: 'gateway.example.test:8443' }
    const body = new URLSearchParams(signedStatus('NS-2041')).toString()
    const answer = await send(`${local}/api/v2/status/4411`, { body, headers })
    expect(readAnswer(answer.body).type).toBe('status-response')
    for (const host of ['gateway.example.test', 'other.example.test:8443'])
      expect(
        (await send(`${local}/simulator/welcome`, { method: 'GET', headers: { host } })).httpStatus,
      ).toBe(421)
  })

  it.each(['ftp://gateway.example.test', 'https://gateway.example.test/?a=1', 'gateway.example.test'])(
    'does not start with the public address %s (F1)',
    async (publicUrl) => {
      await expect(start({ publicUrl })).rejects.toThrow()
    },
  )

  it('needs the path token, when there is one', async () => {
    const hidden = await start({ pathToken: 'k3y', prefix: '/checkout' })
    const { baseUrl } = hidden.announcement
    expect(new URL(baseUrl).pathname).toBe('/k3y/checkout')
    expect((await welcomeOf(hidden)).merchant.login).toBe(login)
    const origin = new URL(baseUrl).origin
    expect((await send(`${origin}/checkout/simulator/welcome`, { method: 'GET' })).httpStatus).toBe(404)
    for (const path of ['/checkout/api/v2/status/4411', '/api/v2/status/4411'])
      expect((await send(origin + path)).httpStatus).toBe(404)
  })
})
