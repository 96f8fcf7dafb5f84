import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { confirmationOf, rebillDraft } from '../../../scripts/lib/page-calls.mjs'
import type { OrderView } from '../../../src-shared/domain/order'
import type { SaleDraft } from '../../../src-shared/domain/sale-draft'
import { defaultSaleRules } from '../../../src-shared/domain/sale-rules'
import type { StepKind, StepState } from '../../../src-shared/domain/three-ds'
import type { AppErrorDescription } from '../../../src-shared/errors/app-error'
import type { CommandInput, CommandName, CommandOutput } from '../../../src-shared/ipc/contract-types'
import type { Result } from '../../../src-shared/util/result'
import { launchApp, type LaunchOptions } from '../../support/launch/launch-app'
import type { RunningSimulator } from './simulator'

/**
 * Calls to main for the preparation of a test and for reading the current state. The actions under test go through the
 * window, with `person.ts`.
 */

/** The values of a sale that differ from the default. */
type Sale = Pick<SaleDraft, 'amount' | 'routeId'> & Partial<SaleDraft> & { readonly securityCode?: string }

/** Calls main the way the page does. */
export async function ask<N extends CommandName>(
  page: Page,
  name: N,
  input: CommandInput<N>,
): Promise<Result<CommandOutput<N>, AppErrorDescription>> {
  const call = { name, input }
  const envelope = await page.evaluate((given) => window.desk.call(given.name, given.input), call)
  return envelope as Result<CommandOutput<N>, AppErrorDescription>
}

/** Like `ask`, but throws if the call fails. */
export async function get<N extends CommandName>(
  page: Page,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  const envelope = await ask(page, name, input)
  if (!envelope.ok) throw new Error(`${name} was refused: ${JSON.stringify(envelope.error)}`)
  return envelope.value
}

/** Starts the app and waits until main has finished its start. */
export async function openApp(options: LaunchOptions = {}) {
  const testApp = await launchApp(options)
  const state = await get(testApp.page, 'appState.get', {})
  return { ...testApp, state }
}

/** Creates and confirms the recovery code, which is required before the first gateway profile. */
export async function makeRecoveryCode(page: Page): Promise<string> {
  const { code, askGroups } = await get(page, 'recovery.create', {})
  const groups = code.split('-')
  await get(page, 'recovery.confirm', {
    groups: askGroups.map((index) => ({ index, text: groups[index] ?? '' })),
  })
  return code
}

/** Adds a profile for a simulator outside of the app; `baseUrl` can be that of a proxy. */
export async function addProfile(
  page: Page,
  simulator: RunningSimulator,
  changes: { readonly baseUrl?: string; readonly controlKey?: string } = {},
): Promise<string> {
  const { profileId } = await get(page, 'profiles.save', {
    profile: {
      profileId: null,
      name: 'Nord Shop test',
      target: { kind: 'gateway-test', baseUrl: changes.baseUrl ?? simulator.baseUrl },
      login: simulator.login,
      routes: [{ kind: 'endpoint', id: simulator.endpointId, label: '', currency: 'EUR' }],
      rebillControl: 'without-endpoint',
      defaultIpAddress: '203.0.113.24',
      pollPace: { minMs: 3000, maxMs: 3000 },
      safetyLevel: 'confirm',
      saleRules: defaultSaleRules('gateway-test'),
    },
    controlKey: changes.controlKey ?? simulator.controlKey,
  })
  return profileId
}

/** Adds one of the simulator's stored cards and loads its card info. */
export async function addCard(
  page: Page,
  simulator: RunningSimulator,
  cardRefId = '880017',
): Promise<string> {
  const { cardId } = await get(page, 'cards.add', {
    cardRefId,
    nickname: 'Marta, monthly',
    customerReference: '',
    routeId: simulator.endpointId,
  })
  await get(page, 'cards.refreshInfo', { cardId })
  return cardId
}

/** Prepares a charge; returns its preview and the confirmation that an operator would give. */
export async function prepareCharge(page: Page, typed: Parameters<typeof rebillDraft>[0]) {
  const preview = await get(page, 'charges.prepare', { draft: rebillDraft(typed) })
  return { preview, confirmation: confirmationOf(preview) }
}

/** Prepares a sale with a typed card and a present cardholder; returns its preview and the confirmation. */
export async function prepareSale(page: Page, { securityCode, ...typed }: Sale) {
  const preview = await get(page, 'charges.prepare', {
    draft: {
      kind: 'sale',
      currency: 'EUR',
      description: 'First month',
      ipAddress: '203.0.113.24',
      reference: '',
      bin: '411111',
      lastFour: '1111',
      expireMonth: 12,
      expireYear: 2031,
      printedName: 'IVA TESTOVA',
      firstName: 'Iva',
      lastName: 'Testova',
      email: 'iva@example.com',
      phone: '',
      country: '',
      city: '',
      zipCode: '',
      address1: '',
      presence: 'present',
      ...typed,
    },
  })
  const secrets = { cvv2: securityCode ?? '123', cardNumber: testCardNumber }
  return { preview, confirmation: confirmationOf(preview, secrets) }
}

/** The published test card number that matches the draft above. */
export const testCardNumber = '4111111111111111'

/** Makes a sale to a present cardholder; returns the order id. */
export async function sell(page: Page, sale: Sale): Promise<string> {
  const { confirmation } = await prepareSale(page, sale)
  const order = await get(page, 'charges.confirm', confirmation)
  return order.summary.orderId
}

/** Waits until a step of an order has this state; returns the order. */
export async function waitForStep(
  page: Page,
  orderId: string,
  kind: StepKind,
  state: StepState,
): Promise<OrderView> {
  const states = async () =>
    (await get(page, 'orders.get', { orderId })).steps.map((step) => `${step.kind} ${step.state}`)
  await expect.poll(states, { timeout: 40_000, interval: 100 }).toContain(`${kind} ${state}`)
  return get(page, 'orders.get', { orderId })
}

/** Waits until an order has this status text; returns the order. */
export async function waitForWord(page: Page, orderId: string, word: string): Promise<OrderView> {
  // It is also called in `beforeAll`, where `expect.poll` does not work.
  return vi.waitFor(
    async () => {
      const order = await get(page, 'orders.get', { orderId })
      expect(order.summary.word).toBe(word)
      return order
    },
    { timeout: 60_000, interval: 250 },
  )
}
