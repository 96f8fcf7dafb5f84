import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startOf } from '../../../scripts/lib/launch.mjs'

/** Starts the program once more with the same data, as the desktop does for a link or a login. It ends at once. */
export async function startAgain(userDataDir: string, ...args: readonly string[]): Promise<void> {
  const { program, own } = startOf()
  const child = spawn(program, [...own, ...args], {
    env: { ...process.env, REBILL_DESK_USER_DATA: userDataDir },
    stdio: 'ignore',
  })
  await once(child, 'exit')
}
