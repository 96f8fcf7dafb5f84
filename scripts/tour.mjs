// Runs inside a session (see start.mjs): does the main job in the app's window and takes a picture of each step.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runScript, say } from './lib/script.mjs'
import { launchApp } from './lib/launch.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { doMainJob, narratedSteps, readWindow, windowIsFilled } from './lib/tour.mjs'

const folder = path.join(outFolder, 'tour')

await runScript(async () => {
  const amount = process.argv[2] ?? ''
  for (const name of await readdir(folder)) await rm(path.join(folder, name))
  const userDataDir = await mkdtemp(path.join(os.tmpdir(), 'tour-'))
  const startedAtMs = Date.now()
  const app = await launchApp({ userDataDir })
  const { step, picture } = narratedSteps(app.page, folder, startedAtMs)
  try {
    await step('The window is open', async () => await windowIsFilled(app.page))
    const { amountShown, statusShown } = await doMainJob(app.page, { amount, step })
    say(`The window shows ${amountShown}, ${statusShown}. Pictures: ${path.relative(projectRoot, folder)}`)
    await app.close()
    return 0
  } catch (error) {
    console.error(`The tour stopped: ${error instanceof Error ? error.message : error}`)
    const file = await picture('stopped')
    const text = await readWindow(app.page).catch(() => null)
    if (text !== null) say(`The window shows:\n${text.replaceAll(/^/gm, '  | ')}`)
    say(
      file === null
        ? 'The window is gone; no last picture.'
        : `Last picture: ${path.relative(projectRoot, file)}`,
    )
    if (app.logs() !== '') say(`The app said:\n${app.logs().split('\n').slice(-20).join('\n')}`)
    await app.kill()
    return 1
  }
})
