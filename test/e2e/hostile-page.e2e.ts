// S34: what a page can do that was taken over by a script, with full use of the bridge to main.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { watchLoop } from '../../scripts/lib/loop-delay.mjs'
import { confirmationOf, rebillDraft } from '../../scripts/lib/page-calls.mjs'
import { everyOrder } from '../../src-shared/domain/order-query'
import { commandExamples } from '../security/command-examples'
import { withCopyOf } from '../support/decrypt-database'
import { ask, get, openApp } from './support/app-calls'
import { messages, recordMessages } from './support/artefacts'
import { addOperator, consentWindow, decline, liveCard, liveControlKey, liveHost } from './support/consent'
import { chooseFile } from './support/file-dialogs'
import { attackBridge, type HostileReplies } from './support/hostile-script'
import { databaseKey } from './support/keychain-item'
import { targetsOf, watchPackets } from './support/packets'

/** `HOSTILE_SECONDS=60 npm run e2e -- hostile-page` attacks for a minute. */
const forMs = Number(process.env['HOSTILE_SECONDS'] ?? 15) * 1000
/** Calls of the attack that main takes, so that it could do a lot. */
const leastTaken = 500
const mostRounds = 8
const attacker = 'Mallory Quint'
const hostileHost = 'gate.hostile.test'
const pins = { iva: '274915', ben: '830264' }

/**
 * Where a secret stands in a text, with what is around it. Six digits of a longer id or time are no PIN; among millions of
 * digits they are there by chance.
 */
function placesOf(secret: string, text: string): string[] {
  const whole = new RegExp(`.{0,40}(?<![0-9A-Za-z])${secret}(?![0-9A-Za-z]).{0,40}`, 'g')
  return text.match(whole) ?? []
}

it('a page that was taken over releases no charge, acts for nobody else, learns no key and reaches no host', async () => {
  const testApp = await openApp()
  const { app, page } = testApp
  await recordMessages(app)
  const cardId = await liveCard(app, page)
  await addOperator(app, page, { name: 'Iva Novak', pin: pins.iva, ownPin: '' })
  await addOperator(app, page, { name: 'Ben Okafor', pin: pins.ben, ownPin: pins.iva })
  const adopted = await get(page, 'orders.adopt', {
    ...{ clientOrderId: 'NS-77', gatewayOrderId: '6684177', routeId: '9001' },
  })
  const before = await liveState(page)
  const confirmations = []
  for (let amount = 1; amount <= 5; amount++) {
    const draft = rebillDraft({
      cardId,
      routeId: '9001',
      amount: `${String(amount)}.00`,
      description: 'Planted',
    })
    confirmations.push(confirmationOf(await get(page, 'charges.prepare', { draft })))
  }
  await chooseFile(app, null)
  const sent = await watchPackets()
  const loop = await watchLoop(app)

  const { operators } = await get(page, 'lock.get', {})
  const attack = {
    ...{ forMs, name: attacker, confirmations, operatorIds: operators.map(({ operatorId }) => operatorId) },
    calls: [
      ...callsWith({ p1: before.profileId, o1: adopted.summary.orderId, k1: cardId }),
      ...movedGateways(before.profileId),
    ],
  }
  let taken = 0
  let replies: HostileReplies = {}
  // A busy machine needs more than one round for as many calls.
  for (let round = 0; taken <= leastTaken && round < mostRounds; round++) {
    replies = await page.evaluate(attackBridge, attack)
    taken += replies['ok'] ?? 0
  }
  const { p99, max } = await loop.total()
  console.log(`Delay of main meanwhile: p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms.`, replies)

  // It could do a lot, and main still answers.
  expect(taken).toBeGreaterThan(leastTaken)
  await consentWindow(app)
  await decline(app)
  // The calls that main takes in ten seconds may be used up.
  await expect
    .poll(async () => (await ask(page, 'appState.get', {})).ok, { timeout: 20_000, interval: 500 })
    .toBe(true)
  expect(await liveState(page)).toEqual(before)
  const seen = await messages(app)
  expect(placesOf('Nord Shop', seen)).not.toEqual([])
  expect([liveControlKey, pins.iva, pins.ben].flatMap((secret) => placesOf(secret, seen))).toEqual([])
  const targets = targetsOf(await sent())
  // To test a profile, its own gateway is looked up.
  expect(targets.filter((target) => !target.startsWith('127.0.0.1 '))).toEqual([liveHost])
  await testApp.close()

  const desk = join(testApp.userDataDir, 'desk')
  const names = withCopyOf(join(desk, 'log.db'), await databaseKey(), (db) =>
    db.prepare<[], string | null>('SELECT DISTINCT name FROM actors').pluck().all(),
  )
  expect(names).toContain('Iva Novak')
  expect(names).not.toContain(attacker)
  const logs = join(desk, 'logs')
  // No file was full, so the lines of before are still there.
  expect(readdirSync(logs).sort()).toEqual(['desk.log', 'windows.log'])
  expect(readFileSync(join(logs, 'desk.log'), 'utf8')).toContain('"app.started"')
  // Most of its calls are a count in a line.
  expect(readFileSync(join(logs, 'windows.log'), 'utf8')).toContain('"more":')
})

/** A valid input for each command, with real ids in the place of those of the examples. */
function callsWith(ids: Readonly<Record<string, string>>): [string, unknown][] {
  const real = (_key: string, value: unknown) => (typeof value === 'string' ? (ids[value] ?? value) : value)
  const inputs = JSON.parse(JSON.stringify(commandExamples), real) as object
  return Object.entries(inputs).filter(
    // Locking loads the page again, which would end the script.
    ([name]) => name !== 'lock.now',
  )
}

/** The live profile with an address of the attacker, in ways that need a request to it. */
function movedGateways(profileId: string) {
  const { profile } = commandExamples['profiles.save']
  const moved = (kind: 'production' | 'gateway-test') => ({
    profile: { ...profile, profileId, target: { kind, baseUrl: `https://${hostileHost}/paynet` } },
    controlKey: null,
  })
  return [
    ['profiles.save', moved('production')],
    ['profiles.test', { profileId }],
    ['profiles.save', moved('gateway-test')],
    ['profiles.test', { profileId }],
  ] as const
}

/** What an attack may not change: the live profile with its orders, and who may act. */
async function liveState(page: Page) {
  const { profiles } = await get(page, 'appState.get', {})
  const live = profiles.find(({ environment }) => environment === 'production')
  if (live === undefined) throw new Error('there is no live profile')
  const { operators, lastId } = await get(page, 'lock.get', {})
  const people = operators.map(({ operatorId, name }) => ({ operatorId, name }))
  const query = { ...everyOrder, profileId: live.profileId }
  const { rows } = await get(page, 'orders.list', { query, cursor: null, limit: 10 })
  const sent = rows.filter(({ kind }) => kind !== 'adopted')
  return { profileId: live.profileId, live, people, lastId, sent }
}
