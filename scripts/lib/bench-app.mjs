import { constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import keytar from 'keytar'
import { _electron } from 'playwright-core'
import { electronArguments, electronPathFrom } from './launch.mjs'

/**
 * A user-data folder with a copy of a generated history, and its key in the keychain of the session. Its orders are of
 * profiles without keys, so nothing is asked for them.
 * @param {string} history file of `test/bench/history.ts`
 */
export async function userDataWith(history) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-'))
  const desk = path.join(folder, 'desk')
  await mkdir(desk)
  await copyFile(history, path.join(desk, 'log.db'), constants.COPYFILE_FICLONE)
  await keytar.setPassword('Rebill Desk', 'database-key', Buffer.alloc(32, 7).toString('base64'))
  return folder
}

/** Starts the same Electron with one static page and nothing else. */
export async function launchBlank() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'blank-'))
  await writeFile(path.join(folder, 'package.json'), '{"name":"blank","main":"main.cjs"}')
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><title>blank</title><h2>One static page.</h2>',
  )
  await writeFile(
    path.join(folder, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron')
app.whenReady().then(() => new BrowserWindow({ width: 1280, height: 800 }).loadFile(__dirname + '/index.html'))`,
  )
  const app = await _electron.launch({
    executablePath: electronPathFrom(),
    args: [...electronArguments(), folder, `--user-data-dir=${path.join(folder, 'data')}`],
  })
  return { app, page: await app.firstWindow(), pid: app.process().pid ?? 0, close: () => app.close() }
}

/**
 * The time since the epoch, in ms, of the first frame in which an element was there. The page looks for it in each frame,
 * so that the time does not depend on how often the test driver asks.
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 */
export async function framedAtMs(page, selector) {
  const framed = await page.waitForFunction(
    (wanted) =>
      document.querySelector(wanted) === null ? false : performance.timeOrigin + performance.now(),
    selector,
    { polling: 'raf' },
  )
  return Number(await framed.jsonValue())
}
