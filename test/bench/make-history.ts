// Run by scripts/bench.mjs: node make-history.mjs FOLDER SIZE
import { historySizes, openHistory, type HistorySize } from './history'

const [folder = '.', size = ''] = process.argv.slice(2)
if (!Object.hasOwn(historySizes, size)) throw new Error(`No history has the size "${size}".`)
process.stdout.write(`${openHistory(folder, size as HistorySize)}\n`)
