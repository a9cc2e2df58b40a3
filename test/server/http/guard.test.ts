import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { InjectFailure } from '#server/http/access.ts'
import { bearerOf } from '#server/http/guard.ts'
import { createLogger } from '#server/http/logger.ts'
import type { PolicyTable } from '#server/http/route-policy.ts'
import { bearer, testApp } from '#test/support/server/app.ts'

let app: FastifyInstance | undefined
afterEach(() => app?.close())

const TABLE: PolicyTable = {
  'GET /open': { access: 'public' },
  'POST /cookie': { access: 'public', rate: 'refresh', sameOriginOnly: true, identifiedByCookie: true },
  'POST /plain': { access: 'public', rate: 'refresh' },
  'POST /own': { access: 'Viewer', sameOriginOnly: true },
  'GET /api/tdp/read': { access: 'Viewer' },
  'GET /api/redis-proxy/read': { access: 'Viewer' },
  'GET /api/strategy/read': { access: 'Viewer' },
  'GET /api/strategymaker/read': { access: 'Viewer' },
  'POST /api/identity/write': { access: 'Trader', bodyMs: 123 },
}
const RATES = { none: undefined, standard: 2, refresh: 2 }

async function guarded(deps: Parameters<typeof testApp>[0] = {}) {
  const built = await testApp({ policy: TABLE, ...deps })
  for (const key of Object.keys(TABLE)) {
    const [method = '', url = ''] = key.split(' ')
    built.route({
      method,
      url,
      handler: async ({ verifiedUserId, accessUntil, routeOptions }) => ({
        verifiedUserId,
        accessUntil,
        bodyMs: routeOptions.config.bodyMs,
      }),
    })
  }
  app = built
  return built
}

const FOREIGN = { 'sec-fetch-site': 'cross-site' }

