import { escapeMarkup } from '../markup'

/** A form that a browser posts to an issuer's page. */
export interface PostedForm {
  readonly url: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /**
   * `frame` = posts into a hidden frame, as EMV 3-D Secure requires for a method page; `window` = in the whole window.
   */
  readonly target: 'frame' | 'window'
}

/** A page with its HTTP headers. */
export interface ServedPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * A page that posts a form at once. It contains only the issuer's values. The HTML that the gateway sends for the same
 * purpose is never rendered. `nonce` must be new and random for each page.
 */
export function postingPage(form: PostedForm, nonce: string): ServedPage {
  const inputs = form.fields.map(
    ({ name, value }) => `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`,
  )
  const frame = form.target === 'frame' ? '<iframe name="issuer" hidden></iframe>' : ''
  const target = form.target === 'frame' ? ' target="issuer"' : ''
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title></title></head><body>
${frame}
<form method="post" action="${escapeMarkup(form.url)}"${target}>
${inputs.join('\n')}
</form>
<script nonce="${nonce}">HTMLFormElement.prototype.submit.call(document.forms[0])</script>
</body></html>
`
  return { html, headers: { ...fixedHeaders, 'content-security-policy': policy(form, nonce) } }
}

const fixedHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/**
 * The policy allows a scheme and not a host: issuers redirect a posted form to other hosts, and `form-action` and
 * `frame-src` also apply to redirects. `judgeRequest` decides each address in any case.
 */
function policy(form: PostedForm, nonce: string): string {
  const { protocol, origin } = new URL(form.url)
  const places = protocol === 'https:' ? 'https:' : `${origin} https:`
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `form-action ${places}`,
    `frame-src ${form.target === 'frame' ? places : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
