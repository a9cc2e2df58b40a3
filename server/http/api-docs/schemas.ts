import * as z from 'zod/mini'
import { failureSchema } from '#contract/auth.ts'
import { clientMessageSchema } from '#contract/client-messages.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type Parameter, PARAMETERS } from '#contract/endpoints/parameters.ts'
import { SERVER_MESSAGES } from '#contract/messages.ts'
import { paperAccountSchema } from '#contract/paper/account.ts'
import { fieldMeanings } from '#contract/payloads/fields.ts'
import { PAYLOADS } from '#contract/payloads/meanings.ts'
import { wrappedPayloadSchema, wrapperOf } from '#contract/streams.ts'
import { INDICATOR_CATEGORY, CANDLE_CATEGORY, SIGNAL_CATEGORY } from '#contract/payloads/streams.ts'

type JsonObject = Record<string, unknown>

const CATEGORIES: ReadonlySet<string> = new Set([INDICATOR_CATEGORY, CANDLE_CATEGORY, SIGNAL_CATEGORY])
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** What wraps the payloads of each kind of stream, each under the name of its wrapper. */
const WRAPPED = Object.keys(PAYLOADS).map((name) => {
  const wrapper = wrapperOf(CATEGORIES.has(name) ? name : 'analysis')
  return { type: 'object', properties: { [wrapper]: refTo(name) }, required: [wrapper] }
})
const WRAPPED_SCHEMAS: ReadonlySet<unknown> = new Set([
  wrappedPayloadSchema,
  SERVER_MESSAGES.AnalyticsUpdate.shape.data.shape.data,
])

const variantSchema = z.looseObject({
  type: z.optional(z.string()),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
})
const nullableSchema = z.tuple([variantSchema, z.strictObject({ type: z.literal('null') })])

/** `anyOf` of a type and null, as one type that may be null: what has no such type yet (OpenAPI 3.0) takes it for nullable. */
function mergeNull(jsonSchema: JsonObject): void {
  const { data } = nullableSchema.safeParse(jsonSchema['anyOf'])
  const [{ type, enum: values, const: value, ...rest } = {}] = data ?? []
  if (type === undefined || value !== undefined) return
  Reflect.deleteProperty(jsonSchema, 'anyOf')
  const own = { ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) }
  Object.assign(jsonSchema, { ...own, ...jsonSchema })
}

/** Units and kinds of figures are keywords of our own; what a wrapper wraps is described apart. */
export function describeFields({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonObject }): void {
  for (const name of ['unit', 'kind']) {
    if (typeof jsonSchema[name] !== 'string') continue
    jsonSchema[`x-${name}`] = jsonSchema[name]
    Reflect.deleteProperty(jsonSchema, name)
  }
  mergeNull(jsonSchema)
  if (WRAPPED_SCHEMAS.has(zodSchema)) Object.assign(jsonSchema, { anyOf: WRAPPED })
}

/** JSON Schema as it is on the wire. */
export const toWireSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    unrepresentable: 'any',
    io,
    metadata: fieldMeanings,
    override: describeFields,
  })
  return json
}

/** JSON Schemas of what `data` of an entry wraps, by category or subcategory of its stream. */
export const payloadSchemas = () =>
  Object.fromEntries(Object.entries(PAYLOADS).map(([name, schema]) => [name, toWireSchema(schema, 'output')]))

const paperData = z.object({ account: paperAccountSchema })
/** The messages of the server with what the contract leaves to those who show it. */
export const WIRE_MESSAGES = {
  ...SERVER_MESSAGES,
  PaperUpdate: z.extend(SERVER_MESSAGES.PaperUpdate, { data: paperData }),
}

/** Converters to OpenAPI 3.0 lose a `const` that is false. */
const success = { type: 'boolean', enum: [false] }
const detail = { type: 'string', description: 'The same as error, of strategies' }

/** The schemas that the OpenAPI document refers to: of the socket messages, of payloads, and of every failure. */
export function componentSchemas() {
  const { properties = {}, ...failure } = toWireSchema(failureSchema, 'output')
  const messages = Object.entries(WIRE_MESSAGES).map(
    ([type, schema]) => [`${type}Message`, toWireSchema(schema, 'output')] as const,
  )
  return {
    ...Object.fromEntries(messages),
    ServerMessage: { oneOf: messages.map(([name]) => refTo(name)) },
    ClientMessage: toWireSchema(clientMessageSchema, 'input'),
    ...payloadSchemas(),
    Failure: { ...failure, properties: { ...properties, success, detail } },
  }
}

const LIMITED = {
  'Retry-After': { type: 'integer', description: 'Seconds to wait before the next request' },
  RateLimit: { type: 'string', description: 'What is left, and the seconds until all of it is: "standard";r=0;t=12' },
  'RateLimit-Policy': { type: 'string', description: 'Requests in a window of seconds: "standard";q=6000;w=60' },
}

/** The response of a failure. */
export const failureOf = (status: string, description: string) => ({
  description,
  ...(status === '429' && { headers: LIMITED }),
  content: { 'application/json': { schema: refTo('Failure'), example: { success: false, error: description } } },
})

const BOUNDS = { greater_than: 'minimum', less_than: 'maximum' } as const
const boundSchema = z.object({
  check: z.enum(['greater_than', 'less_than']),
  value: z.number(),
  inclusive: z.literal(true),
})

/** What a number in a string is to a client: a number, with its bounds. */
function numberOf(schema: unknown): JsonObject {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault) return numberOf(schema.def.innerType)
  if (!(schema instanceof z.ZodMiniPipe) || !(schema.def.out instanceof z.ZodMiniNumber)) return {}
  const checks = (schema.def.checks ?? []).map((check) => check._zod.def)
  const bounds = checks.flatMap((each) => {
    const { data } = boundSchema.safeParse(each)
    return data ? [[BOUNDS[data.check], data.value] as const] : []
  })
  const isInteger = checks.some(({ check }) => check === 'number_format')
  return { type: isInteger ? 'integer' : 'number', ...Object.fromEntries(bounds) }
}

const propertiesSchema = z.looseObject({
  properties: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
})

/** The parameters of a part of a request, each with what it means and the type that a client gives it. */
export function describeParameters(json: unknown, schema: unknown, own: Endpoint['parameters'] = {}): JsonObject {
  const { properties = {}, ...rest } = propertiesSchema.parse(json)
  const shape: JsonObject = schema instanceof z.ZodMiniObject ? schema.shape : {}
  const described = Object.entries(properties).map(([name, property]) => {
    const { description, unit, values }: Parameter = own[name] ?? PARAMETERS[name] ?? { description: '' }
    const more = { description, ...(unit && { 'x-unit': unit }), ...(values && { enum: values }) }
    const { pattern: _, ...known } = property
    const number = numberOf(shape[name])
    return [name, 'type' in number ? { ...known, ...number, ...more } : { ...property, ...more }] as const
  })
  return { ...rest, properties: Object.fromEntries(described) }
}
