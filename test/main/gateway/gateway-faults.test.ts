import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { acceptedBody } from '../../support/gateway-calls'
import { answering, answering200, type Behaviour } from '../../support/raw-gateway'
import {
  after,
  chunkedHead,
  cutting,
  ending,
  noAnswer,
  page,
  plain,
  rebill,
  start,
  status,
  unknown,
  withLength,
  withoutLength,
  stopGateways,
} from '../../support/wire-client'

afterEach(stopGateways)

const doubleLength = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 30\r\n\r\n'

/** What a gateway does after the connection stands, and the word for it; a rebill is unknown, a status has no answer. */
const faults: readonly (readonly [string, Behaviour, string | RegExp])[] = [
  ['N6 resets after the request', after(({ socket }) => void socket.resetAndDestroy()), 'ECONNRESET'],
  ['N6 hangs up after the request', after(({ socket }) => void socket.end()), 'ECONNRESET'],
  ['N7 resets inside the head', after(cutting('HTTP/1.1 200 OK\r\nContent-Le')), 'ECONNRESET'],
  ['N7 resets inside the body', after(cutting(withLength(acceptedBody, 30))), 'truncated'],
  ['N10 cuts the body short of its length', after(ending(withLength(acceptedBody, 60))), 'truncated'],
  ['N10 cuts a chunked body', after(ending(`${chunkedHead}1f\r\ntype=async-response`)), 'truncated'],
  ['N11 cuts an order id where nothing gives the length', after(ending(withoutLength(-3))), 'truncated'],
  [
    'N13 compresses',
    answering('HTTP/1.1 200 OK\nContent-Encoding: gzip', gzipSync(acceptedBody)),
    'content-encoding',
  ],
  [
    'N13 encodes as nobody knows',
    answering('HTTP/1.1 200 OK\nContent-Encoding: x-own', acceptedBody),
    'content-encoding',
  ],
  ...[500, 502, 503, 504].map((code) => ['N14', page(code), `http-${code}`] as const),
  ...[402, 404, 405, 407, 413, 418].map((code) => ['N16', page(code), `http-${code}`] as const),
  ['N17 answers 204', answering('HTTP/1.1 204 No Content'), 'http-204'],
  ['N17 answers an empty 200', answering200(''), 'empty-body'],
  ['N17 answers white space', answering200(' \n\n'), 'empty-body'],
  ['N18 answers 304', answering('HTTP/1.1 304 Not Modified'), 'http-304'],
  ['N19 answers a log-in page', answering200('\n<!DOCTYPE html><html><form></form></html>'), 'html-page'],
  ['N20 answers JSON', answering200('{"type":"async-response","paynet-order-id":6684100}'), 'json'],
  ['N20 answers XML', answering200('<?xml version="1.0"?><a/>'), 'xml'],
  [
    'breaks the order id (B10)',
    answering200(`${acceptedBody.replace('6684100', '%FF')}`),
    'unreadable-field:paynet-order-id',
  ],
  ['breaks the type (B10)', answering200(`${acceptedBody.replace('async', '%FF')}`), 'unreadable-field:type'],
  [
    'N23 names an id twice',
    answering200(`${acceptedBody}&paynet-order-id=6`),
    'duplicate-field:paynet-order-id',
  ],
  ['N24 gives no type', answering200('merchant-order-id=INV-2041&paynet-order-id=6684100'), 'no-type'],
  ['N24 gives a type of its own', answering200('type=mystery&merchant-order-id=INV-2041'), 'unexpected-type'],
  ['switches protocols', answering('HTTP/1.1 101 Switching\nConnection: Upgrade\nUpgrade: h2c'), 'http-101'],
  [
    'sends endless heads',
    after(ending(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(50_000)}\r\n\r\n`)),
    'HPE_HEADER_OVERFLOW',
  ],
  ['does not speak HTTP', after(ending('220 mail.example.test ESMTP\r\n')), 'HPE_INVALID_CONSTANT'],
  ['contradicts its own length', after(ending(`${doubleLength}type=async-response`)), /^HPE_/],
]

describe('a call that may have been sent', () => {
  for (const [what, behave, failure] of faults) {
    it(`is sent once and stays unknown when the gateway ${what} (${String(failure)})`, async () => {
      const gateway = await start(behave)
      const word = (typeof failure === 'string' ? failure : expect.stringMatching(failure)) as string
      expect(await rebill(plain(gateway))).toEqual(unknown(word))
      expect(gateway.connections).toHaveLength(1)
      expect(await status(plain(gateway))).toEqual(noAnswer(word))
      expect(gateway.connections).toHaveLength(2)
    })
  }
})
