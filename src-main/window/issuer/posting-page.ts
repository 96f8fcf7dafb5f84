import { escapeMarkup } from '../markup'

/** A form that a browser posts to an issuer's page. */
export interface PostedForm {
  readonly url: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /** `frame` = into a hidden frame, as EMV asks of a method page; `window` = the whole window goes there. */
  readonly target: 'frame' | 'window'
}

/** A page with the headers that it must be served with. */
export interface ServedPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The page that posts a form by itself as soon as it is read. It is made of the issuer's values alone; the markup that
 * the gateway offers for the same purpose is never rendered (C8, C9). `nonce` must be fresh and unguessable.
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
 * Issuers pass a posted form on between hosts of their own, and both directives also judge where a redirect or the
 * frame's own page leads. So they name the scheme; which addresses are allowed is decided for each request anyway.
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
