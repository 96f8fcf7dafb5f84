/** Technical words of a failed exchange in plain ones; the technical word stays beside. */
const failures: Record<string, string> = {
  ECONNREFUSED: 'nobody listens at the address',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
  ENETUNREACH: 'the network cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'no connection in time',
  timeout: 'no answer in time',
  closed: 'the connection was closed',
  truncated: 'the answer broke off',
  'html-page': 'a web page came instead of an answer',
  json: 'JSON came instead of an answer',
  xml: 'XML came instead of an answer',
  'empty-body': 'the answer was empty',
  'no-type': 'the answer does not say what it answers',
  'unexpected-type': 'the answer is to another kind of request',
  'open-after-final': 'it says that a final order is still open; the final outcome stays',
  'changed-after-final': 'it names another final outcome; the first one stays',
  'too-large': 'the answer was too large',
  'wrong-control': 'the control value was refused',
  'no-order-id': 'the answer named no order',
  'foreign-answer': 'the answer named another order',
  'no-status': 'the answer named no status',
  'answer-without-order-id': 'the answer named no order',
  'proxy-closed': 'the proxy closed the connection',
  'proxy-protocol': 'the proxy answered in an unknown way',
  'proxy-unsupported': 'this kind of proxy is not supported',
  'error-answer': 'the gateway answered with an error',
  'found-after-denial':
    'the gateway has this order, although the charge was refused or settled as not charged',
  'confirmed-by-lookups': 'the gateway was asked three times and has no such order',
  'found-by-lookup': 'found by asking for the client order id',
}

/** Failures that name a field of the answer. */
const ofField: Record<string, (field: string) => string> = {
  'unreadable-field': (field) => `the value of ${field} cannot be read`,
  'duplicate-field': (field) => `${field} came twice`,
  mismatch: (field) => `${field} is not that of this order`,
}

/** `the connection was cut (ECONNRESET)`; an unlisted word stands alone. */
export function failureText(failure: string): string {
  const [word = '', field] = failure.split(':')
  const plain = field === undefined ? failures[failure] : ofField[word]?.(field)
  return plain === undefined ? failure : `${plain} (${failure})`
}
