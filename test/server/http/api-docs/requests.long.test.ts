import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { apiRequest, apiRoutes, requestTo, type ApiRoute } from '#test/support/data/api-requests.ts'
import { ADMIN } from '#test/support/server/identity.ts'

/** How many requests are sent. */
const REQUESTS = Number(process.env['PAIRBOT_API_REQUESTS'] ?? 2_000)

const FAULT_INJECTION = `${DEFAULT_BASES.identity}${ADMINISTRATION.injectFault.path}`

/** Every failure. */
const failureSchema = z.object({ success: z.literal(false), error: z.string() })

let running: Awaited<ReturnType<typeof startComposition>>
let routes: readonly ApiRoute[]
beforeAll(async () => {
  running = await startComposition()
  routes = apiRoutes((await running.app.inject(SERVICE.openApi.path)).json())
}, 120_000)
afterAll(() => running.stop())

const request = fc.record({ asked: apiRequest, isSignedIn: fc.nat(9).map((share) => share > 0) })

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
    /** Whether the session has asked for a fault. */
    let injected = false
    const statuses = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(request, async ({ asked, isSignedIn }) => {
        const route = routes[asked.route % routes.length] ?? expect.fail('no route')
        const { method, operation } = route
        const { url, body } = requestTo(route, asked)
        const ask = () => send(method, url, body, isSignedIn ? token : undefined)
        let reply = await ask()
        if (injected && isSignedIn && (reply.statusCode === 503 || reply.statusCode === 401)) {
          injected = false
          await send('DELETE', FAULT_INJECTION, undefined, token)
          reply = await ask()
        }
        const { statusCode } = reply
        if (method === 'POST' && url === FAULT_INJECTION && statusCode === 201) injected = true
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
