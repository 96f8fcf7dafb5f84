import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const faults = idsIn('docs/faults.md')
const controls = idsIn('docs/security.md')

/** The first cell of each row whose last cell names tests, with each of these tests. */
function idsIn(document: string): { readonly id: string; readonly files: readonly string[] }[] {
  return readFileSync(join(root, document), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .filter(([, , , tests]) => tests?.endsWith('.ts'))
    .map(([, id = '', , tests = '']) => ({ id, files: tests.split(', ') }))
}

/** True when the text has the id as a word of its own: A1 is not found in A19. */
function names(text: string, id: string): boolean {
  return text.split(/\W/).includes(id)
}

it('docs/faults.md lists every fault', () => {
  expect(faults).toHaveLength(65)
})

it('docs/security.md lists every control that is built', () => {
  expect(controls).toHaveLength(35)
})

it('no id is used twice, in one document or in both', () => {
  const ids = [...faults, ...controls].map(({ id }) => id)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

describe.each([...faults, ...controls])('$id', ({ id, files }) => {
  it.each(files)('is named in %s', (file) => {
    expect(names(readFileSync(join(root, file), 'utf8'), id)).toBe(true)
  })
})
