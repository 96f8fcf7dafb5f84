import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { prepareRestore } from '../../../src-main/db/restore'
import { swapIn } from '../../../src-main/db/file/swap'

// Run as a process: restores a backup and kills itself before the given step on the disk. Exits normally when there are
// fewer steps.
const [file = '', keyHex = '', backup = '', keptFile = '', dieAt = ''] = process.argv.slice(2)

let steps = 0
const dieInTime = () => {
  steps += 1
  if (steps === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
}
const counted = ['writeFileSync', 'copyFileSync', 'renameSync', 'rmSync', 'fsyncSync', 'chmodSync'] as const
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

const options = { file }
prepareRestore(options, Buffer.from(keyHex, 'hex'), backup, { atMs: 1, actor: null, keptFile })
swapIn(file, keptFile)
