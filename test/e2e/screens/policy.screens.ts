import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { makeRecoveryCode, openApp } from '../support/app-calls'
import { fullPolicy, policyEnvironment } from '../support/policy'
import { startSimulator } from '../support/simulator'
import { button, openScreen } from '../support/walk'

it('what an administrator set is accessible', async () => {
  const simulator = await startSimulator()
  const { page, ...testApp } = await openApp({ env: await policyEnvironment(fullPolicy(simulator)) })
  const album = await openAlbum(page, 'policy')
  await openScreen(page, '/settings/profiles')
  await album.take('profiles')
  await button(page, 'Actions for Nord Shop EU').click()
  await page.getByRole('menu').waitFor()
  await album.take('profile-menu')
  await page.getByRole('menuitem', { name: 'View and enter key' }).click()
  await album.take('recovery-first')
  await makeRecoveryCode(page)
  await page.getByText('Set by your administrator').first().waitFor()
  await album.take('profile')
  await openScreen(page, '/settings/limits')
  await album.take('limits')
  await openScreen(page, '/callbacks')
  await album.take('listener')
  expect(album.objections).toEqual([])
  await testApp.close()
})

it('a policy that cannot be used has a screen with a next step', async () => {
  const wrong = { version: 1, leastSafty: 'read-only' }
  const testApp = await openApp({ env: await policyEnvironment(wrong) })
  expect(testApp.state.start.kind).toBe('policy-unusable')
  const album = await openAlbum(testApp.page, 'policy')
  await testApp.page.getByRole('heading', { level: 1 }).waitFor()
  await album.take('unusable')
  expect(album.objections).toEqual([])
  await testApp.close()
})
