import type { ExchangeView } from '../../../src-shared/domain/exchange'
import { messages } from '../../messages'

/** One exchange as text for the gateway's support. Main has masked secrets before the window gets it. */
export function exchangeText(exchange: ExchangeView, when: string): string {
  const { log } = messages
  const line = (name: string, value: string | number | null) => (value === null ? [] : [`${name}: ${value}`])
  const pairs = (rows: ExchangeView['answer']) =>
    rows.map((row) => `${row.name}=${row.value}${row.isUnreadable ? ` (${log.unreadableValue})` : ''}`)
  return [
    log.bundle.heading,
    ...line(log.when, when),
    ...line(log.columns.operation, exchange.operation),
    ...line(log.host, exchange.host),
    ...line(log.path, exchange.path),
    ...line(log.columns.outcome, log.outcomes[exchange.outcome]),
    ...line(log.failure, exchange.failure),
    ...line('HTTP', exchange.httpStatus),
    ...line(log.columns.serial, exchange.serialNumber),
    ...line(log.columns.duration, messages.common.milliseconds({ count: exchange.durationMs })),
    '',
    log.request,
    ...pairs(exchange.request),
    '',
    log.answer,
    ...(exchange.answer.length > 0 ? pairs(exchange.answer) : [exchange.unreadableBody ?? log.noAnswer]),
  ].join('\n')
}

/**
 * One exchange as JSON. Its values are those of the API log: control values, security codes and card numbers were masked
 * before they were stored.
 */
export function exchangeJson({
  exchangeId: _ours,
  orderId: _order,
  profileId: _profile,
  ...exchange
}: ExchangeView): string {
  return JSON.stringify({ ...exchange, at: new Date(exchange.atMs).toISOString() }, null, 2)
}

/**
 * The request of an exchange as a cURL command, with the same masked values. All values are percent-encoded, so that
 * nothing in them is a quote, a line end or a control character of the shell.
 */
export function exchangeCurl({ host, path, request }: ExchangeView, scheme: 'http' | 'https'): string {
  const encoded = (text: string) =>
    encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replaceAll("'", '%27')
  const address = `${scheme}://${host}${path}`.replace(/[^A-Za-z0-9:/._~%[\]-]/gu, encoded)
  const lines = [
    `curl -X POST '${address}'`,
    ...request.map(({ name, value }) => `  --data '${encoded(name)}=${encoded(value)}'`),
  ]
  return `# ${messages.log.curlNote}\n${lines.join(' \\\n')}`
}
