import { environmentLook } from '../../../src-shared/domain/environment-look'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { ConsentDemand, ConsentQuestion, ConsentRequest } from '../../ports/consent-prompt'
import { escapeMarkup } from '../markup'
import { consentText } from '../messages'

/** Targets of the two buttons. Nothing is loaded from them; the attempted navigation is the click. */
export const releaseUrl = 'https://release.rebill-desk.invalid/'
export const declineUrl = 'https://decline.rebill-desk.invalid/'

interface Shown {
  readonly title: string
  /** The amount in large type, or null. */
  readonly total: string | null
  readonly note: string | null
  readonly button: string
  readonly rows: readonly (readonly [label: string, value: string])[]
}

/** The question to a person, as a data URL. It runs no script and loads nothing, and no other page can reach it. */
export function consentAddress({ question, profile, operator, demand, problem }: ConsentRequest): string {
  const shown = shownOf(question)
  const { labels } = consentText
  const rows = [
    ...shown.rows,
    ...(profile === null ? [] : [[labels.merchant, profile.name] as const]),
    [labels.operator, operator ?? consentText.noOperator] as const,
  ].filter(([, value]) => value !== '')
  const environment = profile?.environment ?? null
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(consentText.windowTitle)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action ${releaseUrl} ${declineUrl}; base-uri 'none'">
<style>${style}</style></head><body${environment === null ? '' : ` class="${environment}"`}>
<header>${
    environment === null ? '' : `<span class="tag">${escapeMarkup(environmentLook[environment].tag)}</span>`
  }</header>
<main><h1>${escapeMarkup(shown.title)}</h1>
${shown.total === null ? '' : `<p class="total">${escapeMarkup(shown.total)}</p>`}
<dl>${rows
    .map(([label, value]) => `<dt>${escapeMarkup(label)}</dt><dd><bdi>${escapeMarkup(value)}</bdi></dd>`)
    .join('\n')}</dl>
${shown.note === null ? '' : `<p class="note">${escapeMarkup(shown.note)}</p>`}
${fieldsOf(demand)}${
    problem === null
      ? ''
      : `<p class="problem" role="alert">${escapeMarkup(consentText.problems[problem])}</p>`
  }</main>
<footer><p>${escapeMarkup(consentText.keys)}</p>
<form action="${declineUrl}"><button>${escapeMarkup(consentText.cancel)}</button></form>
<form action="${releaseUrl}" id="release"><button class="release"${demand.kind === 'click' ? ' autofocus' : ''}>${escapeMarkup(shown.button)}</button></form></footer>
</body></html>`
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}

/** The fields of what a person gives beside the click. They belong to the form of the button that releases. */
function fieldsOf(demand: ConsentDemand): string {
  const words = consentText.demands
  const input = (name: string, label: string, kind: string) =>
    `<label>${escapeMarkup(label)}<input form="release" name="${name}" ${kind} autocomplete="off" maxlength="64" required autofocus></label>`
  switch (demand.kind) {
    case 'click':
      return ''
    case 'typed':
      return input('amount', words.amount, 'inputmode="decimal"')
    case 'second-person': {
      const options = demand.people.map(
        ({ operatorId, name }) =>
          `<option value="${escapeMarkup(operatorId)}">${escapeMarkup(name)}</option>`,
      )
      const select = `<label>${escapeMarkup(words.person)}<select form="release" name="operator">${options.join('')}</select></label>`
      return `<p class="note">${escapeMarkup(words.lead)}</p>${select}${input('pin', words.pin, 'type="password" inputmode="numeric"')}`
    }
    default:
      return assertNever(demand)
  }
}

function shownOf(question: ConsentQuestion): Shown {
  const { labels } = consentText
  switch (question.kind) {
    case 'charge': {
      const words = consentText.charge[question.chargeKind]
      return {
        title: words.title,
        total: question.amount,
        note: null,
        button: words.button(question.amount),
        rows: [
          [labels.card, question.card],
          [labels.cardholder, question.cardholder],
          [labels.description, question.description],
          [labels.clientOrderId, question.clientOrderId],
          [labels.gateway, question.gateway],
        ],
      }
    }
    case 'resolution':
      return {
        ...consentText.resolution[question.outcome],
        total: question.amount === '' ? null : question.amount,
        note: consentText.resolution.note,
        rows: [
          [labels.clientOrderId, question.clientOrderId],
          [labels.name, question.name],
          [labels.reason, question.reason],
        ],
      }
    case 'profile':
      return {
        ...consentText.profile,
        total: null,
        rows: [
          [labels.gateway, question.gateway],
          [labels.login, question.login],
          [labels.controlKey, question.hasNewKey ? consentText.newKey : consentText.keptKey],
          [labels.charges, question.isReadOnly ? consentText.readOnly : consentText.canCharge],
        ],
      }
    case 'signing-key':
      return {
        ...consentText['signing-key'],
        total: null,
        rows: [
          [labels.gateway, question.gateway],
          [labels.login, question.login],
        ],
      }
    case 'removal':
      return { ...consentText.removal[question.removed], total: null, rows: [] }
    case 'recovery-code':
      return { ...consentText['recovery-code'], total: null, rows: [] }
    case 'limits':
      return {
        ...consentText.limits,
        total: null,
        rows: [
          [labels.safetyLevel, consentText.safetyLevels[question.safetyLevel]],
          [labels.limits, question.limits.join('\n')],
        ],
      }
    case 'operator':
      return {
        ...consentText.operator[question.change],
        total: null,
        note: null,
        rows: [
          [labels.name, question.name],
          [labels.settings, question.manages ? consentText.manages : consentText.doesNotManage],
        ],
      }
    case 'erase-person':
      return {
        ...consentText['erase-person'],
        total: null,
        rows: [[labels.orders, String(question.orders)]],
      }
    case 'retention':
      return {
        ...consentText.retention,
        total: null,
        rows: [[labels.months, String(question.months)]],
      }
    case 'restore':
      return { ...consentText.restore, total: null, rows: [[labels.file, question.file]] }
    case 'install-update':
      return {
        ...consentText['install-update'],
        total: null,
        rows: [
          [labels.installedVersion, question.from],
          [labels.newVersion, question.to],
        ],
      }
    case 'accept-history':
      return {
        ...(question.finding === 'deleted' ? consentText['begin-history'] : consentText['accept-history']),
        total: null,
        rows: [
          [labels.finding, consentText.findings[question.finding]],
          [labels.name, question.name],
          [labels.reason, question.reason],
        ],
      }
    default:
      return assertNever(question)
  }
}

const { production, simulator } = environmentLook

const style = `
:root { color-scheme: light dark; --back: #fff; --foot: #f5f5f3; --text: #1d1e20; --soft: #55575b; --line: #cfcfca; --problem: #a11a1a; }
@media (prefers-color-scheme: dark) {
  :root { --back: #18191c; --foot: #111214; --text: #f0f0ee; --soft: #b4b6ba; --line: #3a3c40; --problem: #ff9b94; }
}
html, body { margin: 0; height: 100%; }
body { display: flex; flex-direction: column; background: var(--back); color: var(--text);
  font: 14px/1.45 system-ui, sans-serif; }
header { min-height: 8px; padding: 0 24px; background: var(--stripe, var(--soft)); color: #fff; }
.production { --stripe: ${production.color}; }
.gateway-test { --stripe: ${environmentLook['gateway-test'].color}; }
.simulator { --stripe: ${simulator.color}; }
.tag { display: block; padding: 6px 0; font-size: 13px; font-weight: 700; letter-spacing: 0.04em; }
main { flex: 1; min-height: 0; overflow: auto; padding: 20px 24px; }
h1 { margin: 0; font-size: 18px; }
p { margin: 0; }
.total { margin-top: 6px; font-size: 34px; font-weight: 650; letter-spacing: -0.02em; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 6px 16px; margin: 14px 0 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.note { margin-top: 14px; color: var(--soft); }
.problem { margin-top: 10px; color: var(--problem); font-weight: 600; }
label { display: grid; gap: 4px; max-width: 320px; margin-top: 12px; font-weight: 600; }
input, select { min-height: 34px; padding: 0 10px; border: 1px solid var(--soft); border-radius: 6px;
  background: var(--back); color: inherit; font: inherit; font-weight: 400; }
footer { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; justify-content: flex-end; padding: 14px 24px;
  background: var(--foot); border-top: 1px solid var(--line); }
footer p { flex: 1; min-width: 200px; color: var(--soft); font-size: 12px; }
button { min-height: 36px; padding: 0 16px; border: 1px solid var(--soft); border-radius: 8px; background: transparent;
  color: inherit; font: inherit; font-weight: 600; }
.release { border-color: transparent; background: ${production.color}; color: #fff; }
button:focus-visible, input:focus-visible, select:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`
