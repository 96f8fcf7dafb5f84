// Runs inside a session (see shots.mjs): fills the app with data and takes a picture of every screen in both themes.
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { launchDesk } from './lib/launch.mjs'
import { runScript, say } from './lib/log.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { fillDesk } from './lib/shot-data.mjs'
import { noKeychainScreen, screens, startScreens } from './lib/shot-list.mjs'

const folder = path.join(outFolder, 'shots')
const themes = /** @type {const} */ (['light', 'dark'])

await runScript(async () => {
  const wanted = process.argv.slice(2)
  const userDataDir = await mkdtemp(path.join(os.tmpdir(), 'shots-'))
  let desk = await launchDesk({ userDataDir })
  let count = 0
  /** @param {import('./lib/shot-list.mjs').Screen} screen @param {'light' | 'dark'} theme */
  const take = async (screen, theme) => {
    const name = `${screen.name}-${theme}`
    if (!wanted.every((part) => name.includes(part))) return
    try {
      const { page } = desk
      await page.emulateMedia({ colorScheme: theme })
      await screen.show(page)
      await page.waitForTimeout(400)
      await desk.screenshot(path.join(folder, `${name}.png`))
      count += 1
    } catch (error) {
      throw new Error(`The picture "${name}" could not be taken.`, { cause: error })
    }
  }
  /** @param {readonly import('./lib/shot-list.mjs').Screen[]} list */
  const takeAll = async (list) => {
    await desk.page.setViewportSize({ width: 1280, height: 800 })
    for (const theme of themes) for (const screen of list) await take(screen, theme)
  }
  try {
    await takeAll(startScreens)
    await takeAll(screens(await fillDesk(desk.page)))
    await desk.close()
    desk = await launchDesk({ userDataDir, env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } })
    await takeAll([noKeychainScreen])
    await desk.close()
  } catch (error) {
    await desk.screenshot(path.join(folder, 'stopped.png')).catch(() => undefined)
    await desk.kill()
    throw error
  }
  say(`${count} pictures: ${path.relative(projectRoot, folder)}`)
  return 0
})
