import fc from 'fast-check'
import * as z from 'zod/mini'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

const contentSchema = z.record(z.string(), z.object({ example: z.optional(z.unknown()) }))
const operationSchema = z.object({
  parameters: z.optional(z.array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']) }))),
  requestBody: z.optional(z.object({ content: contentSchema })),
  responses: z.record(z.string(), z.unknown()),
})
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })

/** A route of the OpenAPI document. */
export interface ApiRoute {
  readonly method: string
  readonly path: string
  readonly operation: z.infer<typeof operationSchema>
}

/** The routes of an OpenAPI document. */
export const apiRoutes = (document: unknown): readonly ApiRoute[] =>
  Object.entries(documentSchema.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

/** What a client may send in a place of text: usual values, numbers at their ends, and texts meant to break something. */
const text = fc.oneof(
  fc.constantFrom(
    'BTCUSD',
    'ETH/USD',
    'm1',
    'H4',
    '1',
    '24',
    '1767600000000',
    'true',
    'Admin',
    'pending',
    'csv',
    '-email',
  ),
  fc.constantFrom('0', '-1', '1e9', 'NaN', '99999999999999999999', '', ' '),
  // Lone surrogates cannot be part of an address.
  fc.constantFrom(...HOSTILE_TEXTS.filter((each) => Buffer.from(each).toString() === each)),
  fc.uuid(),
  fc.string({ maxLength: 40 }),
)
const value = fc.oneof(
  text,
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, [], {}),
  fc.jsonValue({ maxDepth: 3 }),
)

/** The value with one of its parts replaced, chosen by `at`; all of it for an empty one. */
function replaced(of: unknown, at: readonly number[], by: unknown): unknown {
  const [first, ...rest] = at
  if (first === undefined || typeof of !== 'object' || of === null) return by
  const names = Object.keys(of)
  const name = names[first % (names.length + 1)] ?? 'more'
  const part = replaced(Reflect.get(of, name), rest, by)
  if (!Array.isArray(of)) return { ...of, [name]: part }
  return name === 'more' ? [...of, part] : of.map((each: unknown, index) => (String(index) === name ? part : each))
}

/** What is sent to some route: its example with parts replaced, and texts for its parameters. */
export const apiRequest = fc.record({
  route: fc.nat(1_000_000),
  parameters: fc.infiniteStream(fc.option(text, { nil: undefined, freq: 3 })),
  changes: fc.array(fc.record({ at: fc.array(fc.nat(20), { maxLength: 4 }), by: value }), { maxLength: 2 }),
})
type Generated = typeof apiRequest extends fc.Arbitrary<infer T> ? T : never

/** The address and the body of a generated request to a route. */
export function requestTo({ path, operation }: ApiRoute, { parameters, changes }: Omit<Generated, 'route'>) {
  const given = new Map(
    (operation.parameters ?? []).map(({ name, in: place }) => [name, [place, parameters.next().value] as const]),
  )
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.get(name)?.[1] ?? 'm1'))
  const query = new URLSearchParams(
    [...given].flatMap(([name, [place, value]]) => (place === 'query' && value !== undefined ? [[name, value]] : [])),
  ).toString()
  const example = operation.requestBody?.content['application/json']?.example
  const body = changes.reduce<unknown>((whole, { at, by }) => replaced(whole, at, by), example)
  return { url: query ? `${address}?${query}` : address, body: example === undefined ? undefined : body }
}
