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
