import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startOf } from '../../../scripts/lib/launch.mjs'
import { freshUserData } from '../../support/launch/launch-app'
import { targetsOf, watchPackets } from './packets'

/**
 * Starts the app as a person does, without the driver of the tests and the switches that it adds, leaves it alone for a
 * time and ends it. Returns what the app sent something to.
 */
export async function leaveAlone(ms: number): Promise<string[]> {
  const sent = await watchPackets()
  const { program, own } = startOf()
  const child = spawn(program, own, {
    env: { ...process.env, REBILL_DESK_USER_DATA: await freshUserData() },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, ms))])
  if (child.exitCode !== null) throw new Error(`the app ended by itself with ${String(child.exitCode)}`)
  child.kill('SIGTERM')
  await ended
  return targetsOf(await sent())
}
