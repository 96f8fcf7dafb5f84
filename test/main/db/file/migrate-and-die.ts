import { openWriter } from '../../../../src-main/db/storage'
import { migrations } from '../../../../src-main/db/migrations/index'
import { dieBefore } from '../die-before'

// Run as a process: opens a history of an earlier version and kills itself before the given step, which is a change of
// the disk or the commit of a migration. Exits normally when there are fewer steps.
const [file = '', keyHex = '', dieAt = ''] = process.argv.slice(2)

const dieInTime = dieBefore(Number(dieAt))
const steps = migrations.map((step) => ({
  ...step,
  apply: (db: Parameters<typeof step.apply>[0]) => {
    step.apply(db)
    dieInTime()
  },
}))
const opening = openWriter({ file }, Buffer.from(keyHex, 'hex'), steps)
if (opening.kind !== 'opened') throw new Error(opening.kind)
opening.close()
