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
import { launchDesk, type LaunchOptions } from '../../support/launch/launch-desk'
import type { RunningSimulator } from './simulator'

/**
 * Calls to main that a test makes in place of a person: to set the scene before what it is about, and to read what is
 * true now. What a test is about goes through the window, by `person.ts`.
 */

/** A sale as far as it differs from the usual one. */
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

/** The same for calls that must succeed. */
export async function get<N extends CommandName>(
  page: Page,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  const envelope = await ask(page, name, input)
  if (!envelope.ok) throw new Error(`${name} was refused: ${JSON.stringify(envelope.error)}`)
  return envelope.value
}

/** Starts the app and waits until its start has found out what there is, as the page does. */
export async function openApp(options: LaunchOptions = {}) {
  const testApp = await launchDesk(options)
  const state = await get(testApp.page, 'appState.get', {})
  return { ...testApp, state }
}

/** Makes the recovery code and proves it, as a person does before the first real profile. */
export async function makeRecoveryCode(page: Page): Promise<string> {
  const { code, askGroups } = await get(page, 'recovery.create', {})
  const groups = code.split('-')
  await get(page, 'recovery.confirm', {
    groups: askGroups.map((index) => ({ index, text: groups[index] ?? '' })),
  })
  return code
}

/** Adds a profile for a simulator that runs outside of the app; `baseUrl` may lead through something else. */
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

/** Adds one of the simulator's stored cards and looks it up. */
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

/** Prepares a charge and gives the words a person would give after reading its review. */
export async function prepareCharge(page: Page, typed: Parameters<typeof rebillDraft>[0]) {
  const preview = await get(page, 'charges.prepare', { draft: rebillDraft(typed) })
  return { preview, confirmation: confirmationOf(preview) }
}

/** Prepares the sale of a typed card, whose holder is at this desk, and gives the words that confirm it. */
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

/** The published test number that the sale's draft above stands for. */
export const testCardNumber = '4111111111111111'

/** Sells to a cardholder at this desk, from the draft to the confirmation; answers with the order's id. */
export async function sell(page: Page, sale: Sale): Promise<string> {
  const { confirmation } = await prepareSale(page, sale)
  const order = await get(page, 'charges.confirm', confirmation)
  return order.summary.orderId
}

/** Waits until a step of an order stands like this; answers with the whole order. */
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

/** Waits until an order is shown with this word. */
export async function waitForWord(page: Page, orderId: string, word: string): Promise<OrderView> {
  // A file's scene is set outside of its tests, where `expect.poll` does not work.
  return vi.waitFor(
    async () => {
      const order = await get(page, 'orders.get', { orderId })
      expect(order.summary.word).toBe(word)
      return order
    },
    { timeout: 60_000, interval: 250 },
  )
}
