import * as z from 'zod/mini'

/** The keywords of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  readonly description?: string | undefined
  readonly type?: string | readonly string[] | undefined
  readonly const?: unknown
  readonly enum?: readonly unknown[] | undefined
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: JsonSchema | undefined
  readonly prefixItems?: readonly JsonSchema[] | undefined
  readonly additionalProperties?: JsonSchema | boolean | undefined
  readonly anyOf?: readonly JsonSchema[] | undefined
  readonly oneOf?: readonly JsonSchema[] | undefined
  readonly allOf?: readonly JsonSchema[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly exclusiveMinimum?: number | undefined
  readonly exclusiveMaximum?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly format?: string | undefined
  readonly propertyNames?: JsonSchema | undefined
  readonly $ref?: string | undefined
}

const nested = z.lazy((): z.ZodMiniType<JsonSchema> => jsonSchemaSchema)
const number = z.optional(z.number())
/** Reads a JSON Schema; keywords that the page does not show are dropped. */
export const jsonSchemaSchema: z.ZodMiniType<JsonSchema> = z.object({
  description: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), nested)),
  required: z.optional(z.array(z.string())),
  items: z.optional(nested),
  prefixItems: z.optional(z.array(nested)),
  additionalProperties: z.optional(z.union([z.boolean(), nested])),
  anyOf: z.optional(z.array(nested)),
  oneOf: z.optional(z.array(nested)),
  allOf: z.optional(z.array(nested)),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: number,
  maxLength: number,
  format: z.optional(z.string()),
  propertyNames: z.optional(nested),
  $ref: z.optional(z.string()),
})

/** A schema as one would write the type in TypeScript, over several lines, with descriptions and bounds as comments. */
export function typeText(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return union.map((each) => typeText(each, indent)).join(' | ')
  if (schema.allOf) return schema.allOf.map((each) => typeText(each, indent)).join(' & ')
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.prefixItems) return `[${schema.prefixItems.map((each) => typeText(each, indent)).join(', ')}]`
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => {
      if (type === 'array') return arrayText(schema.items ?? {}, indent)
      return type === 'object' ? objectText(schema, indent) : type
    })
    .join(' | ')
}

function arrayText(items: JsonSchema, indent: string): string {
  const text = typeText(items, indent)
  return text.includes(' | ') ? `(${text})[]` : `${text}[]`
}

function objectText({ properties, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties ?? {}).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${inner}${name}${mark}: ${typeText(schema, inner)}${commentOf(schema)}`
  })
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
    lines.push(`${inner}[name]: ${typeText(additionalProperties, inner)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function commentOf(schema: JsonSchema): string {
  const { description, minimum, exclusiveMinimum, maximum, exclusiveMaximum, maxLength } = schema
  const parts = [
    description?.replaceAll('\n', ' ').replace(/\.$/, '') ?? false,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `from ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `to ${maximum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `  // ${parts.join(', ')}`
}
