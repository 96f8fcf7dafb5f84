import { environmentLook } from '../../../src-shared/domain/environment-look'
import type { VisitedPayment } from '../../ports/cardholder-browser'
import { escapeMarkup } from '../markup'
import { barText } from '../messages'

export const barHeight = 84
/** Target of the bar's button. Nothing is loaded from it; the attempted navigation is the click. */
export const barCloseUrl = 'https://close.rebill-desk.invalid/'

/**
 * The page of the bar above an issuer's page, as a data URL: the environment and the payment, then the host. The issuer's
 * page cannot reach it. It runs no script and loads nothing.
 */
export function barAddress({
  host,
  payment,
}: {
  readonly host: string
  readonly payment: VisitedPayment
}): string {
  const { environment, profileName, amount, card } = payment
  const parts = [profileName, amount, card].filter((part) => part !== '')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title></title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action ${barCloseUrl}; base-uri 'none'">
<style>${style}</style></head><body>
<main><p class="payment"><span class="tag ${environment}">${environmentLook[environment].tag}</span>
${parts.map((part) => `<bdi>${escapeMarkup(part)}</bdi>`).join(', ')}</p>
<p class="host"><bdi>${escapeMarkup(barText.host)} <strong>${escapeMarkup(host)}</strong></bdi></p>
<p class="note">${escapeMarkup(barText.note)}</p></main>
<form action="${barCloseUrl}"><button>${escapeMarkup(barText.close)}</button></form>
</body></html>`
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}

const { production, simulator } = environmentLook

const style = `
:root { color-scheme: light dark; --back: #f5f5f3; --text: #1d1e20; --soft: #55575b; --line: #cfcfca; }
@media (prefers-color-scheme: dark) {
  :root { --back: #111214; --text: #f0f0ee; --soft: #b4b6ba; --line: #3a3c40; }
}
html, body { margin: 0; height: ${barHeight}px; overflow: hidden; }
body { display: flex; align-items: center; gap: 16px; padding: 0 16px; box-sizing: border-box; background: var(--back);
  color: var(--text); font: 13px/1.35 system-ui, sans-serif; border-bottom: 1px solid var(--line); }
main { flex: 1; min-width: 0; }
p { margin: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.payment { font-weight: 600; font-variant-numeric: tabular-nums; }
.tag { margin-right: 6px; padding: 1px 6px; border-radius: 4px; color: #fff; font-size: 11px; }
.production { background: ${production.color}; }
.gateway-test { background: ${environmentLook['gateway-test'].color}; }
.simulator { background: repeating-linear-gradient(135deg, ${simulator.color} 0 6px, ${simulator.stripe} 6px 12px); }
/* A long host is cut at its beginning, because its end shows the owner. */
.host { direction: rtl; text-align: left; font-size: 14px; }
.host bdi { direction: ltr; }
.note { color: var(--soft); font-size: 12px; }
button { font: inherit; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 6px;
  padding: 6px 12px; }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
`
