import { answerContentType, encodeAnswer } from './wire'
import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock'
import type { Page } from '../issuer/pages'
import type { BrokenForm, Reply } from '../scenarios/scenario'
import type { WireField } from './wire'

export interface ReplyContext {
  clock: Clock
  /** Divides every wait. */
  speed: number
  /** Target of redirects. A correct client never requests it. */
  redirectUrl: string
}

const oversizeBytes = 2 * 1024 * 1024

const pageTitles = {
  401: 'Unauthorized',
  403: 'Access is denied',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Request Entity Too Large',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Time-out',
}

/** Sends an answer in the way that `reply` describes: late, broken, not at all, and so on. */
export async function sendReply(
  response: ServerResponse,
  fields: readonly WireField[],
  reply: Reply,
  { clock, speed, redirectUrl: elsewhereUrl }: ReplyContext,
): Promise<void> {
  switch (reply.kind) {
    case 'normal':
      sendText(response, encodeAnswer(fields))
      return
    case 'late':
      await clock.sleep(reply.delayMs / speed)
      sendText(response, encodeAnswer(fields))
      return
    case 'drop':
      response.destroy()
      return
    case 'hang':
      return
    case 'drip':
      await sendByteByByte(response, encodeAnswer(fields), () => clock.sleep(reply.gapMs / speed))
      return
    case 'broken':
      sendBroken(response, fields, reply.form)
      return
    case 'page':
      sendPage(response, reply.httpStatus)
      return
    case 'redirect':
      response.writeHead(302, { location: elsewhereUrl, 'content-length': 0 }).end()
      return
    case 'error':
      sendText(response, encodeAnswer(asError(fields)))
      return
  }
}

/** Sends an HTML error page, as a web server or a proxy does. */
export function sendPage(response: ServerResponse, httpStatus: keyof typeof pageTitles): void {
  const title = pageTitles[httpStatus]
  const page = `<html>\n<head><title>${title}</title></head>\n<body><h1>${httpStatus} ${title}</h1></body>\n</html>\n`
  const retryAfter = httpStatus === 429 ? { 'retry-after': '30' } : {}
  sendText(response, page, httpStatus, retryAfter)
}

/** Sends a page of the issuer with its content security policy. */
export function sendMarkup(response: ServerResponse, { html, policy }: Page, httpStatus: number): void {
  sendText(response, html, httpStatus, {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
}

function sendText(
  response: ServerResponse,
  text: string,
  httpStatus = 200,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(text, 'utf8')
  response
    .writeHead(httpStatus, { 'content-type': answerContentType, 'content-length': body.length, ...headers })
    .end(body)
}

async function sendByteByByte(
  response: ServerResponse,
  text: string,
  pause: () => Promise<void>,
): Promise<void> {
  const body = Buffer.from(text, 'utf8')
  response.writeHead(200, { 'content-type': answerContentType, 'content-length': body.length })
  for (const byte of body) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await pause()
  }
  response.end()
}

function sendBroken(response: ServerResponse, fields: readonly WireField[], form: BrokenForm): void {
  switch (form) {
    case 'malformed-percent':
      sendText(response, `${encodeAnswer(fields)}&descriptor=100%ZZ\n`)
      return
    case 'duplicate-key':
      sendText(response, encodeAnswer(withDecisiveNameTwice(fields)))
      return
    case 'truncated': {
      const body = Buffer.from(encodeAnswer(fields), 'utf8')
      response.writeHead(200, { 'content-type': answerContentType, 'content-length': body.length })
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
      return
    }
    case 'empty':
      sendText(response, '')
      return
    case 'missing-order-id':
      sendText(response, encodeAnswer(fields.filter(([name]) => name !== 'paynet-order-id')))
      return
    case 'foreign-order-id':
      sendText(response, encodeAnswer(replaced(fields, 'merchant-order-id', 'ANOTHER-ORDER')))
      return
    case 'unknown-type':
      sendText(response, encodeAnswer(replaced(fields, 'type', 'mystery-response')))
      return
    case 'html-page':
      sendText(
        response,
        '<html><body><form action="/login"><h1>Welcome to the guest network</h1></form></body></html>\n',
      )
      return
    case 'json':
      sendText(response, JSON.stringify(Object.fromEntries(fields)))
      return
    case 'oversize':
      sendText(response, `${encodeAnswer(fields)}&filler=${'a'.repeat(oversizeBytes)}\n`)
      return
  }
}

function replaced(fields: readonly WireField[], name: string, value: string): WireField[] {
  return fields.map((field) => (field[0] === name ? ([name, value] as const) : field))
}

function withDecisiveNameTwice(fields: readonly WireField[]): WireField[] {
  const status = fields.find(([name]) => name === 'status')
  return status
    ? [...fields, ['status', status[1] === 'approved' ? 'declined' : 'approved']]
    : [...fields, ['paynet-order-id', '1']]
}

function asError(fields: readonly WireField[]): WireField[] {
  return [
    ...replaced(fields, 'type', 'error').filter(([, value]) => value !== ''),
    ['error-message', 'Payment processing is temporarily disabled'],
    ['error-code', '9'],
  ]
}
