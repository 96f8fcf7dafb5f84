import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { connect } from '../../../src-main/db/file/connection'
import { makeCertificates } from '../../support/certificates'
import { openAlbum } from '../support/album'
import { addProfile, makeRecoveryCode } from '../support/app-calls'
import { databaseKey } from '../support/keychain-item'
import { clickAt, typeInto } from '../support/person'
import { openSimulatorApp } from '../support/simulator-app'
import { startSimulator } from '../support/simulator'
import { setTrap } from '../support/traps'
import { button, field, openScreen } from '../support/walk'

it('settings are accessible', async () => {
  const simulator = await startSimulator()
  const { page, cards: _cards, ...testApp } = await openSimulatorApp()
  const album = await openAlbum(page, 'settings')
  for (const section of ['profiles', 'keys', 'appearance', 'person', 'data', 'about']) {
    await openScreen(page, `/settings/${section}`)
    await album.take(section)
  }
  await button(page, 'Show diagnostics…').click()
  await page.getByRole('dialog').locator('pre').waitFor()
  await album.take('diagnostics')
  await page.keyboard.press('Escape')
  await openScreen(page, '/settings/profiles')
  await button(page, 'Add gateway profile').click()
  await album.take('recovery-first')
  await openScreen(page, '/settings/data')
  await button(page, /^Create (new )?recovery code$/).click()
  await button(page, 'Create recovery code').click()
  await page.getByText('Your recovery code').first().waitFor()
  await album.take('recovery-code')

  await makeRecoveryCode(page)
  await addProfile(page, simulator)
  await openScreen(page, '/settings/profiles')
  await album.take('two-profiles')
  await button(page, 'Actions for Nord Shop').click()
  await page.getByRole('menu').waitFor()
  await album.take('profile-menu')
  await page.getByRole('menuitem', { name: 'Test connection' }).click()
  await page.getByText('Connection works').waitFor()
  await album.take('connection-works')
  await simulator.kill()
  await chooseInLastMenu(page, 'Test connection')
  await page.getByText('Could not reach the gateway').waitFor()
  await album.take('connection-unreachable')
  const { port } = await setTrap(makeCertificates().localhost)
  await addProfile(page, simulator, { baseUrl: `https://localhost:${port}/paynet` })
  await openScreen(page, '/settings/profiles')
  await chooseInLastMenu(page, 'Test connection')
  await page.getByText('certificate').first().waitFor()
  await album.take('connection-untrusted')
  await openScreen(page, '/settings/profiles')
  await button(page, 'Add gateway profile').click()
  await album.take('new-profile')
  await button(page, 'Save profile').click()
  await album.take('new-profile-refused')

  await openScreen(page, '/settings/profiles')
  await chooseInLastMenu(page, 'Edit')
  const saleRules = page.getByRole('group', { name: 'Typed cards (sale)' })
  await saleRules.getByLabel('Return address').scrollIntoViewIfNeeded()
  await album.take('sale-rules')
  await clickAt(page.getByRole('radio', { name: /^Live/ }))
  await saleRules.getByLabel('Return address').scrollIntoViewIfNeeded()
  await album.take('sale-rules-live')
  await openScreen(page, '/settings/keys')
  await album.take('no-key')
  await button(page, 'Import key').click()
  await typeInto(
    field(page, 'Private key'),
    '-----BEGIN RSA PRIVATE KEY-----\nnot a key\n-----END RSA PRIVATE KEY-----',
  )
  await button(page, 'Import key').click()
  await page.getByRole('dialog').getByRole('alert').first().waitFor()
  await album.take('import-refused')
  await page.keyboard.press('Escape')
  await button(page, 'Create key').click()
  await album.take('make-key')
  await button(page, 'Create key').click()
  await button(page, 'Copy public key').waitFor()
  await button(page, 'Remove key').scrollIntoViewIfNeeded()
  await album.take('key')
  await button(page, 'Remove key').click()
  await album.take('remove-key')
  await page.keyboard.press('Escape')
  await damageFirstProfile(testApp.userDataDir)
  // The app reads the profiles again after one was saved.
  await addProfile(page, simulator)
  await openScreen(page, '/settings/profiles')
  await album.take('unreadable-profile')
  await button(page, 'Actions for Nord Shop').click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await album.take('unreadable-form')
  await openScreen(page, '/home')
  await album.take('unreadable-home')
  expect(album.objections).toEqual([])
  await testApp.close()
})

/** Changes the rows of the simulator's profile by hand, which is the active one. */
async function damageFirstProfile(userDataDir: string): Promise<void> {
  const db = connect({ file: join(userDataDir, 'desk', 'log.db') }, await databaseKey(), 'write')
  db.exec(`UPDATE profiles SET routes = '[]', sale_rules = '{}' WHERE environment = 'simulator'`)
  db.close()
}

async function chooseInLastMenu(page: Page, item: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
