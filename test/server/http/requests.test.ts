import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integerString } from '#contract/numeric-strings.ts'
import { Unavailable, toUnavailable } from '#server/database/errors.ts'
import { testApp } from '#test/support/server/app.ts'
import { BODY_TIMEOUT_MS } from '#server/http/body.ts'

let app: FastifyInstance
const seen: unknown[] = []
beforeAll(async () => {
  const access = 'public'
  app = await testApp({
    toKnownFailure: toUnavailable,
    policy: {
      'POST /api/x/echo': { access },
      'POST /api/x/password': { access },
      'POST /api/x/hasty': { access, bodyMs: 100 },
      'POST /api/x/guarded': { access: 'Viewer', bodyMs: 100 },
      'POST /api/strategy/echo': { access },
      'GET /api/x/streams/:key': { access },
      'GET /api/x/list': { access },
      'GET /api/x/broken': { access },
      'GET /api/x/broken-page': { access },
      'GET /api/x/wrong-answer': { access },
      'GET /api/x/away': { access },
      'GET /health': { access },
      'DELETE /api/x/item/:id': { access },
    },
  })
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const body = z.object({ name: z.string(), amount: z.optional(z.number()) })
  for (const url of ['/api/x/echo', '/api/x/hasty', '/api/x/guarded', '/api/strategy/echo']) {
    routes.post(url, { schema: { body } }, async (request) => {
      seen.push(request.body)
      return request.body
    })
  }
  const password = z
    .string()
    .check(z.minLength(8, 'too short'), z.regex(/\d/, 'no digit'), z.regex(/[a-z]/, 'no letter'))
  routes.post('/api/x/password', { schema: { body: z.object({ password, email: z.string() }) } }, async () => ({}))
  routes.get('/api/x/streams/:key', { schema: { params: z.object({ key: z.string() }) } }, async ({ params }) => params)
  const limit = z._default(integerString(1, 500), 100)
  routes.get('/api/x/list', { schema: { querystring: z.object({ limit }) } }, async ({ query }) => query)
  routes.get('/api/x/broken-page', async (_request, reply) => {
    reply.type('text/html')
    throw new Error('EMFILE: too many open files')
  })
  routes.get('/api/x/broken', async () => {
    throw new Error('password=hunter2 in a stack')
  })
  routes.get('/api/x/wrong-answer', { schema: { response: { 200: z.object({ n: z.number() }) } } }, async (_, reply) =>
    reply.send(JSON.parse('{"n":"x"}')),
  )
  routes.get('/api/x/away', async () => {
    throw new Error('Failed query', { cause: new Unavailable('The database does not answer.') })
  })
  routes.get('/health', async () => ({ ok: true }))
  routes.delete('/api/x/item/:id', async (request) => ({ body: request.body ?? null }))
  await app.listen({ port: 21_310, host: '127.0.0.1' })
})
afterAll(() => app.close())

const post = (payload: string | undefined, headers: Record<string, string> = {}, url = '/api/x/echo') =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload !== undefined && { payload }),
  })
const refused = async (reply: ReturnType<typeof post>) => {
  const { statusCode, body } = await reply
  return [statusCode, JSON.parse(body)]
}
const failure = (error: unknown) => ({ success: false, error })

