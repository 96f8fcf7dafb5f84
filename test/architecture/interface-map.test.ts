import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gatewayOperation } from '../../src-shared/domain/exchange'

const root = join(import.meta.dirname, '../..')
const mapFile = 'docs/interface-map.md'
const map = readFileSync(join(root, mapFile), 'utf8')
const forms = [
  ['endpoint', '{endpoint_id}'],
  ['group', 'group/{endpoint_group_id}'],
] as const

interface Row {
  readonly operation: string
  readonly form: string
  readonly path: string
  readonly tests: readonly string[]
  readonly screen: string
}

const rows: Row[] = map.split('\n').flatMap((line) => {
  const cells = line.split('|').map((cell) => cell.trim())
  const [, operation = '', form = '', path = '', client = '', simulator = '', screen = ''] = cells
  if (form !== 'endpoint' && form !== 'group') return []
  return [{ operation, form, path: path.replaceAll('`', ''), tests: [client, simulator], screen }]
})

/** The titles of a test file; what is filled in when the test runs fits anything. */
function titlesIn(text: string): RegExp[] {
  const titles = [...text.matchAll(/(?:\bit\(|\)\()\s*(['"`])([^\n]*?)\1/g)].map((found) => found[2] ?? '')
  return titles
    .map((title) => title.split(/\$\{[^}]*\}|%[a-z]/))
    .filter((parts) => parts.join('').length > 7)
    .map(
      (parts) =>
        new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`),
    )
}

describe(mapFile, () => {
  it('has one line for every operation in both path forms, and no other', () => {
    const named = rows.map(({ operation, form }) => `${operation} ${form}`)
    const wanted = gatewayOperation.options.flatMap((operation) =>
      forms.map(([form]) => `${operation} ${form}`),
    )
    expect(named.toSorted()).toEqual(wanted.toSorted())
  })

  it('gives each line the path of the interface', () => {
    for (const { operation, form, path } of rows) {
      const command = operation.replace(/-v4$/, '')
      const version = operation.startsWith('upload-') ? '3ds/v1' : operation.endsWith('-v4') ? 'v4' : 'v2'
      const segment = forms.find(([name]) => name === form)?.[1]
      expect(path).toBe(`/api/${version}/${command}/${segment}`)
    }
  })

  it('names tests that exist under the name that it gives', () => {
    const cells = rows.flatMap(({ operation, tests }) =>
      tests.map((cell) => ({ cell, command: operation.replace(/-v4$/, '') })),
    )
    expect(cells).toHaveLength(rows.length * 2)
    for (const { cell, command } of cells) {
      const [, file = '', title = ''] = /^`(test\/[^`]+\.test\.ts)`: (.+)$/.exec(cell) ?? []
      expect([cell, title.length > 3]).toEqual([cell, true])
      const text = readFileSync(join(root, file), 'utf8')
      expect([cell, titlesIn(text).some((pattern) => pattern.test(title))]).toEqual([cell, true])
      expect([cell, text.includes(command)]).toEqual([cell, true])
    }
  })

  it('gives each line a screen', () => {
    for (const { screen } of rows) expect(screen).toMatch(/`src-renderer\/views\/[^`]+\.vue`$/)
  })
})
