// Runs inside a session (see start.mjs): does the main job in the app's window and takes a picture of each step.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { launchApp } from './lib/launch.mjs'
import { pageHands } from './lib/page-hands.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { runScript, say } from './lib/script.mjs'
import { playTour } from './lib/tour.mjs'

const folder = path.join(outFolder, 'tour')

await runScript(async () => {
  const amount = process.argv[2] ?? ''
  for (const name of await readdir(folder)) await rm(path.join(folder, name))
  const userDataDir = await mkdtemp(path.join(os.tmpdir(), 'tour-'))
  const startedAtMs = Date.now()
  const app = await launchApp({ userDataDir })
  const shownFolder = path.relative(projectRoot, folder)
  if (await playTour(pageHands(app.page), { amount, folder, startedAtMs, shownFolder })) {
    await app.close()
    return 0
  }
  if (app.logs() !== '') say(`The app said:\n${app.logs().split('\n').slice(-20).join('\n')}`)
  await app.kill()
  return 1
})