describe('the guard of a route', () => {
  it('[ID-51] refuses cross-site requests where the policy says so, with and without a sign-in', async () => {
    const built = await guarded()
    const post = async (url: string, headers: Record<string, string> = {}) =>
      (await built.inject({ method: 'POST', url, headers })).statusCode
    expect(await post('/cookie', FOREIGN)).toBe(403)
    expect(await post('/own', { ...FOREIGN, ...bearer('Viewer') })).toBe(403)
    // Before the token is looked at.
    expect(await post('/own', FOREIGN)).toBe(403)
    expect(await post('/plain', FOREIGN)).toBe(200)
    expect(await post('/cookie')).toBe(200)
    expect(await post('/own', bearer('Viewer'))).toBe(200)
  })

  it('[HT-6] counts a public request against the user of its cookie where the policy says so', async () => {
    const asked: string[] = []
    const built = await guarded({
      rates: RATES,
      cookieOwner: async ({ url, headers }) => {
        asked.push(url)
        return headers.cookie
      },
    })
    const post = async (url: string, cookie?: string) =>
      (await built.inject({ method: 'POST', url, headers: cookie === undefined ? {} : { cookie } })).statusCode
    expect(await Promise.all([post('/cookie', 'ada'), post('/cookie', 'ada'), post('/cookie', 'ada')])).toContain(429)
    expect(await post('/cookie', 'bob')).toBe(200)
    expect(await post('/cookie')).toBe(200)
    expect(new Set(asked)).toEqual(new Set(['/cookie']))
    // On another route the caller counts as a stranger, with any cookie.
    expect([await post('/plain', 'bob'), await post('/plain', 'eve')]).toEqual([200, 429])
  })

  it('[HT-6] AB-45 counts the refusals of an address, and not its users', async () => {
    const built = await guarded({ rates: RATES })
    const get = (headers: Record<string, string> = {}) => built.inject({ url: '/api/tdp/read', headers })
    const strangers = [await get(), await get(bearer('rubbish')), await get(), await get(bearer('rubbish'))]
    expect(strangers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429, 429])
    const users = [await get(bearer('Viewer')), await get(bearer('Viewer')), await get(bearer('Viewer'))]
    expect(users.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
    expect(users[2]?.headers['retry-after']).toBe('60')
    expect((await get(bearer('Trader'))).statusCode).toBe(200)
  })

  it('[HT-73] says what is left of the budget, by its class, also to those whom it refuses', async () => {
    const built = await guarded({ rates: { ...RATES, token: 5 } })
    const fields = async (headers: Record<string, string> = {}, url = '/api/tdp/read') => {
      const reply = await built.inject({ url, headers })
      return [reply.statusCode, reply.headers.ratelimit, reply.headers['ratelimit-policy']]
    }
    const policy = '"standard";q=2;w=60'
    expect(await fields(bearer('Viewer'))).toEqual([200, '"standard";r=1;t=60', policy])
    await fields(bearer('Viewer'))
    expect(await fields(bearer('Viewer'))).toEqual([429, '"standard";r=0;t=60', policy])
    expect(await fields()).toEqual([401, '"standard";r=1;t=60', policy])
    expect(await fields(bearer('Viewer+market:read'))).toEqual([403, '"token";r=4;t=60', '"token";q=5;w=60'])
  })

  it('[HT-6] no rate where the class has none', async () => {
    const built = await guarded({ rates: { none: undefined, standard: 1 } })
    for (let n = 0; n < 3; n += 1) expect((await built.inject({ method: 'POST', url: '/plain' })).statusCode).toBe(200)
    await built.inject('/open')
    expect((await built.inject('/open')).statusCode).toBe(429)
  })

  it('[HT-5] tells the handler who was verified, and until when the access lasts', async () => {
    const built = await guarded({
      access: {
        verify: async () => ({
          ok: true,
          principal: { userId: 'ada', sessionId: 's', email: 'ada@pairbot.test', role: 'Viewer' },
          expiresAt: 77,
        }),
        verifySocket: async () => ({ ok: false, refusal: 'invalid' }),
      },
    })
    const reply = await built.inject({ url: '/api/tdp/read', headers: bearer('any') })
    expect(reply.json()).toEqual({ verifiedUserId: 'ada', accessUntil: 77 })
    expect((await built.inject('/open')).json()).toEqual({})
  })

  it('[HT-23] gives a route the time for its body that its policy says', async () => {
    const built = await guarded()
    const reply = await built.inject({ method: 'POST', url: '/api/identity/write', headers: bearer('Trader') })
    expect(reply.json()).toMatchObject({ bodyMs: 123 })
  })

  it.each([
    ['/api/tdp/read', 503],
    ['/api/redis-proxy/read', 503],
    ['/api/strategy/read', 503],
    ['/api/strategymaker/read', 200],
  ])('[DR-5] an injected failure of %s: %i', async (url, status) => {
    const asked: string[][] = []
    const injectFailure: InjectFailure = (...session) => {
      asked.push(session)
      return 503
    }
    const built = await guarded({ injectFailure })
    expect((await built.inject({ url, headers: bearer('Viewer') })).statusCode).toBe(status)
    expect(asked).toEqual(status === 200 ? [] : [['s-Viewer', 'Viewer']])
    expect((await built.inject({ url, headers: {} })).statusCode).toBe(401)
  })

  it.each([
    [401, { success: false, error: 'The access token is not valid.' }, 'Bearer error="invalid_token"'],
    [503, { success: false, error: 'Service Unavailable' }, undefined],
    [undefined, {}, undefined],
  ] as const)('[DR-5] an injected %s looks like a real one', async (status, body, challenge) => {
    const built = await guarded({ injectFailure: () => status })
    const reply = await built.inject({ url: '/api/tdp/read', headers: bearer('Viewer') })
    expect(reply.statusCode).toBe(status ?? 200)
    expect(reply.json()).toMatchObject(body)
    expect(reply.headers['www-authenticate']).toBe(challenge)
  })

  it('[HT-3] logs who was refused a role, and which', async () => {
    const lines: string[] = []
    const built = await guarded({ logger: createLogger('warn', { write: (line) => void lines.push(line) }) })
    const write = (role: string) => built.inject({ method: 'POST', url: '/api/identity/write', headers: bearer(role) })
    await write('Trader')
    expect(lines).toEqual([])
    expect((await write('Viewer')).statusCode).toBe(403)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ userId: 'u-Viewer', required: 'Trader', msg: 'role refused' }),
    ])
  })

  it('[HT-1] HEAD needs no entry of its own, and is guarded like GET', async () => {
    const built = await guarded()
    const head = (headers: Record<string, string>) => built.inject({ method: 'HEAD', url: '/api/tdp/read', headers })
    expect([(await head({})).statusCode, (await head(bearer('Viewer'))).statusCode]).toEqual([401, 200])
  })

  it('[HT-1] runs before what a route does first by itself', async () => {
    const order: string[] = []
    app = await testApp({ policy: TABLE })
    app.get('/api/tdp/read', { onRequest: [async () => void order.push('own')] }, async () => ({}))
    await app.inject('/api/tdp/read')
    expect(order).toEqual([])
    await app.inject({ url: '/api/tdp/read', headers: bearer('Viewer') })
    expect(order).toEqual(['own'])
  })

  it('[HT-4] takes a token after any number of spaces, and nothing after it', async () => {
    app = await testApp({ policy: TABLE })
    app.get('/api/tdp/read', async (request) => ({ token: bearerOf(request) }))
    app.get('/open', async (request) => ({ token: bearerOf(request) }))
    const get = (authorization: string, url = '/api/tdp/read') => app!.inject({ url, headers: { authorization } })
    expect((await get('BEARER   Viewer')).json()).toEqual({ token: 'Viewer' })
    for (const wrong of ['Bearer Viewer x', 'x Bearer Viewer', 'BearerViewer', 'Bearer'])
      expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 401])
    expect((await get('Basic abc', '/open')).json()).toEqual({ token: '' })
  })
})
