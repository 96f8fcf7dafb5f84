import { icu } from './icu'
/** Plain texts for the technical codes of a failed exchange. The code is shown as well. */
const byCode: Record<string, string> = {
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
  'not-journalled': 'the charge journal beside the history could not be written, which must come first',
  'not-anchored': 'the keychain did not store the newest entry of the audit chain, which must come first',
  internal: 'something went wrong inside the app',
  'unreadable-row': 'the stored data of this exchange cannot be read',
  'secret-missing': 'the control key of the profile is missing',
  'secret-store-locked': 'the keychain is locked',
  'secret-store-unavailable': 'the keychain cannot be reached',
  'simulator-unavailable': 'the simulator is not running',
  UNRESOLVED: 'the proxy settings of this computer cannot be read',
}

/** Texts for codes that start with `proxy-`. The codes above are used for the connection to a proxy too. */
const proxy: Record<string, string> = {
  '407':
    'the proxy of this computer requires a sign-in, which this app does not support. Ask your administrator to allow the gateway’s address without sign-in',
  closed: 'the proxy closed the connection',
  protocol: 'the response of the proxy cannot be read',
  unsupported: 'this kind of proxy is not supported. Use an HTTP proxy',
}

const remedyOfUnknownAuthority =
  'If your company inspects connections, ask your administrator to install its certificate on this computer; otherwise do not send anything from this network'
/** Texts for codes that start with `tls:`, about the gateway's certificate. */
const tls: Record<string, string> = {
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

/** Texts about a failed exchange or status check. */
export const failures = {
  byCode,
  proxy,
  proxyRefused: 'the proxy refused the connection',
  proxyFailed: icu<{ reason: string }>('the proxy: {reason}'),
  tls,
  tlsFailed: 'no encrypted connection could be made',
  authority: icu<{ text: string; name: string }>('{text}. Certificate authority: {name}'),
  errorPage: icu<{ status: string }>('the response is an error page, HTTP {status}'),
  duplicate: icu<{ field: string }>('{field} occurs twice'),
  unreadable: icu<{ field: string }>('the value of {field} cannot be read'),
  mismatch: icu<{ fact: string }>('the {fact} does not match this order'),
  mismatches,
  unlistedMismatch: icu<{ field: string }>('the field {field} does not match this order'),
  notHttp: 'the response is not HTTP',
  /** A text with its technical code. */
  withCode: icu<{ text: string; code: string }>('{text} ({code})'),
  /** Titles of a failed status check. */
  titles: {
    timeout: 'The gateway did not respond in time',
    interrupted: 'The connection to the gateway was interrupted',
    unreached: 'Could not reach the gateway',
    noSecret: 'Not checked: the control key could not be read',
    wrongControl: 'The gateway refused the control value',
    otherOrder: 'The response belongs to another order',
    errorPage: 'The gateway’s address responded with an error',
    unusable: 'The gateway’s response could not be used',
  },
}