describe('bodies', () => {
  it('[HT-10] an empty body with a JSON content type is undefined', async () => {
    const headers = { 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'DELETE', url: '/api/x/item/1', headers })
    expect([reply.statusCode, reply.json()]).toEqual([200, { body: null }])
  })

  it('[HT-10] a route that requires a body says so', async () => {
    expect(await refused(post(''))).toEqual([400, failure('The request must be an object')])
    expect(await refused(post('', {}, '/api/strategy/echo'))).toEqual([
      400,
      { ...failure('The request must be an object'), detail: 'The request must be an object' },
    ])
  })

  it.each(['{"name":', '{"name":"x"}}', 'name=x'])('[HT-11] %s is refused', async (payload) => {
    expect(await refused(post(payload))).toEqual([400, failure('The body is not valid JSON.')])
  })

  it.each([
    '{"__proto__":{"a":1},"name":"x"}',
    String.raw`{"name":"x","more":[{"__prot\u006f__":null}]}`,
    '{"constructor":{"prototype":{}},"name":"x"}',
  ])('[HT-11] AB-53 %s is refused for its key', async (payload) => {
    const error = 'The body contains a key that is not allowed: __proto__ or constructor.'
    expect(await refused(post(payload))).toEqual([400, failure(error)])
  })

  it('[HT-11] AB-56 each field is named once, with its first error', async () => {
    expect(await refused(post('{"password":""}', {}, '/api/x/password'))).toEqual([
      400,
      failure('password: too short; email: is missing'),
    ])
  })

  it('[HT-11] [HT-26] type errors name their field in plain words', async () => {
    expect(await refused(post('{"name":7,"amount":"many"}'))).toEqual([
      400,
      failure('name: must be text; amount: must be a number'),
    ])
  })

  it('[HT-12] S14 AB-11 nesting beyond 32 levels is refused before parsing; brackets in strings do not count', async () => {
    const nested = (depth: number) => `{"name":"x","extra":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const words = failure('The body is nested too deeply: at most 32 levels.')

    expect(await refused(post(nested(200_000)))).toEqual([400, words])
    expect(await refused(post(nested(32)))).toEqual([400, words])
    expect((await post(nested(31))).statusCode).toBe(200)
    const text = `{"name":"\\"${'['.repeat(1_000)}"}`
    expect((await post(text)).json()).toEqual(JSON.parse(text))
    const wide = `{"name":"x","extra":[${'{"a":[{}]},'.repeat(100)}{}]}`
    expect((await post(wide)).statusCode).toBe(200)
  })

  it('[HT-13] AB-10 1 MiB is accepted, one byte more is 413', async () => {
    const sized = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`
    expect((await post(sized(1_048_576))).statusCode).toBe(200)
    expect(await refused(post(sized(1_048_577)))).toEqual([413, failure('The body is too large: at most 1 MiB.')])
  })

  it.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/xml' }],
    [{ 'content-type': 'multipart/form-data; boundary=x' }],
  ])('[HT-14] %j is 415', async (headers) => {
    expect(await refused(post('{"name":"x"}', headers))).toEqual([
      415,
      failure('Unsupported content type: send application/json.'),
    ])
  })

  it('[HT-14] AB-17 compressed bodies are 415 and never decompressed', async () => {
    const reply = post('{"name":"x"}', { 'content-encoding': 'gzip' })
    expect(await refused(reply)).toEqual([415, failure('Compressed bodies are not accepted.')])
  })

  it('[HT-15] NUL characters never reach a handler; an escaped backslash before u0000 is not a NUL', async () => {
    expect(await refused(post(String.raw`{"name":"a\u0000b"}`))).toEqual([
      400,
      failure('The body contains a NUL character.'),
    ])
    expect((await post(String.raw`{"name":"a\\u0000b"}`)).json()).toEqual({ name: String.raw`a\u0000b` })
  })

  it('[HT-16] AB-28 unknown fields are dropped', async () => {
    seen.length = 0
    await post('{"name":"x","role":"Admin","id":1}')
    expect(seen).toEqual([{ name: 'x' }])
  })
})

describe('URLs', () => {
  it.each([
    '/api/x/streams/..%2f..%2fetc',
    '/api/x/streams/a%00b',
    '/api/x/streams/a%0d%0ab',
    '/api/x/streams/%E0%A4%A',
    '/api/x/streams/%c0%ae%c0%ae',
    '/api/x/list?limit=%00',
    '/api/x/streams/..%5c..%5cetc',
  ])('[HT-17] AB-39 %s is 400', async (url) => {
    const reply = await app.inject(url)
    expect([reply.statusCode, reply.json()]).toEqual([400, failure(expect.stringMatching(/^The address /))])
  })

  it('[HT-17] S14 a stream key is one parameter, up to 300 characters, plain or encoded', async () => {
    const key = `tdp:kraken:BTCUSD:${'a'.repeat(230)}:m1`
    expect((await app.inject(`/api/x/streams/${key}`)).json()).toEqual({ key })
    expect((await app.inject(`/api/x/streams/${encodeURIComponent(key)}`)).json()).toEqual({ key })
    const long = await app.inject(`/api/x/streams/${'a'.repeat(301)}`)
    expect([long.statusCode, long.json()]).toEqual([414, failure('A part of the address is too long.')])
  })

  it.each([
    'limit=1&limit=9999',
    'limit=-1',
    'limit=0',
    'limit=1e9',
    'limit=NaN',
    'limit=1.5',
    'limit=',
    'limit=0x10',
    'limit=1e2',
    'limit=%205',
  ])('[HT-18] AB-29 AB-40 ?%s is 400', async (query) =>
    expect((await app.inject(`/api/x/list?${query}`)).statusCode).toBe(400),
  )

  it('[HT-18] AB-29 an array of one value is not the parameter', async () => {
    expect((await app.inject('/api/x/list?limit[]=1')).json()).toEqual({ limit: 100 })
  })

  it.each([
    ['/api/x/nothing', failure('Not found: GET /api/x/nothing')],
    [
      '/api/strategy/nothing?token=secret',
      { ...failure('Not found: GET /api/strategy/nothing'), detail: 'Not found: GET /api/strategy/nothing' },
    ],
    ['/nothing', failure('Not found: GET /nothing')],
  ])('[HT-19] an unknown path %s is 404 in the format of its service', async (url, body) => {
    const reply = await app.inject({ url, headers: { accept: 'text/html' } })
    expect([reply.statusCode, reply.json()]).toEqual([404, body])
  })

  it.each([
    ['malformed', { 'content-type': 'application/json' }, '{"broken'],
    ['of another type', { 'content-type': 'text/xml' }, '<a/>'],
    ['too large', { 'content-type': 'application/json' }, JSON.stringify('x'.repeat(1_100_000))],
    ['compressed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, '{}'],
  ])('[HT-19] an unknown path is 404 with a body that is %s, too', async (_, headers, payload) => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const { statusCode, body } = await app.inject({ method, url: '/api/x/nothing', headers, payload })
      expect([statusCode, JSON.parse(body)]).toEqual([404, failure(`Not found: ${method} /api/x/nothing`)])
    }
  })

  it('[HT-19] an unknown path is 404 before its body has come', async () => {
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
    const [reply] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(reply.toString()).toMatch(/^HTTP\/1\.1 404 /)
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const)(
    '[HT-19] AZ-10 %s on a GET route changes nothing',
    async (method) => {
      const reply = await app.inject({ method: method as 'PUT', url: '/api/x/list' })
      expect([404, 405]).toContain(reply.statusCode)
    },
  )
})

describe('server errors', () => {
  it('[HT-20] an unreadable page is a 500 like any other', async () => {
    const reply = await app.inject('/api/x/broken-page')
    expect([reply.statusCode, reply.headers['content-type'], reply.json()]).toEqual([
      500,
      'application/json; charset=utf-8',
      { success: false, error: 'Internal server error' },
    ])
  })

  it('[HT-20] an exception is 500 without its message', async () => {
    const reply = await app.inject('/api/x/broken')
    expect([reply.statusCode, reply.json()]).toEqual([500, failure('Internal server error')])
  })

  it('[HT-20] a response that violates its schema is 500 and not sent', async () => {
    const reply = await app.inject('/api/x/wrong-answer')
    expect([reply.statusCode, reply.json()]).toEqual([500, failure('Internal server error')])
  })

  it('[HT-21] D2 an unavailable database is 503 with Retry-After', async () => {
    const reply = await app.inject('/api/x/away')
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
      503,
      '5',
      failure('The database does not answer.'),
    ])
  })
})

describe('connections', () => {
  /** Sends raw bytes; gives all that comes back. */
  const raw = (text: string) =>
    new Promise<string>((done) => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('close', () => done(answer))
      socket.on('error', () => done(answer))
      socket.write(text)
    })

  it.each([
    [
      'two lengths',
      'POST /api/x/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n',
      400,
    ],
    ['64 kB of headers', `GET /health HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(65_536)}\r\n\r\n`, 431],
    ['a folded header', 'GET /health HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\n\r\n', 400],
    [
      'a bad chunk',
      'POST /api/x/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET /health HTTP/1.1\r\nHost: x\r\nhOST: y\r\n\r\n', 400],
    ['the same host twice', 'GET /health HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400],
    [
      'two hosts on an unclaimed upgrade',
      'GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
      400,
    ],
  ])('[HT-22] AB-38 AB-57 AB-58 %s: one error response, and the connection is closed', async (_, text, status) => {
    const answer = await raw(text)
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual([`HTTP/1.1 ${status}`])
  })

  it.each(['/api/x/streams/%2e%2e', '/api/../admin', '/../etc/passwd', '/api/x/streams/../list'])(
    '[HT-17] AB-39 %s, which a browser would normalize, is 400',
    async (path) => {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400/)
      expect(answer).toContain('The address contains characters that are not allowed.')
    },
  )

  it.each(['GET http://evil.test/health', 'GET http://x/health', 'OPTIONS *'])(
    '[HT-17] AB-59 %s, as for a proxy, is 400',
    async (line) => {
      const answer = await raw(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400/)
      expect(answer).toContain('The address contains characters that are not allowed.')
    },
  )

  it('[HT-23] SC-06 slow clients have 15 s for headers, and for a body as long as the slowest route allows', () => {
    expect([app.server.headersTimeout, app.server.requestTimeout, app.server.timeout]).toEqual([
      15_000, 900_000, 60_000,
    ])
    expect(BODY_TIMEOUT_MS).toBe(30_000)
  })

  it('[HT-23] SC-06 a body slower than its route allows gets 408 and a closed connection', async () => {
    const request = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    const began = performance.now()
    expect(await raw(request('/api/x/hasty'))).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n\r\n$/)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('[HT-23] a body that goes on trickling after the response ends the connection without a second response', async () => {
    const answer = await raw('POST /api/x/guarded HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  })
})
