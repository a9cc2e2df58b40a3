import { afterEach, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { API_SCOPES } from '#contract/api-tokens.ts'
import { ROLES, roleReaches } from '#contract/roles.ts'
import { principalOf } from '#server/http/guard.ts'
import { createLogger } from '#server/http/logger.ts'
import { RATES, type PolicyTable, POLICY } from '#server/http/route-policy.ts'
import { bearer, testApp } from '#test/support/server/app.ts'
import { recordCount } from '#test/support/counts.ts'

let app: FastifyInstance | undefined
afterEach(() => app?.close())

const TABLE: PolicyTable = {
  'GET /open': { access: 'public' },
  'GET /api/x/read': { access: 'Viewer' },
  'GET /api/x/:id': { access: 'Trader' },
  'POST /api/x/write': { access: 'Trader' },
  'DELETE /api/strategy/all': { access: 'Admin' },
}

const [GET, POST] = ['GET', 'POST'] as const

describe('the policy table', () => {
  it('[HT-1] S15 a route without an entry aborts the start by name', async () => {
    app = await testApp({ policy: TABLE })
    void app.register(async (service) => void service.get('/forgotten', async () => ({})), { prefix: '/api/x' })

    await expect(app.ready()).rejects.toThrow('Route without an endpoint: declare "GET /api/x/forgotten"')
  })

  it('[HT-1] the entry of one method does not cover another', async () => {
    app = await testApp({ policy: TABLE })
    const built = app
    expect(() => built.post('/api/x/read', async () => ({}))).toThrow('declare "POST /api/x/read"')
    expect(() => built.route({ method: [GET, POST], url: '/open', handler: async () => ({}) })).toThrow(
      'One method per route',
    )
  })

  it('[HT-2] S15 AZ-01 AZ-02 AZ-03 every route of the real table responds to every role according to its entry', async ({
    task,
  }) => {
    app = await testApp()
    for (const key of Object.keys(POLICY)) {
      const [method = '', url = ''] = key.split(' ')
      app.route({ method, url, handler: async () => ({ reached: true }) })
    }
    for (const [key, { access }] of Object.entries(POLICY)) {
      const [method = 'GET', url = ''] = key.split(' ')
      for (const role of [undefined, ...ROLES]) {
        const reply = await app.inject({
          method: method as 'GET',
          url: url.replace(':timeframe', '1m'),
          headers: role ? bearer(role) : {},
        })
        const expected = access === 'public' || (role && roleReaches(role, access)) ? 200 : role ? 403 : 401
        expect([key, role, reply.statusCode]).toEqual([key, role, expected])
      }
    }
    recordCount({ task }, 'Authorization cells', Object.keys(POLICY).length * (ROLES.length + 1))
  })

  it('[TK-3] [TK-4] every route of the real table responds to every role with every scope according to its entry', async ({
    task,
  }) => {
    app = await testApp({ rates: {} })
    for (const key of Object.keys(POLICY)) {
      const [method = '', url = ''] = key.split(' ')
      app.route({ method, url, handler: async () => ({ reached: true }) })
    }
    let cells = 0
    for (const [key, { access, scope }] of Object.entries(POLICY)) {
      const [method = 'GET', url = ''] = key.split(' ')
      for (const role of ROLES)
        for (const scopes of [...API_SCOPES, API_SCOPES.join('+')]) {
          const reply = await app.inject({
            method: method as 'GET',
            url: url.replace(':timeframe', '1m'),
            headers: bearer(`${role}+${scopes}`),
          })
          const isAllowed = scope !== undefined && (scope === 'any' || scopes.includes(scope))
          const expected = access === 'public' || (isAllowed && roleReaches(role, access)) ? 200 : 403
          expect([key, role, scopes, reply.statusCode]).toEqual([key, role, scopes, expected])
          cells += 1
        }
    }
    recordCount({ task }, 'Authorization cells', cells)
  })

  it('[TK-3] an API token without the scope of a route is told which it lacks, and where none is accepted', async () => {
    app = await testApp({ policy: { ...TABLE, 'POST /api/x/write': { access: 'Trader', scope: 'strategies:write' } } })
    app.post('/api/x/write', async () => ({}))
    app.get('/api/x/read', async () => ({}))
    const write = await app.inject({ method: 'POST', url: '/api/x/write', headers: bearer('Admin+market:read') })
    const read = await app.inject({ url: '/api/x/read', headers: bearer('Admin+market:read') })
    expect([write.json(), read.json()]).toEqual([
      { success: false, error: 'Access denied. The API token lacks the scope strategies:write.' },
      { success: false, error: 'API tokens are not accepted here.' },
    ])
  })

  it("[TK-6] an API token has a budget of its own: it neither uses up its user's nor another token's", async () => {
    app = await testApp({
      policy: { 'GET /api/x/read': { access: 'Viewer', scope: 'market:read' } },
      rates: { standard: 1, token: 2 },
    })
    app.get('/api/x/read', async () => ({}))
    const statuses = []
    for (const token of ['Viewer+market:read', 'Viewer+market:read', 'Viewer+market:read', 'Viewer', 'Viewer'])
      statuses.push((await app.inject({ url: '/api/x/read', headers: bearer(token) })).statusCode)
    const other = await app.inject({ url: '/api/x/read', headers: bearer('Viewer+market:read+models:read') })
    expect([...statuses, other.statusCode]).toEqual([200, 200, 429, 200, 429, 200])
  })

  it('[HT-6] every route of the real table responds to a user at an address whose budgets strangers have used up', async () => {
    const perMinute = Object.keys(POLICY).length
    const classes = Object.keys(RATES).filter((rate) => rate !== 'none')
    app = await testApp({ rates: Object.fromEntries(classes.map((rate) => [rate, perMinute])) })
    const routes = Object.entries(POLICY).map(([key, { access, rate = 'standard' }]) => {
      const [method = '', path = ''] = key.split(' ')
      return { key, method: method as 'GET', url: path.replace(':timeframe', '1m'), path, access, rate }
    })
    for (const { method, path: url } of routes) app.route({ method, url, handler: async () => ({ reached: true }) })
    for (const { method, url, access, rate } of routes) {
      if (access !== 'public' || rate === 'none') continue
      for (let n = 0; n < perMinute; n += 1) await app.inject({ method, url })
      expect((await app.inject({ method, url })).statusCode).toBe(429)
    }
    const closed = routes.filter(({ access }) => access !== 'public')
    for (let n = 0; n < perMinute; n += 1) await app.inject({ method: 'GET', url: closed[0]!.url })
    for (const { key, method, url } of closed) {
      expect([key, (await app.inject({ method, url })).statusCode]).toEqual([key, 429])
      expect([key, (await app.inject({ method, url, headers: bearer('Admin') })).statusCode]).toEqual([key, 200])
    }
  })

  it('[HT-2] every entry below /admin requires an Admin', () => {
    const admin = Object.entries(POLICY).filter(([key]) => key.includes('/admin'))
    expect(admin.filter(([, { access }]) => access !== 'Admin')).toEqual([])
  })

  it('[HT-3] an insufficient role gets 403 naming the required role, in the format of the service', async () => {
    app = await testApp({ policy: TABLE })
    app.post('/api/x/write', async () => ({}))
    app.delete('/api/strategy/all', async () => ({}))
    const write = await app.inject({ method: 'POST', url: '/api/x/write', headers: bearer('Viewer') })
    const remove = await app.inject({ method: 'DELETE', url: '/api/strategy/all', headers: bearer('Trader') })

    expect([write.statusCode, write.json()]).toEqual([
      403,
      { success: false, error: 'Access denied. Trader role required.' },
    ])
    expect([remove.statusCode, remove.json()]).toEqual([
      403,
      { success: false, error: 'Access denied. Admin role required.', detail: 'Access denied. Admin role required.' },
    ])
  })

  it.each([
    [undefined, 'Bearer', 'Authentication required.'],
    ['Basic abc', 'Bearer', 'Authentication required.'],
    ['Bearer rubbish', 'Bearer error="invalid_token"', 'The access token is not valid.'],
    ['bearer expired', 'Bearer error="invalid_token"', 'The access token is not valid.'],
    ['Bearer session-ended', 'Bearer error="invalid_token"', 'The access token is not valid.'],
    ['Bearer account-inactive', 'Bearer error="invalid_token"', 'The access token is not valid.'],
  ])('[HT-4] Authorization %j: 401, %s', async (authorization, challenge, error) => {
    app = await testApp({ policy: TABLE })
    app.get('/api/x/read', async () => ({}))
    const reply = await app.inject({ url: '/api/x/read', headers: authorization ? { authorization } : {} })

    expect([reply.statusCode, reply.headers['www-authenticate'], reply.json()]).toEqual([
      401,
      challenge,
      { success: false, error },
    ])
  })

  it('[HT-4] the body is not read before the guard has passed', async () => {
    app = await testApp({ policy: TABLE })
    app.post('/api/x/write', async () => ({}))
    const reply = await app.inject({
      method: 'POST',
      url: '/api/x/write',
      headers: { 'content-type': 'application/json' },
      payload: '{"broken',
    })
    expect(reply.statusCode).toBe(401)
  })

  it('[HT-5] the handler gets the principal; on a public route that is an error', async () => {
    app = await testApp({ policy: TABLE })
    app.get('/api/x/:id', async (request) => principalOf(request))
    app.get('/open', async (request) => principalOf(request))

    expect((await app.inject({ url: '/api/x/7', headers: bearer('Admin') })).json()).toEqual({
      userId: 'u-Admin',
      sessionId: 's-Admin',
      email: 'Admin@test',
      role: 'Admin',
    })
    expect((await app.inject({ url: '/open', headers: bearer('Admin') })).statusCode).toBe(500)
  })

  it.each([
    [0, '10.0.0.1'],
    [1, '198.51.100.9'],
  ])('[ID-25] S8 behind %i trusted proxies the address is %s', async (trustProxy, address) => {
    app = await testApp({ policy: TABLE, trustProxy })
    app.get('/open', async (request) => request.ip)
    // Our proxy adds what it saw to what its sender claims.
    const headers = { 'x-forwarded-for': '203.0.113.66, 198.51.100.9' }
    const reply = await app.inject({ url: '/open', headers, remoteAddress: '10.0.0.1' })
    expect(reply.body).toBe(address)
  })

  it.each(['unknown', '198.51.100.9, rubbish', '198.51.100.9:443', '_hidden', ','])(
    '[ID-25] AB-48 X-Forwarded-For "%s" does not end in an address, so the address is the proxy’s',
    async (forwarded) => {
      app = await testApp({ policy: TABLE, trustProxy: 1 })
      app.get('/open', async (request) => request.ip)
      const headers = { 'x-forwarded-for': forwarded }
      expect((await app.inject({ url: '/open', headers, remoteAddress: '10.0.0.1' })).body).toBe('10.0.0.1')
    },
  )

  it.each([
    [0, 1],
    [1, 0],
  ])('[ID-28] AB-47 with %i trusted proxies, X-Forwarded-For causes %i warnings', async (trustProxy, warnings) => {
    const lines: string[] = []
    app = await testApp({
      policy: TABLE,
      trustProxy,
      logger: createLogger('warn', { write: (line) => void lines.push(line) }),
    })
    app.get('/open', async () => ({}))
    await app.inject('/open')
    expect(lines).toEqual([])
    for (let n = 0; n < 3; n += 1) await app.inject({ url: '/open', headers: { 'x-forwarded-for': '198.51.100.9' } })
    expect(lines).toHaveLength(warnings)
    expect(lines.join('')).toEqual(expect.stringContaining(warnings > 0 ? 'PAIRBOT_TRUST_PROXY=1' : ''))
  })

  it('[HT-6] rates are per class and address; beyond the limit 429 with Retry-After', async () => {
    app = await testApp({
      policy: TABLE,
      rates: { none: undefined, standard: 2, 'sign-in': 1, refresh: 1, invitation: 1 },
    })
    app.get('/open', async () => ({}))
    app.get('/api/x/read', async () => ({}))
    const get = (url: string, remoteAddress = '203.0.113.7') => app!.inject({ url, remoteAddress })
    await get('/open')
    await get('/api/x/read')
    const refused = await get('/open')

    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '60',
      { success: false, error: 'Too many requests. Please try again in 60 s.' },
    ])
    expect((await get('/open', '203.0.113.8')).statusCode).toBe(200)
  })
})
