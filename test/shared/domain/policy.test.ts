import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'prettier'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import { policy } from '../../../src-shared/domain/policy'

const guide = readFileSync(join(projectRoot, 'docs', 'administrators.md'), 'utf8')
const schemaFile = join(projectRoot, 'docs', 'policy.schema.json')
const schema = z.toJSONSchema(policy, { io: 'input' })

/** Every key that a policy can have, once. */
function keysIn(part: z.core.JSONSchema.BaseSchema): string[] {
  const inner = Object.entries(part.properties ?? {}).flatMap(([name, value]) => [
    name,
    ...(typeof value === 'object' ? keysIn(value) : []),
  ])
  const items = typeof part.items === 'object' && !Array.isArray(part.items) ? keysIn(part.items) : []
  return [...new Set([...inner, ...items])]
}

describe('the guide for administrators', () => {
  it('has a JSON schema that is made from the one that the app uses', async () => {
    // `npm run unit -- test/shared/domain/policy.test.ts -u` writes it.
    await expect(
      await format(JSON.stringify(schema), { parser: 'json', printWidth: 110 }),
    ).toMatchFileSnapshot(schemaFile)
  })

  it('names every key', () => {
    const keys = keysIn(schema).filter((key) => key !== '$schema')
    expect(keys).toContain('perOperatorDay')
    expect(keys.filter((key) => !guide.includes(`\`${key}\``))).toEqual([])
  })

  it('has an example that the app accepts', () => {
    const example = /```json\n([\s\S]*?)\n```/.exec(guide)?.[1] ?? ''
    const parsed = policy.safeParse(JSON.parse(example))
    expect(parsed.error?.issues).toBeUndefined()
    expect(parsed.data?.profiles[0]?.name).toBe('Shop EU')
  })
})
