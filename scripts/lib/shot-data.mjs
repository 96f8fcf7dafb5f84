/** @typedef {{ approved: string, declined: string, unknown: string, card: string }} ShotIds */

const LONG_DESCRIPTION =
  'Annual maintenance contract for the heating plant of the housing association “Am alten Gaswerk”, second of four instalments, including the statutory inspection'

/** Whole amounts whose outcome the simulator decides; the rest is approved. */
const CHARGES = [
  { card: 'Marta', amount: '49.00', description: 'Monthly plan, November', wait: 'approved' },
  { card: 'Marta', amount: '12.50', description: 'Extra locker', wait: 'approved' },
  { card: 'Ayşe', amount: '1238.86', description: LONG_DESCRIPTION, wait: 'approved' },
  { card: 'Žofie', amount: '9002.00', description: 'Season ticket', wait: 'declined' },
  { card: 'Hohenfels', amount: '9020.00', description: 'Family account', wait: 'filtered' },
  { card: 'Ayşe', amount: '9032.00', description: 'Studio hours, week 48', wait: 'unknown' },
  { card: 'Hohenfels', amount: '9041.00', description: 'Family account, December', wait: 'outcome unknown' },
  { card: 'Haruka', amount: '9035.00', description: 'Tea ceremony course', wait: 'processing' },
]

/**
 * Gives the app a shop with cards, past orders and charges of every outcome; resolves to ids that pictures are taken of.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<ShotIds>}
 */
export async function fillDesk(page) {
  await page.getByRole('button', { name: 'Try the simulator', exact: true }).click()
  await page.getByRole('link', { name: 'Cards', exact: true }).waitFor()
  const { cards } = await askMain(page, 'cards.list', {})
  for (const card of cards) await askMain(page, 'cards.refreshInfo', { cardId: card.cardId })
  /** @type {Map<string, string>} */
  const orders = new Map()
  for (const charge of CHARGES) {
    const card = cards.find((/** @type {{ nickname: string }} */ { nickname }) =>
      nickname.startsWith(charge.card),
    )
    orders.set(charge.wait, await makeCharge(page, card.cardId, charge))
  }
  await askMain(page, 'orders.note', {
    orderId: orders.get('declined'),
    text: 'Customer called: new card arrives on Thursday, try again then.',
  })
  return {
    approved: idOf(orders, 'approved'),
    declined: idOf(orders, 'declined'),
    unknown: idOf(orders, 'outcome unknown'),
    card: cards.find((/** @type {{ nickname: string }} */ { nickname }) => nickname.startsWith('Marta'))
      .cardId,
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} cardId
 * @param {{ amount: string, description: string, wait: string }} charge
 */
async function makeCharge(page, cardId, { amount, description, wait }) {
  const { orderId } = await simulatorCharge(page, cardId, { amount, description })
  for (const deadlineMs = Date.now() + 30_000; ; await page.waitForTimeout(300)) {
    const { summary } = await askMain(page, 'orders.get', { orderId })
    if (summary.word === wait) return orderId
    if (Date.now() > deadlineMs) throw new Error(`Charge ${amount} is "${summary.word}", not "${wait}".`)
  }
}

/**
 * Makes one charge on the simulator's endpoint, every warning acknowledged.
 * @param {import('playwright-core').Page} page
 * @param {string} cardId
 * @param {{ amount: string, description: string }} charge
 * @returns {Promise<{ orderId: string, confirmMs: number }>} with the time from the confirm to its reply
 */
export async function simulatorCharge(page, cardId, { amount, description }) {
  const preview = await askMain(page, 'charges.prepare', {
    draft: {
      kind: 'rebill-sale',
      cardId,
      routeId: '4411',
      amount,
      currency: 'EUR',
      description,
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
    },
  })
  const startedMs = performance.now()
  const order = await askMain(page, 'charges.confirm', {
    chargeId: preview.chargeId,
    previewHash: preview.previewHash,
    acknowledged: preview.guards
      .filter((/** @type {{ level: string }} */ { level }) => level === 'warn')
      .map((/** @type {{ code: string }} */ { code }) => code),
    cvv2: '',
    cardNumber: '',
  })
  return { orderId: order.summary.orderId, confirmMs: performance.now() - startedMs }
}

/**
 * Calls main the way the page does.
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
  if (!envelope.ok) throw new Error(`${name}: ${JSON.stringify(envelope.error)}`)
  return envelope.value
}

/** @param {Map<string, string>} orders @param {string} word */
function idOf(orders, word) {
  const id = orders.get(word)
  if (id === undefined) throw new Error(`No charge is "${word}".`)
  return id
}
