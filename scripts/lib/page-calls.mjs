/**
 * @typedef {import('../../src-shared/domain/charge-draft').RebillDraft} RebillDraft
 * @typedef {import('../../src-shared/domain/charge').ChargePreview} ChargePreview
 */

/**
 * Calls main like the page; throws if main refuses.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 * @param {unknown} input
 * @returns {Promise<any>}
 */
export async function askMain(page, name, input) {
  const given = { name, input }
  const envelope = await page.evaluate(
    (call) => /** @type {any} */ (window).desk.call(call.name, call.input),
    given,
  )
  if (!envelope.ok) throw new Error(`${name} was refused: ${JSON.stringify(envelope.error)}`)
  return envelope.value
}

/**
 * The draft of a rebill form with only these values typed.
 * @param {Pick<RebillDraft, 'cardId' | 'routeId' | 'amount'> & Partial<RebillDraft>} typed
 * @returns {RebillDraft}
 */
export function rebillDraft(typed) {
  return {
    kind: 'rebill-sale',
    currency: 'EUR',
    description: 'Monthly plan',
    ipAddress: '203.0.113.24',
    reference: '',
    enumerateAmounts: '',
    purpose: '',
    merchantData: '',
    redirectUrl: '',
    redirectSuccessUrl: '',
    redirectFailUrl: '',
    serverCallbackUrl: '',
    recurrentScenario: '',
    recurrentInitiator: '',
    ...typed,
  }
}

/**
 * The confirmation of a review with every warning acknowledged.
 * @param {ChargePreview} preview
 * @param {{ cvv2?: string, cardNumber?: string }} [secrets]
 */
export function confirmationOf({ chargeId, previewHash, guards }, { cvv2 = '', cardNumber = '' } = {}) {
  const acknowledged = guards.filter(({ level }) => level === 'warn').map(({ code }) => code)
  return { chargeId, previewHash, acknowledged, cvv2, cardNumber }
}
