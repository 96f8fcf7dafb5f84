import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const counted = ['writeFileSync', 'copyFileSync', 'renameSync', 'rmSync', 'fsyncSync', 'chmodSync'] as const

/**
 * Lets this process kill itself before a step: a change of the disk through Node, or a call of the returned function.
 * Steps are counted from 1.
 */
export function dieBefore(step: number): () => void {
  let steps = 0
  const dieInTime = () => {
    steps += 1
    if (steps === step) process.kill(process.pid, 'SIGKILL')
  }
  for (const name of counted) {
    const original = fs[name] as (...args: unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        dieInTime()
        return original(...args)
      },
    })
  }
  syncBuiltinESMExports()
  return dieInTime
}
