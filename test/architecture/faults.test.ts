import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const rows = readFileSync(join(root, 'docs/faults.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .filter(([, , , file]) => file?.endsWith('.ts'))
  .map(([, id = '', , file = '']) => [id, file] as const)

it('docs/faults.md lists every fault', () => {
  expect(rows).toHaveLength(64)
})

it.each(rows)('%s is named in %s', (id, file) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(id)
})
