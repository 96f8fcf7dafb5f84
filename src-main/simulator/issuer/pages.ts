import { randomBytes } from 'node:crypto'

/** A page with the content security policy that it is served with. */
export interface Page {
  html: string
  policy: string
}

/** The details of the payment that the cardholder sees. */
export interface PaymentDetails {
  bankName: string
  merchantName: string
  /** Major units and currency, such as "10.15 EUR". */
  amount: string
  lastFour: string
}

const style = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1d2733; background: #f3f5f7 }
main { max-width: 26rem; margin: 2.5rem auto; padding: 2rem; background: #fff; border: 1px solid #d5dbe1; border-radius: 8px }
h1 { margin: 0 0 1.5rem; font-size: 1.25rem; font-weight: 600 }
.bank { margin: 0 0 0.25rem; color: #4a5866; letter-spacing: 0.04em }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1.5rem; margin: 0 0 1.5rem }
dt { color: #4a5866 }
dd { margin: 0; text-align: right; overflow-wrap: anywhere }
label { display: block; font-weight: 600 }
input:not([type=hidden]) { box-sizing: border-box; width: 100%; margin: 0.25rem 0 0.5rem; padding: 0.6rem; font: inherit; border: 1px solid #6b7a89; border-radius: 4px }
button { padding: 0.6rem 1.25rem; font: inherit; border: 1px solid #14532d; border-radius: 4px; color: #14532d; background: #fff }
button[value=confirm] { color: #fff; background: #14532d }
:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px }
.acts { display: flex; gap: 0.75rem; margin-top: 1rem }
.hint { margin: 0; color: #4a5866; font-size: 0.875rem }
.wrong { margin: 0 0 1rem; padding: 0.6rem 0.8rem; color: #7f1d1d; background: #fdf2f2; border-radius: 4px }
`

/** Asks the cardholder for the code. The form posts to the same address, together with the fields in `carried`. */
export function codePage(payment: PaymentDetails, carried: Record<string, string>, triesLeft: number): Page {
  const isFirst = triesLeft === maxTries
  const tries = triesLeft === 1 ? '1 try is left' : `${triesLeft} tries are left`
  const wrong = isFirst ? '' : `<p class="wrong" id="wrong" role="alert">That code is wrong. ${tries}.</p>`
  const body = `<p class="bank">${escape(payment.bankName)}</p>
<h1>Is this payment yours?</h1>
<dl>
<dt>Merchant</dt><dd>${escape(payment.merchantName)}</dd>
<dt>Amount</dt><dd>${escape(payment.amount)}</dd>
<dt>Card</dt><dd>ending in ${escape(payment.lastFour)}</dd>
</dl>
${wrong}
<form method="post">
${hiddenInputs(carried)}
<label for="code">Code from your bank</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" autofocus
 aria-describedby="hint${isFirst ? '' : ' wrong'}"${isFirst ? '' : ' aria-invalid="true"'}>
<p class="hint" id="hint">This is a simulated bank. The right code is 1234.</p>
<p class="acts">
<button name="action" value="confirm">Confirm</button>
<button name="action" value="refuse">Refuse</button>
</p>
</form>`
  return page('Confirm your payment', body, { formTarget: "'self'" })
}

/** How often the code may be typed. */
export const maxTries = 3

/** A page that posts a form at once; with a button for browsers without scripts. */
export function postingPage(url: string, fields: Record<string, string>): Page {
  const body = `<h1>One moment</h1>
<form method="post" action="${escape(url)}">
${hiddenInputs(fields)}
<noscript><button>Continue</button></noscript>
</form>`
  return page('One moment', body, { formTarget: new URL(url).origin, script: 'document.forms[0].submit()' })
}

/** A page with one sentence. */
export function messagePage(title: string, text: string): Page {
  return page(title, `<h1>${escape(title)}</h1>\n<p>${escape(text)}</p>`, { formTarget: "'none'" })
}

/** Shown while the order is not final. Reloads itself every second without a script. */
export function waitingPage(): Page {
  const body = '<h1>One moment</h1>\n<p>Your payment is being processed.</p>'
  return page('One moment', body, { formTarget: "'none'", head: '<meta http-equiv="refresh" content="1">' })
}

/** The electronic receipt of a payment. */
export function receiptPage(lines: readonly (readonly [name: string, value: string])[]): Page {
  const list = lines.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`).join('\n')
  return page('Receipt', `<h1>Receipt</h1>\n<dl>\n${list}\n</dl>`, { formTarget: "'none'" })
}

function page(
  title: string,
  body: string,
  { formTarget, script, head = '' }: { formTarget: string; script?: string; head?: string },
): Page {
  const nonce = randomBytes(16).toString('base64')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>${escape(title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main>
${body}
</main>${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`}</body></html>
`
  const scripts = script === undefined ? "'none'" : `'nonce-${nonce}'`
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src ${scripts}`,
    `form-action ${formTarget}`,
    "base-uri 'none'",
  ].join('; ')
  return { html, policy }
}

function hiddenInputs(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('\n')
}

/** Escapes text for an HTML element or a quoted attribute. */
function escape(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }
  return text.replace(/[&<>"']/g, (mark) => `&${names[mark] ?? ''};`)
}
