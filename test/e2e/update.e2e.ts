import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeReleaseKey, manifestOf, UpdateServer } from '../support/update-server'
import { openAlbum } from './support/album'
import { clickAt, focused } from './support/person'
import { openSimulatorApp } from './support/simulator-app'
import { button, openScreen } from './support/walk'

const deb = Buffer.alloc(6_000_000, 'a package of version 0.2.0 ')
const name = 'rebill-desk_0.2.0_amd64.deb'

it('offers a signed update, and refuses one that is not, by keyboard (S30)', async () => {
  const server = await UpdateServer.start(null)
  onTestFinished(() => server.stop())
  const releaser = makeReleaseKey()
  const manifest = { ...manifestOf(deb, { nowMs: Date.now() }) }
  const system = `${process.platform}-${process.arch}`
  const files = manifest.files.map((file) => ({ ...file, system }))
  const { page, userDataDir } = await openSimulatorApp({
    env: {
      REBILL_DESK_UPDATE_ADDRESS: `http://127.0.0.1:${String(server.port)}/desk`,
      REBILL_DESK_UPDATE_KEY: releaser.publicKey,
    },
  })
  const album = await openAlbum(page, 'update')
  await openScreen(page, '/settings/about')
  const check = button(page, 'Check for updates')
  await check.waitFor()
  await album.take('1-nothing-asked')
  // By itself the app has asked nobody.
  expect(server.requests).toEqual([])

  server.publish({ ...manifest, files }, makeReleaseKey())
  await clickAt(check)
  await page.getByRole('heading', { name: 'The update is not signed by the maker of Rebill Desk' }).waitFor()
  expect(await focused(page)).toMatchObject({ what: 'button Check again' })
  await album.take('2-refused')

  server.publish({ ...manifest, files }, releaser)
  await page.keyboard.press('Enter')
  await button(page, 'Download').waitFor()
  expect(await page.getByRole('status').allTextContents()).toContain('Version 0.2.0 is available')
  expect(await focused(page)).toMatchObject({ what: 'button Download' })
  await album.take('3-offered')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('region', { name: 'Update' }).waitFor()
  await album.take('4-offered-elsewhere')
  await clickAt(button(page, 'Show update'))

  // It is slow, so that it can be stopped.
  server.files.set(name, (_request, response) => {
    response.writeHead(200, { 'content-length': deb.length })
    response.write(deb.subarray(0, 2_500_000))
  })
  await clickAt(button(page, 'Download'))
  await page.getByText('2.5 MB of 6.0 MB').waitFor()
  await album.take('5-downloading')
  await page.keyboard.press('Enter')
  await button(page, 'Download').waitFor()

  server.files.set(name, Buffer.alloc(deb.length, 'evil'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The downloaded file is not the one that was signed' }).waitFor()
  await album.take('6-tampered')

  server.files.set(name, deb)
  await page.keyboard.press('Enter')
  await button(page, 'Show how to install').waitFor()
  await album.take('7-ready')
  const file = join(userDataDir, 'desk', 'updates', name)
  expect(await readFile(file)).toEqual(deb)

  await page.keyboard.press('Enter')
  await page.getByText(`sudo apt-get install '${file}'`).waitFor()
  await album.take('8-handed-over')
  await button(page, 'Copy command').waitFor()
  expect(server.requests).toEqual([
    ...['latest.json', 'latest.json', name],
    ...[`${name} from 2500000`, name],
  ])
  expect(album.objections).toEqual([])
})
