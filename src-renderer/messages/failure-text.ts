import { messages } from '.'

const { failures } = messages.errors

/** `the connection was interrupted (ECONNRESET)`; an unknown code is shown alone. */
export function failureText(failure: string): string {
  const plain = plainFailure(failure)
  if (plain === null) return failure
  // The text of a mismatch names all that its code says.
  return failure.startsWith('mismatch:') ? plain : failures.withCode({ text: plain, code: failure })
}

/** The title of a failed status check, by its technical code. */
export function checkFailedTitle(failure: string): string {
  const { titles } = failures
  if (failure === 'timeout') return titles.timeout
  if (/^(?:ECONNRESET|EPIPE|closed|truncated|socket-error)$/.test(failure)) return titles.interrupted
  if (isUnreached(failure)) return titles.unreached
  if (failure.startsWith('secret-')) return titles.noSecret
  if (failure === 'wrong-control') return titles.wrongControl
  if (/^(?:mismatch:|foreign-answer)/.test(failure)) return titles.otherOrder
  return failure.startsWith('http-') ? titles.errorPage : titles.unusable
}

/** True for a failure before any byte of the request was sent. */
function isUnreached(failure: string): boolean {
  return /^(?:E[A-Z_]+|ADDRESS_NOT_PUBLIC|UNRESOLVED|bad-port|tls:.*|proxy-.*)$/.test(failure)
}

function plainFailure(failure: string): string | null {
  const known = failures.byCode[failure]
  if (known !== undefined) return known
  const [, kind, code = '', detail = ''] =
    /^(proxy-|tls:|http-|duplicate-field:|unreadable-field:|mismatch:|HPE_)([^:]*):?(.*)$/s.exec(failure) ??
    []
  switch (kind) {
    case 'proxy-':
      return proxyFailure(code)
    case 'tls:': {
      const text = failures.tls[code] ?? failures.tlsFailed
      return detail === '' ? text : failures.authority({ text, name: detail })
    }
    case 'http-':
      return failures.errorPage({ status: code })
    case 'duplicate-field:':
      return failures.duplicate({ field: code })
    case 'unreadable-field:':
      return failures.unreadable({ field: code })
    case 'mismatch:': {
      const fact = failures.mismatches[code]
      return fact === undefined ? failures.unlistedMismatch({ field: code }) : failures.mismatch({ fact })
    }
    case 'HPE_':
      return failures.notHttp
    default:
      return null
  }
}

function proxyFailure(code: string): string {
  const known = failures.proxy[code]
  if (known !== undefined) return known
  if (/^[0-9]/.test(code)) return failures.proxyRefused
  return failures.proxyFailed({ reason: failures.byCode[code] ?? code })
}
