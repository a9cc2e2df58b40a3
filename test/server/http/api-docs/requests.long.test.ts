import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ADMIN as ADMIN_PATHS, OPENAPI_PATH } from '#contract/paths.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { HOSTILE_TEXTS } from '#test/support/data/hostile-texts.ts'
import { ADMIN } from '#test/support/server/identity.ts'

/** How many requests are sent. */
const REQUESTS = Number(process.env['PAIRBOT_API_REQUESTS'] ?? 2_000)

const contentSchema = z.record(z.string(), z.object({ example: z.optional(z.unknown()) }))
const operationSchema = z.object({
  parameters: z.optional(z.array(z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']) }))),
  requestBody: z.optional(z.object({ content: contentSchema })),
  responses: z.record(z.string(), z.unknown()),
})
const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)) })
type Operation = z.infer<typeof operationSchema>
/** Every failure, of the strategies and of all else. */
const failureSchema = z.union([
  z.object({ detail: z.string() }),
  z.object({ success: z.literal(false), error: z.string() }),
])

interface Route {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

let running: Awaited<ReturnType<typeof startComposition>>
let routes: readonly Route[]
beforeAll(async () => {
  running = await startComposition()
  const { paths } = documentSchema.parse((await running.app.inject(OPENAPI_PATH)).json())
  routes = Object.entries(paths)
    // Injects failures: that is what it is for.
    .filter(([path]) => !path.endsWith(ADMIN_PATHS.faultInjection))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
}, 120_000)
afterAll(() => running.stop())

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

const change = fc.record({ at: fc.array(fc.nat(20), { maxLength: 4 }), by: value })
const request = fc.record({
  route: fc.nat(1_000_000),
  parameters: fc.infiniteStream(fc.option(text, { nil: undefined, freq: 3 })),
  changes: fc.array(change, { maxLength: 2 }),
  isSignedIn: fc.nat(9).map((share) => share > 0),
})

let sent = 0
async function send(method: string, url: string, payload: unknown, token?: string) {
  sent += 1
  return running.app.inject({
    method: method as 'GET',
    url,
    // Of an address of its own, so that no rate of addresses counts it.
    remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  })
}
const grantSchema = z.object({ data: z.object({ access_token: z.string() }) })
const signIn = async () =>
  grantSchema.parse((await send('POST', '/api/identity/auth/login', ADMIN)).json()).data.access_token

it(
  `[HT-68] ${REQUESTS} requests made from the OpenAPI document cause no failure of the server`,
  { timeout: 60_000 + REQUESTS * 60 },
  async () => {
    let token = await signIn()
    const statuses = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(request, async ({ route: number, parameters, changes, isSignedIn }) => {
        const { method, path, operation } = routes[number % routes.length] ?? expect.fail('no route')
        const given = new Map(
          (operation.parameters ?? []).map(({ name, in: place }) => [name, [place, parameters.next().value] as const]),
        )
        const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(given.get(name)?.[1] ?? 'm1'),
        )
        const query = new URLSearchParams(
          [...given].flatMap(([name, [place, text]]) =>
            place === 'query' && text !== undefined ? [[name, text]] : [],
          ),
        ).toString()
        const example = operation.requestBody?.content['application/json']?.example
        const body = changes.reduce<unknown>((whole, { at, by }) => replaced(whole, at, by), example)
        const url = query ? `${address}?${query}` : address
        const reply = await send(method, url, example === undefined ? undefined : body, isSignedIn ? token : undefined)
        const { statusCode } = reply
        const said = [method, url, JSON.stringify(body), statusCode, reply.body.slice(0, 300)]

        expect([said, statusCode < 500]).toEqual([said, true])
        if (statusCode < 300)
          expect([said, `${statusCode}` in operation.responses || '2XX' in operation.responses]).toEqual([said, true])
        else expect([said, failureSchema.safeParse(JSON.parse(reply.body)).success]).toEqual([said, true])
        const kind = `${Math.floor(statusCode / 100)}xx`
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
        // The request may have ended the session.
        if (statusCode === 401 && isSignedIn) token = await signIn()
      }),
      { numRuns: REQUESTS, endOnFailure: true },
    )
    expect(statuses.get('2xx')).toBeGreaterThan(REQUESTS / 20)
    expect(statuses.get('4xx')).toBeGreaterThan(REQUESTS / 20)
  },
)
