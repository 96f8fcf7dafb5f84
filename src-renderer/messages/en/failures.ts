/** Plain texts for the technical codes of a failed exchange. The code is shown as well. */
const failures: Record<string, string> = {
  ECONNREFUSED: 'nobody listens at the address',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  ENETUNREACH: 'the network cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'no connection in time',
  ADDRESS_NOT_PUBLIC:
    'the host name leads to this computer or to a private network. Check the address in the profile',
  'bad-port': 'the address has a port that does not exist',
  'socket-error': 'the connection failed',
  timeout: 'no answer in time',
  cancelled: 'it was cancelled',
  closed: 'the connection was closed',
  truncated: 'the answer broke off',
  'html-page': 'a web page came instead of an answer',
  xml: 'XML came instead of an answer',
  json: 'JSON came instead of an answer',
  'empty-body': 'the answer was empty',
  'no-type': 'the answer has no type',
  'unexpected-type': 'the answer belongs to another kind of request',
  'error-answer': 'the gateway answered with an error',
  'open-after-final': 'it says that a final order is still open; the final outcome stays',
  'changed-after-final': 'it names another final outcome; the first one stays',
  'too-large': 'the answer was too large',
  'too-many-fields': 'the answer had too many fields',
  'malformed-utf8': 'the answer had bytes that are not text',
  'malformed-percent': 'the answer had a broken encoding',
  'control-character': 'the answer had a control character',
  'content-encoding': 'the answer was compressed, although the app did not ask for that',
  upgrade: 'the server offered another protocol instead of an answer',
  'wrong-control': 'the control value was refused. Enter the control key of the profile again',
  'no-order-id': 'the answer named no order',
  'foreign-answer': 'the answer named another order',
  'no-status': 'the answer named no status',
  'answer-without-order-id': 'the answer named no order',
  'found-after-denial':
    'the gateway has this order, although the charge was refused or settled as not charged',
  'confirmed-by-lookups': 'the gateway was asked three times and has no such order',
  'found-by-lookup': 'found by asking for the client order id',
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
    'the proxy of this computer asks for a sign-in, which this app does not offer. Ask your administrator to let the gateway’s address pass without one',
  closed: 'the proxy closed the connection',
  protocol: 'the proxy answered in an unknown way',
  unsupported: 'this kind of proxy is not supported. Use an HTTP proxy',
}

const remedyOfUnknownIssuer =
  'If your company inspects connections, ask your administrator to install its certificate on this computer; otherwise do not send anything from this network'
/** Texts for codes that start with `tls:`, about the gateway's certificate. */
const tlsFailures: Record<string, string> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `the certificate comes from an issuer that this computer does not trust. ${remedyOfUnknownIssuer}`,
  UNABLE_TO_GET_ISSUER_CERT: `the certificate comes from an issuer that this computer does not trust. ${remedyOfUnknownIssuer}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `the certificate comes from an issuer that this computer does not trust. ${remedyOfUnknownIssuer}`,
  SELF_SIGNED_CERT_IN_CHAIN: `the certificate comes from an issuer that this computer does not trust. ${remedyOfUnknownIssuer}`,
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'the certificate is self-signed, so it does not prove whose server this is. Check the address with the operator',
  CERT_HAS_EXPIRED:
    'the certificate has expired. Check the date of this computer; if it is right, tell the operator',
  CERT_NOT_YET_VALID:
    'the certificate is not valid yet. Check the date of this computer; if it is right, tell the operator',
  CERT_REVOKED: 'the certificate was revoked. Tell the operator',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate belongs to another host. Check the address in the profile with the operator',
  closed: 'the server ended the connection before it was encrypted',
  ECONNRESET: 'the server ended the connection before it was encrypted',
}

/** `the connection was cut (ECONNRESET)`; an unknown code is shown alone. */
export function failureText(failure: string): string {
  const plain = plainFailure(failure)
  return plain === null ? failure : `${plain} (${failure})`
}

/** True for a failure before any byte of the request was sent. */
function isUnreached(failure: string): boolean {
  return /^(?:E[A-Z_]+|ADDRESS_NOT_PUBLIC|UNRESOLVED|bad-port|tls:.*|proxy-.*)$/.test(failure)
}

/** The title of a failed status check, by its technical code. */
export function checkFailedTitle(failure: string): string {
  if (failure === 'timeout') return 'The gateway did not answer in time'
  if (/^(?:ECONNRESET|EPIPE|closed|truncated|socket-error)$/.test(failure))
    return 'The connection to the gateway was cut'
  if (isUnreached(failure)) return 'Could not reach the gateway'
  if (/^secret-/.test(failure)) return 'Not asked: the control key could not be read'
  if (failure === 'wrong-control') return 'The gateway refused the control value'
  if (/^(?:mismatch:|foreign-answer)/.test(failure)) return 'The answer belongs to another order'
  if (/^http-/.test(failure)) return 'The gateway’s address answered with an error'
  return 'The gateway’s answer could not be used'
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
      return `${tlsFailures[code] ?? 'no encrypted connection could be made'}${detail === '' ? '' : `. Issuer of the certificate: ${detail}`}`
    case 'http-':
      return `the answer was an error page, HTTP ${code}`
    case 'duplicate-field:':
      return `${code} came twice`
    case 'unreadable-field:':
      return `the value of ${code} cannot be read`
    case 'mismatch:':
      return `${code} is not that of this order`
    case 'HPE_':
      return 'the answer was not HTTP'
    default:
      return null
  }
}
