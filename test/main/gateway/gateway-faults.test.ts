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

/** Faults of a gateway after the connection was established, and the failure that is reported. */
const faults: readonly (readonly [string, Behaviour, string | RegExp])[] = [
  ['resets after the request', after(({ socket }) => void socket.resetAndDestroy()), 'ECONNRESET'],
  ['hangs up after the request', after(({ socket }) => void socket.end()), 'ECONNRESET'],
  ['resets inside the head', after(cutting('HTTP/1.1 200 OK\r\nContent-Le')), 'ECONNRESET'],
  ['resets inside the body', after(cutting(withLength(acceptedBody, 30))), 'truncated'],
  ['cuts the body short of its length', after(ending(withLength(acceptedBody, 60))), 'truncated'],
  ['cuts a chunked body', after(ending(`${chunkedHead}1f\r\ntype=async-response`)), 'truncated'],
  ['cuts an order id in an answer without a length', after(ending(withoutLength(-3))), 'truncated'],
  [
    'compresses',
    answering('HTTP/1.1 200 OK\nContent-Encoding: gzip', gzipSync(acceptedBody)),
    'content-encoding',
  ],
  [
    'uses an unknown content encoding',
    answering('HTTP/1.1 200 OK\nContent-Encoding: x-own', acceptedBody),
    'content-encoding',
  ],
  ...[500, 502, 503, 504].map((code) => ['answers a server error', page(code), `http-${code}`] as const),
  ...[402, 404, 405, 407, 413, 418].map(
    (code) => ['answers a client error', page(code), `http-${code}`] as const,
  ),
  ['answers 204', answering('HTTP/1.1 204 No Content'), 'http-204'],
  ['answers an empty 200', answering200(''), 'empty-body'],
  ['answers white space', answering200(' \n\n'), 'empty-body'],
  ['answers 304', answering('HTTP/1.1 304 Not Modified'), 'http-304'],
  ['answers a log-in page', answering200('\n<!DOCTYPE html><html><form></form></html>'), 'html-page'],
  ['answers JSON', answering200('{"type":"async-response","paynet-order-id":6684100}'), 'json'],
  ['answers XML', answering200('<?xml version="1.0"?><a/>'), 'xml'],
  [
    'breaks the order id (B10)',
    answering200(`${acceptedBody.replace('6684100', '%FF')}`),
    'unreadable-field:paynet-order-id',
  ],
  ['breaks the type (B10)', answering200(`${acceptedBody.replace('async', '%FF')}`), 'unreadable-field:type'],
  ['names an id twice', answering200(`${acceptedBody}&paynet-order-id=6`), 'duplicate-field:paynet-order-id'],
  ['gives no type', answering200('merchant-order-id=INV-2041&paynet-order-id=6684100'), 'no-type'],
  ['gives an unknown type', answering200('type=mystery&merchant-order-id=INV-2041'), 'unexpected-type'],
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
