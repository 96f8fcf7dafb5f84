import { z } from 'zod'

/** A position in a schema: `commands.home.get.attention[].bin`. */
export interface SchemaPlace {
  readonly path: string
  readonly schema: z.core.$ZodType
}

/** The kinds of schemas that an output or event may be made of: what JSON can carry, each part declared. */
export const plainKinds = [
  'object',
  'array',
  'union',
  'nullable',
  'string',
  'number',
  'boolean',
  'enum',
  'literal',
  'record',
  'optional',
] as const

/** Every position of a schema; the first one is the schema itself. */
export function placesIn(schema: z.core.$ZodType, path: string): SchemaPlace[] {
  return [
    { path, schema },
    ...childrenOf(schema, path).flatMap((child) => placesIn(child.schema, child.path)),
  ]
}

function childrenOf(schema: z.core.$ZodType, path: string): SchemaPlace[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(schema.shape).map(([name, inner]) => ({
      path: `${path}.${name}`,
      schema: inner,
    }))
  }
  if (schema instanceof z.ZodArray) return [{ path: `${path}[]`, schema: schema.element }]
  if (schema instanceof z.ZodRecord) return [{ path: `${path}{}`, schema: schema.valueType }]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return [{ path, schema: schema.unwrap() }]
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => ({ path, schema: option }))
  if (schema instanceof z.ZodPipe) {
    return [
      { path, schema: schema.in },
      { path, schema: schema.out },
    ]
  }
  return []
}

/** A value that fits a schema. Another `n` takes another branch of each union. */
export function sampleOf(schema: z.core.$ZodType, n = 0): unknown {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries<z.core.$ZodType>(schema.shape)
    return Object.fromEntries(shape.map(([name, inner]) => [name, sampleOf(inner, n)]))
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, n), sampleOf(schema.element, n + 1)]
  if (schema instanceof z.ZodRecord) {
    const names = schema.keyType instanceof z.ZodEnum ? schema.keyType.options : ['name']
    return Object.fromEntries(names.map((name) => [name, sampleOf(schema.valueType, n)]))
  }
  if (schema instanceof z.ZodNullable) return n % 2 === 0 ? sampleOf(schema.unwrap(), n) : null
  if (schema instanceof z.ZodOptional) return sampleOf(schema.unwrap(), n)
  if (schema instanceof z.ZodUnion) {
    const option = schema.options[n % schema.options.length]
    if (option !== undefined) return sampleOf(option, n)
  }
  if (schema instanceof z.ZodEnum) return schema.options[n % schema.options.length]
  if (schema instanceof z.ZodLiteral) return [...schema.values][n % schema.values.size]
  if (schema instanceof z.ZodNumber) return Math.max(n + 1, schema.minValue ?? 0)
  if (schema instanceof z.ZodBoolean) return n % 2 === 0
  if (schema instanceof z.ZodString)
    return [`text ${n}`, String(n + 1), `${n + 1}d`, 'UTC'].find((text) => schema.safeParse(text).success)
  if (schema instanceof z.ZodPipe) return sampleOf(schema.in, n)
  throw new Error(`no sample for ${schema._zod.def.type}`)
}
