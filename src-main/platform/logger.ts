import type { Clock } from './clock'
import { hiddenMark, redact } from './redact'
import type { SecretFingerprints } from './secret-fingerprints'
import { visibleJson } from './visible-json'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Details of a log line, with any values. Secrets are hidden before a line is written. */
export type LogDetails = Readonly<Record<string, unknown>>

/** Writes log lines: the name of an event and its details. */
export interface Logger {
  debug(event: string, details?: LogDetails): void
  info(event: string, details?: LogDetails): void
  warn(event: string, details?: LogDetails): void
  error(event: string, details?: LogDetails): void
}

/** Receives finished lines, without a line end. */
export interface LogSink {
  write(line: string): void
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
const secretNames =
  /^(?:.*_)?(?:control|control_?key|merchant_?control|cvv2?|cvc2?|security_?code|secret|pass(?:word|phrase)?|pin|private_?key|authorization|(?:credit_)?card_?number|pan|recovery_?code)$/i
const maxDepth = 6
const maxTextLength = 8192
/** Longer than every secret: the body of a 4096-bit RSA key in hexadecimal has 6,400 characters. */
const maxSplitLength = 8192

/** A logger that writes JSON lines and redacts every name and value. Writing never throws. */
export function createLogger(parts: {
  readonly sink: LogSink
  readonly clock: Pick<Clock, 'nowMs'>
  readonly secrets: SecretFingerprints
  readonly minLevel: LogLevel
}): Logger {
  const write = (level: LogLevel, event: string, details: LogDetails = {}) => {
    if (levels.indexOf(level) < levels.indexOf(parts.minLevel)) return
    const line = { at: new Date(parts.clock.nowMs()).toISOString(), level, event, ...details }
    try {
      parts.sink.write(visibleJson(clean(line, parts.secrets, [])))
    } catch {
      // A failure of the log must not stop the caller.
    }
  }
  return {
    debug: (event, details) => write('debug', event, details),
    info: (event, details) => write('info', event, details),
    warn: (event, details) => write('warn', event, details),
    error: (event, details) => write('error', event, details),
  }
}

/**
 * A copy that can be written as JSON, with every text and number redacted. `around` has the enclosing objects, to find
 * cycles.
 */
function clean(value: unknown, secrets: SecretFingerprints, around: readonly object[]): unknown {
  switch (typeof value) {
    case 'string':
      return cleanText(value, secrets)
    case 'number':
    case 'bigint': {
      const text = String(value)
      const redacted = cleanText(text, secrets)
      return redacted === text && typeof value === 'number' ? value : redacted
    }
    case 'boolean':
    case 'undefined':
      return value
    case 'object':
      return value === null ? null : cleanObject(value, secrets, around)
    default:
      return `<${typeof value}>`
  }
}

function cleanObject(value: object, secrets: SecretFingerprints, around: readonly object[]): unknown {
  if (around.includes(value)) return '<cycle>'
  if (around.length >= maxDepth) return '<deep>'
  const inside = [...around, value]
  if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`
  if (value instanceof Date) return cleanText(String(value), secrets)
  if (Array.isArray(value)) return value.map((item) => clean(item, secrets, inside))
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  const named = value instanceof Error ? [...errorEntries(value), ...entries] : entries
  return Object.fromEntries(
    named.map(([name, item]: [unknown, unknown]) => {
      const text = cleanText(String(name), secrets)
      const isSecret = secretNames.test(text.replace(/([a-z])([A-Z])/g, '$1_$2').replace(/-/g, '_'))
      return [text, isSecret && typeof item !== 'boolean' ? hiddenMark : clean(item, secrets, inside)]
    }),
  )
}

function errorEntries(error: Error): [string, unknown][] {
  const entries: [string, unknown][] = [
    ['name', error.name],
    ['message', error.message],
    ['stack', error.stack],
  ]
  return error.cause === undefined ? entries : [...entries, ['cause', error.cause]]
}

/** Cuts a long text, hides secrets, and then drops the end, because the first cut may have split a secret there. */
function cleanText(text: string, secrets: SecretFingerprints): string {
  if (text.length <= maxTextLength) return redact(secrets.hideIn(text))
  const redacted = redact(secrets.hideIn(text.slice(0, maxTextLength + maxSplitLength)))
  return `${redacted.slice(0, Math.min(maxTextLength, redacted.length - maxSplitLength))}…`
}
