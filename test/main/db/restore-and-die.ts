import { prepareRestore } from '../../../src-main/db/restore'
import { swapIn } from '../../../src-main/db/file/swap'
import { dieBefore } from './die-before'

// Run as a process: restores a backup and kills itself before the given step on the disk. Exits normally when there are
// fewer steps.
const [file = '', keyHex = '', backup = '', keptFile = '', dieAt = ''] = process.argv.slice(2)

dieBefore(Number(dieAt))
const options = { file }
prepareRestore(options, Buffer.from(keyHex, 'hex'), backup, {
  atMs: 1,
  actor: null,
  keptFile,
  replaces: null,
})
swapIn(file, keptFile)
