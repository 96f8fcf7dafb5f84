/** Plain texts for the technical codes of a failed exchange. The code is shown as well. */
const failures: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was interrupted',
  EPIPE: 'the connection was interrupted',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be looked up',
  ENETUNREACH: 'the network cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  ADDRESS_NOT_PUBLIC:
    'the host name points to this computer or to a private network. Check the address in the profile',
  'bad-port': 'the address has a port that does not exist',
  'socket-error': 'the connection failed',
  timeout: 'the response timed out',
  cancelled: 'the request was cancelled',
  closed: 'the connection was closed',
  truncated: 'the response is incomplete',
  'html-page': 'the response is a web page',
  xml: 'the response is XML',
  json: 'the response is JSON',
  'empty-body': 'the response is empty',
  'no-type': 'the response has no type',
  'unexpected-type': 'the response belongs to another kind of request',
  'error-answer': 'the gateway responded with an error',
  'open-after-final': 'the response reports a final order as still open. The final outcome is kept',
  'changed-after-final': 'the response reports another final outcome. The first one is kept',
  'too-large': 'the response is too large',
  'too-many-fields': 'the response has too many fields',
  'malformed-utf8': 'the response has bytes that are not text',
  'malformed-percent': 'the response has an invalid encoding',
  'control-character': 'the response has a control character',
  'content-encoding': 'the response is compressed, which the app does not accept',
  upgrade: 'the server wants to use another protocol',
  'wrong-control': 'the control value was refused. Enter the control key of the profile again',
  'no-order-id': 'the response has no order ID',
  'foreign-answer': 'the response belongs to another order',
  'no-status': 'the response has no status',
  'answer-without-order-id': 'the response has no order ID',
  'found-after-denial':
    'the gateway has this order, although the charge was refused or settled as not charged',
  'confirmed-by-lookups': 'three checks found no such order at the gateway',
  'found-by-lookup': 'found by its client order ID',
  internal: 'something went wrong inside the app',
  'unreadable-row': 'the stored data of this exchange cannot be read',
  'secret-missing': 'the control key of the profile is missing',
  'secret-store-locked': 'the keychain is locked',
  'secret-store-unavailable': 'the keychain cannot be reached',
  'simulator-unavailable': 'the simulator is not running',
  UNRESOLVED: 'the proxy settings of this computer cannot be read',
}

/** Texts for codes that start with `proxy-`. The codes above are used for the connection to a proxy too. */
const proxyFailures: Record<string, string> = {
  '407':
    'the proxy of this computer requires a sign-in, which this app does not support. Ask your administrator to allow the gateway’s address without sign-in',
  closed: 'the proxy closed the connection',
  protocol: 'the response of the proxy cannot be read',
  unsupported: 'this kind of proxy is not supported. Use an HTTP proxy',
}

const remedyOfUnknownAuthority =
  'If your company inspects connections, ask your administrator to install its certificate on this computer; otherwise do not send anything from this network'
/** Texts for codes that start with `tls:`, about the gateway's certificate. */
const tlsFailures: Record<string, string> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `the certificate comes from an authority that this computer does not trust. ${remedyOfUnknownAuthority}`,
  UNABLE_TO_GET_ISSUER_CERT: `the certificate comes from an authority that this computer does not trust. ${remedyOfUnknownAuthority}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `the certificate comes from an authority that this computer does not trust. ${remedyOfUnknownAuthority}`,
  SELF_SIGNED_CERT_IN_CHAIN: `the certificate comes from an authority that this computer does not trust. ${remedyOfUnknownAuthority}`,
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'the certificate is self-signed, so it does not prove whose server this is. Check the address with the gateway’s operator',
  CERT_HAS_EXPIRED:
    'the certificate has expired. Check the date of this computer. If it is right, tell the gateway’s operator',
  CERT_NOT_YET_VALID:
    'the certificate is not valid yet. Check the date of this computer. If it is right, tell the gateway’s operator',
  CERT_REVOKED: 'the certificate was revoked. Tell the gateway’s operator',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate belongs to another host. Check the address in the profile with the gateway’s operator',
  closed: 'the server ended the connection before it was encrypted',
  ECONNRESET: 'the server ended the connection before it was encrypted',
}

/** Texts for codes that start with `mismatch:`, by the fact that does not match. */
const mismatches: Record<string, string> = {
  clientOrderId: 'client order ID',
  gatewayOrderId: 'gateway order ID',
  currency: 'currency',
  lastFour: 'card',
  amount: 'amount',
  initialAmount: 'initial amount',
}

/** `the connection was interrupted (ECONNRESET)`; an unknown code is shown alone. */
export function failureText(failure: string): string {
  const plain = plainFailure(failure)
  // The text names all that the code says.
  if (plain !== null && failure.startsWith('mismatch:')) return plain
  return plain === null ? failure : `${plain} (${failure})`
}

/** True for a failure before any byte of the request was sent. */
function isUnreached(failure: string): boolean {
  return /^(?:E[A-Z_]+|ADDRESS_NOT_PUBLIC|UNRESOLVED|bad-port|tls:.*|proxy-.*)$/.test(failure)
}

/** The title of a failed status check, by its technical code. */
export function checkFailedTitle(failure: string): string {
  if (failure === 'timeout') return 'The gateway did not respond in time'
  if (/^(?:ECONNRESET|EPIPE|closed|truncated|socket-error)$/.test(failure))
    return 'The connection to the gateway was interrupted'
  if (isUnreached(failure)) return 'Could not reach the gateway'
  if (/^secret-/.test(failure)) return 'Not checked: the control key could not be read'
  if (failure === 'wrong-control') return 'The gateway refused the control value'
  if (/^(?:mismatch:|foreign-answer)/.test(failure)) return 'The response belongs to another order'
  if (/^http-/.test(failure)) return 'The gateway’s address responded with an error'
  return 'The gateway’s response could not be used'
}

function plainFailure(failure: string): string | null {
  const listed = failures[failure]
  if (listed !== undefined) return listed
  const [, kind, code = '', detail = ''] =
    /^(proxy-|tls:|http-|duplicate-field:|unreadable-field:|mismatch:|HPE_)([^:]*):?(.*)$/s.exec(failure) ??
    []
  switch (kind) {
    case 'proxy-':
      return (
        proxyFailures[code] ??
        (/^[0-9]/.test(code) ? 'the proxy refused the connection' : `the proxy: ${failures[code] ?? code}`)
      )
    case 'tls:':
      return `${tlsFailures[code] ?? 'no encrypted connection could be made'}${detail === '' ? '' : `. Certificate authority: ${detail}`}`
    case 'http-':
      return `the response is an error page, HTTP ${code}`
    case 'duplicate-field:':
      return `${code} occurs twice`
    case 'unreadable-field:':
      return `the value of ${code} cannot be read`
    case 'mismatch:':
      return `the ${mismatches[code] ?? `field ${code}`} does not match this order`
    case 'HPE_':
      return 'the response is not HTTP'
    default:
      return null
  }
}
