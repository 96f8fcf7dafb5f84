import { chmod, readFile, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { defaultSaleRules } from '../../src-shared/domain/sale-rules'
import type { ProfileInput } from '../../src-shared/domain/profile'
import { ask, get, makeRecoveryCode, openApp } from './support/app-calls'
import { clickAt, typeInto } from './support/person'
import { fullPolicy, policyEnvironment } from './support/policy'
import { startSimulator } from './support/simulator'
import { button, chooseInMenu, field, openScreen } from './support/walk'

const refused = { ok: false, error: { code: 'not-allowed-now', details: { reason: 'set-by-administrator' } } }

it('a person enters the key of a profile that the administrator set, and can change nothing else of it', async () => {
  const simulator = await startSimulator()
  const { page, state, ...testApp } = await openApp({ env: await policyEnvironment(fullPolicy(simulator)) })
  expect(state.start.kind).toBe('ready')
  expect(state.profiles.map(({ name, secret, safetyLevel }) => [name, secret, safetyLevel])).toEqual([
    ['Nord Shop EU', 'missing', 'typed'],
    ['Nord Shop rehearsal', 'missing', 'confirm'],
  ])
  await makeRecoveryCode(page)
  await openScreen(page, '/settings/profiles')
  expect(await button(page, 'Add gateway profile').isDisabled()).toBe(true)
  await chooseInMenu(page, 'Actions for Nord Shop rehearsal', 'View and enter key')

  await page.getByText('Set by your administrator').first().waitFor()
  expect(await labelsReachedByTab(page, 12)).toEqual(
    expect.arrayContaining(['Profile name', 'Environment', 'Base URL with its path', 'Login']),
  )
  const login = field(page, 'Login')
  await clickAt(login)
  await page.keyboard.type('Mallory')
  expect(await login.inputValue()).toBe(simulator.login)
  expect(await login.getAttribute('readonly')).not.toBeNull()
  await typeInto(field(page, 'Control key'), simulator.controlKey)
  await button(page, 'Save profile').click()
  await page.getByText('Connection works').waitFor()
  await testApp.close()
})

it('the bridge refuses what would loosen the policy, and nothing changes', async () => {
  const simulator = await startSimulator()
  const { page, state, ...testApp } = await openApp({ env: await policyEnvironment(fullPolicy(simulator)) })
  await makeRecoveryCode(page)
  const live: ProfileInput = {
    ...{ profileId: 'shop-eu', name: 'Nord Shop EU', login: 'NordShopEU' },
    target: { kind: 'production', baseUrl: 'https://gate.nordshop.example/paynet' },
    routes: [
      { kind: 'endpoint', id: '9001', label: 'Subscriptions', currency: 'EUR' },
      { kind: 'group', id: '9100', label: 'All currencies', currency: null },
    ],
    ...{ rebillControl: 'without-endpoint', defaultIpAddress: '', safetyLevel: 'typed' },
    pollPace: { minMs: 3000, maxMs: 5000 },
    saleRules: defaultSaleRules('production'),
  }
  const save = (change: Partial<ProfileInput>) =>
    ask(page, 'profiles.save', { profile: { ...live, ...change }, controlKey: '' })
  const limits = (amounts: { readonly perChargeMinor: number | null }) =>
    ask(page, 'limits.save', {
      ...{ profileId: 'shop-eu', safetyLevel: 'typed', ownPin: '' },
      limits: [
        {
          currency: 'EUR',
          perCardDayMinor: null,
          perOperatorDayMinor: 500_000,
          askAboveMinor: 10_000,
          ...amounts,
        },
      ],
    })
  expect(
    await save({ target: { kind: 'production', baseUrl: 'https://gate.hostile.example/paynet' } }),
  ).toEqual(refused)
  expect(await save({ safetyLevel: 'confirm' })).toEqual(refused)
  expect(await save({ profileId: null, name: 'Another' })).toEqual(refused)
  expect(await ask(page, 'profiles.remove', { profileId: 'shop-eu' })).toEqual(refused)
  expect(await limits({ perChargeMinor: null })).toEqual(refused)
  expect(await limits({ perChargeMinor: 50_001 })).toEqual(refused)
  expect(await ask(page, 'callbacks.listen', { port: 0 })).toEqual(refused)
  const after = await get(page, 'appState.get', {})
  expect([after.profiles, after.policy, after.callbackListener]).toEqual([
    state.profiles,
    state.policy,
    { kind: 'off' },
  ])
  await testApp.close()
})

it('a policy that is wrong opens nothing, and the app goes on when it was corrected', async () => {
  const env = await policyEnvironment('{\n  "version": 1,\n  "leastSafety": "typed"\n  "limits": []\n}')
  const { page, state, ...testApp } = await openApp({ env })
  const path = env.REBILL_DESK_POLICY
  expect(state.start).toMatchObject({ kind: 'policy-unusable', path, cause: 'not-json' })
  await page.getByText('The file is not JSON.').waitFor()
  expect(await ask(page, 'profiles.select', { profileId: 'shop-eu' })).toMatchObject({ ok: false })

  await writeFile(path, (await readFile(path, 'utf8')).replace('"typed"', '"typed",'))
  await chmod(path, 0o666)
  await button(page, 'Try again').click()
  await page.getByText('Others than its owner can write the file.').waitFor()
  await chmod(path, 0o644)
  await button(page, 'Try again').click()
  await button(page, 'Try the simulator').waitFor()
  expect((await get(page, 'appState.get', {})).policy).toMatchObject({ path, leastSafety: 'typed' })
  await testApp.close()
})

/** The labels of the fields that the focus reaches with the Tab key. */
async function labelsReachedByTab(page: Page, presses: number): Promise<string[]> {
  const labels: string[] = []
  for (let count = 0; count < presses; count++) {
    await page.keyboard.press('Tab')
    labels.push(
      await page.evaluate(() => {
        const focused = document.activeElement
        return focused instanceof HTMLInputElement ? (focused.labels?.[0]?.textContent ?? '') : ''
      }),
    )
  }
  return labels
}
