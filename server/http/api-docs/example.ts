import { EXAMPLE_STRATEGY } from '#contract/strategies/example.ts'
import { payloadSchemas } from './schemas.ts'
import { type JsonSchema, jsonSchemaSchema } from './type-text.ts'
import * as z from 'zod/mini'

/** What has rules that no JSON Schema says: sources that exist, rules on sources of the same strategy. */
const EXAMPLE_PARTS = new Map<string, readonly unknown[]>([
  ['signal_sources', EXAMPLE_STRATEGY.signal_sources],
  ['confluence_rules', EXAMPLE_STRATEGY.confluence_rules],
])

const TIME_MS = 1_767_600_000_000
const ID = '6f2d1c3a-9b8e-4c7d-8e1f-0a1b2c3d4e5f'

const TEXTS: Readonly<Record<string, string>> = {
  // Of /config.json.
  analytics: '/ws/analytics',
  comparison: '/widget/comparison',
  identity: '/api/identity',
  proxy: '/api/redis-proxy',
  strategy: '/api/strategy',
  tdp: '/api/tdp',
  access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
  code: '0123456789abcdef0123456789abcdef',
  timeZone: 'Europe/Berlin',
  email: 'ada@example.org',
  exchange: 'kraken',
  ip_address: '203.0.113.7',
  message_id: `${TIME_MS}-0`,
  pair: 'BTCUSD',
  stream_category: 'technical_indicators',
  stream_key: 'tdp:kraken:BTCUSD:technical_indicators:m5',
  stream_subcategory: 'm5',
  symbol: 'BTCUSD',
  timeframe: 'm5',
  trading_pair: 'BTCUSD',
  username: 'ada',
}
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': new Date(TIME_MS).toISOString(),
  email: 'ada@example.org',
  uuid: ID,
}
const PRICES = new Set(['open', 'high', 'low', 'close', 'price', 'last', 'entry_price', 'exit_price'])
const PRICE = 92_000
const isTime = (name: string): boolean => /(_at|^timestamp|^time|^from|^to)$/.test(name)
/** Of what is published since a candle, in seconds as candles of the analysis are. */
const TIMES_S = new Set(['time'])

function textOf({ format, minLength = 0 }: JsonSchema, name: string): string {
  const known = FORMATS[format ?? ''] ?? TEXTS[name] ?? (name.endsWith('email') ? TEXTS['email'] : undefined)
  if (known !== undefined) return known
  if (isTime(name)) return new Date(TIME_MS).toISOString()
  if (/^(id|.*_id)$/.test(name)) return ID
  return (name.replaceAll('_', ' ') || 'text').padEnd(minLength, '.')
}

function numberOf({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema, name: string): number {
  const wanted = TIMES_S.has(name) ? TIME_MS / 1000 : isTime(name) ? TIME_MS : PRICES.has(name) ? PRICE : 1
  const step = type === 'integer' ? 1 : 0.5
  const low = Math.max(minimum ?? -Infinity, exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + step)
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - step)
  return Math.min(Math.max(wanted, low), high)
}

function objectOf({ properties = {}, additionalProperties, propertyNames }: JsonSchema): Record<string, unknown> {
  const named = Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema, name)] as const)
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0)
    return Object.fromEntries(named)
  const names = propertyNames?.enum?.map(String) ?? [textOf(propertyNames ?? {}, 'name')]
  return Object.fromEntries([...named, ...names.map((name) => [name, exampleOf(additionalProperties, name)] as const)])
}

let payloads: Readonly<Record<string, unknown>> | undefined
/** The schema of a payload, to which those of entries refer. */
function referred(reference: string): JsonSchema {
  payloads ??= payloadSchemas()
  return jsonSchemaSchema.parse(payloads[reference.split('/').at(-1) ?? ''])
}

/**
 * A value that fits the schema, the same each time: the first variant of a union, the first value of an enumeration, and
 * otherwise what its name suggests. `name` is that of the property. Patterns of texts are not looked at.
 */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.$ref) return exampleOf(referred(schema.$ref), name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const union = schema.anyOf ?? schema.oneOf
  if (union) return exampleOf(union.find(({ type }) => type !== 'null') ?? {}, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => exampleOf(each, name)))
  const type = [schema.type ?? 'object'].flat()[0]
  if (type === 'array') return EXAMPLE_PARTS.get(name) ?? listOf(schema, name)
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return numberOf(schema, name)
  if (type === 'null') return null
  return type === 'string' ? textOf(schema, name) : objectOf(schema)
}

const listOf = ({ prefixItems, items = {} }: JsonSchema, name: string): readonly unknown[] =>
  prefixItems ? prefixItems.map((each) => exampleOf(each, name)) : [exampleOf(items)]

const mediaSchema = z.looseObject({ schema: z.optional(z.unknown()), example: z.optional(z.unknown()) })
const responseSchema = z.looseObject({
  content: z.optional(z.record(z.string(), mediaSchema)),
})
const operationSchema = z.looseObject({ responses: z.record(z.string(), responseSchema) })
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))

/** An OpenAPI document with an example of each response that lacks one. */
export function withResponseExamples(document: object): object {
  const parsed = documentSchema.parse(document)
  const paths = mapValues(parsed.paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, ({ content, ...response }) => ({
        ...response,
        ...(content && {
          content: mapValues(content, (media) => ({
            ...media,
            example: media.example ?? exampleOf(jsonSchemaSchema.parse(media.schema ?? {})),
          })),
        }),
      })),
    })),
  )
  return { ...parsed, paths }
}
