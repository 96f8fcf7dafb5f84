import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatDuration, say } from './script.mjs'

export const STEP_LIMIT_MS = 20_000
const FINAL_LIMIT_MS = 60_000

/** A step with an unexpected result; the message contains what the window showed. */
export class TourFailure extends Error {}

/** @typedef {(title: string, act: () => Promise<void>) => Promise<void>} Step */

/**
 * How the tour uses a window. Each act waits until its control is there, for up to STEP_LIMIT_MS.
 * @typedef {object} Hands
 * @property {(role: 'button' | 'link', name: string | RegExp) => Promise<void>} see waits for it
 * @property {(role: 'button' | 'link', name: string | RegExp) => Promise<void>} click
 * @property {() => Promise<void>} openFirstRow clicks on the first row of the list
 * @property {(button: string) => Promise<void>} becomesEnabled
 * @property {(label: string) => Promise<string>} valueOf the text in a field
 * @property {(label: string, text: string) => Promise<void>} type clicks on a field and presses keys
 * @property {() => Promise<{ status: string, amount: string }>} order what the open order shows
 * @property {(file: string) => Promise<void>} picture writes a PNG of the window
 * @property {() => Promise<string>} visibleText what the window shows, for messages
 */

/**
 * Does the main job through the window: chooses the simulator, looks up and charges a stored card, and waits until the
 * window shows the order as approved.
 * @param {Hands} hands
 * @param {{ amount: string, step: Step }} options amount in major units with two decimals, in the form's own currency
 * @returns {Promise<{ amountShown: string, statusShown: string }>} what the order showed at the end
 */
export async function doMainJob(hands, { amount, step }) {
  let amountShown = ''
  let statusShown = ''
  const confirm = new RegExp(`^Charge ${amount.replace('.', '\\.')} [A-Z]{3} SIMULATOR, `)

  await step('First run: choose "Try the simulator"', async () => {
    await hands.click('button', 'Try the simulator')
    await hands.see('link', 'Cards')
  })
  await step('Cards: open the first stored card', async () => {
    await hands.click('link', 'Cards')
    await hands.openFirstRow()
    await hands.see('button', 'Refresh card info')
  })
  await step('Card: refresh the card info', async () => {
    await hands.click('button', 'Refresh card info')
    // The click itself can disable the button.
    await sleep(150)
    await hands.becomesEnabled('Refresh card info')
  })
  await step('Charge: fill in the form', async () => {
    await hands.click('button', 'Charge card')
    await typeInto(hands, 'Amount', amount)
    await typeInto(hands, 'Description', 'Monthly plan')
    if ((await hands.valueOf('Customer IP address')) === '')
      await typeInto(hands, 'Customer IP address', '203.0.113.10')
  })
  await step('Charge: review what will be sent', async () => {
    await hands.click('button', 'Review')
    await hands.see('button', confirm)
  })
  await step(`Charge: confirm ${amount} on the simulator`, async () => {
    await hands.click('button', confirm)
    await hands.order()
  })
  await step('Order: follow its timeline until it is approved', async () => {
    statusShown = await followStatus(hands)
    amountShown = (await hands.order()).amount
    if (!amountShown.startsWith(`${amount} `)) {
      throw new TourFailure(`The order's page says ${amountShown}, but ${amount} was entered.`)
    }
  })
  return { amountShown, statusShown }
}

/**
 * Runs steps one after the other. Prints each step with the time since the start and takes a picture afterwards.
 * @param {Hands} hands
 * @param {string} folder for the pictures
 * @param {number} startedAtMs
 * @returns {{ step: Step, picture: (name: string) => Promise<string | null> }}
 */
export function narratedSteps(hands, folder, startedAtMs) {
  let count = 0
  const picture = async (/** @type {string} */ name) => {
    const file = path.join(folder, `${String(++count).padStart(2, '0')}-${slug(name)}.png`)
    return await hands.picture(file).then(
      () => file,
      () => null,
    )
  }
  return {
    picture,
    step: async (title, act) => {
      await act()
      say(`${formatDuration(Date.now() - startedAtMs).padStart(8)}  ${title}`)
      await picture(title)
    },
  }
}

/**
 * Plays the tour, and prints what the window shows when it stops early.
 * @param {Hands} hands
 * @param {{ amount: string, folder: string, startedAtMs: number, shownFolder: string }} options shownFolder is the
 *   folder of the pictures as a person finds it
 * @returns {Promise<boolean>} whether the order was approved
 */
export async function playTour(hands, { amount, folder, startedAtMs, shownFolder }) {
  const { step, picture } = narratedSteps(hands, folder, startedAtMs)
  try {
    await step('The window is open', async () => await hands.see('button', 'Try the simulator'))
    const { amountShown, statusShown } = await doMainJob(hands, { amount, step })
    say(`The window shows ${amountShown}, ${statusShown}. Pictures: ${shownFolder}`)
    return true
  } catch (error) {
    console.error(`The tour stopped: ${error instanceof Error ? error.message : error}`)
    const file = await picture('stopped')
    const text = await hands.visibleText().catch(() => null)
    if (text !== null) say(`The window shows:\n${indented(text)}`)
    say(
      file === null
        ? 'The window is gone; no last picture.'
        : `Last picture: ${path.join(shownFolder, path.basename(file))}`,
    )
    return false
  }
}

/** Reads the status in the window until it is final. @param {Hands} hands */
async function followStatus(hands) {
  const startedAtMs = Date.now()
  let shown = ''
  for (;;) {
    const { status: now } = await hands.order()
    if (now !== shown) say(`            the window shows: ${now}`)
    shown = now
    if (/^approved$/i.test(shown)) return shown
    if (/^(declined|filtered|error)$/i.test(shown)) throw new TourFailure(`The order ended as "${shown}".`)
    if (Date.now() - startedAtMs > FINAL_LIMIT_MS) {
      throw new TourFailure(`After ${formatDuration(FINAL_LIMIT_MS)} the order is still "${shown}".`)
    }
    await sleep(200)
  }
}

/**
 * Types into an empty field with real keys; fails when the text does not arrive there.
 * @param {Hands} hands
 * @param {string} label
 * @param {string} text
 */
async function typeInto(hands, label, text) {
  await hands.type(label, text)
  const arrived = await hands.valueOf(label)
  if (arrived !== text) throw new TourFailure(`"${text}" was typed into ${label}, which holds "${arrived}".`)
}

/** @param {string} text */
function indented(text) {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.map((line) => `  | ${line}`).join('\n')
}

/** @param {string} text */
function slug(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
