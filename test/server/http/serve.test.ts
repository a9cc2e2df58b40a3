import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { integerString } from '#contract/numeric-strings.ts'
import { assertServed, serve } from '#server/http/serve.ts'
import { bearer, testApp } from '#test/support/server/app.ts'

const params = z.object({ id: z.string().check(z.maxLength(5)) })
const read = {
  method: 'GET',
  path: '/things/:id',
  access: 'Viewer',
  params,
  query: z.object({ count: z.optional(integerString(1, 9)) }),
  response: z.object({ id: z.string(), count: z.number() }),
  summary: 'Read a thing',
} satisfies Endpoint
const create = {
  method: 'POST',
  path: '/things',
  access: 'Trader',
  body: z.object({ name: z.string() }),
  bodyBytes: 40,
  status: 201,
  response: z.object({ name: z.string() }),
  summary: 'Create a thing',
} satisfies Endpoint
const remove = {
  method: 'DELETE',
  path: '/things/:id',
  access: 'Admin',
  params,
  summary: 'Delete a thing',
} satisfies Endpoint
const health = {
  method: 'GET',
  path: '/things/health',
  access: 'public',
  response: z.object({ status: z.string() }),
  acceptStatuses: [503],
  summary: 'Tell whether there are things',
} satisfies Endpoint
const THINGS = { read, create, remove, health }
const POLICY = {
  'GET /things/:id': read,
  'POST /things': create,
  'DELETE /things/:id': remove,
  'GET /things/health': health,
}

let app: FastifyInstance | undefined
afterEach(() => app?.close())

async function served() {
  const built = await testApp({ policy: POLICY })
  serve(built, THINGS, {
    read: ({ params: { id }, query: { count = 1 } }) => ({ id, count }),
    create: async ({ body: { name } }) => ({ name, secret: 'not of the response' }),
    remove: () => undefined,
    health: (_request, reply) => {
      void reply.code(503)
      return { status: 'error' }
    },
  })
  app = built
  return built
}

describe('an endpoint', () => {
  it('gets its parts as its schemas parse them', async () => {
    const built = await served()
    const get = async (url: string) => (await built.inject({ url, headers: bearer('Viewer') })).json()
    expect(await get('/things/a?count=3')).toEqual({ id: 'a', count: 3 })
    expect(await get('/things/abcdef')).toEqual({ success: false, error: 'id: must have at most 5 characters' })
  })

  it('[HT-72] refuses parameters that it does not know, but for a public one, which takes none', async () => {
    const built = await served()
    const ask = async (method: 'GET' | 'DELETE', url: string) => {
      const reply = await built.inject({ method, url, headers: bearer('Admin') })
      return [reply.statusCode, reply.body === '' ? '' : reply.json()]
    }
    expect(await ask('GET', '/things/a?cuont=3')).toEqual([
      400,
      { success: false, error: 'The request must not have cuont' },
    ])
    expect(await ask('DELETE', '/things/a?force=1')).toEqual([
      400,
      { success: false, error: 'The request must not have force' },
    ])
    expect(await ask('GET', '/things/health?probe=1')).toEqual([503, { status: 'error' }])
  })

  it('responds with its status, and with what its schema names alone', async () => {
    const built = await served()
    const sent = { method: 'POST', url: '/things', headers: bearer('Trader'), payload: { name: 'one' } } as const
    const created = await built.inject(sent)
    expect([created.statusCode, created.json()]).toEqual([201, { name: 'one' }])
    const removed = await built.inject({ method: 'DELETE', url: '/things/a', headers: bearer('Admin') })
    expect([removed.statusCode, removed.body]).toEqual([204, ''])
  })

  it('may respond with another status that has the same body', async () => {
    const reply = await (await served()).inject('/things/health')
    expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'error' }])
  })

  it('takes no larger body than it says', async () => {
    const payload = { name: 'x'.repeat(40) }
    const built = await served()
    const reply = await built.inject({ method: 'POST', url: '/things', headers: bearer('Trader'), payload })
    expect(reply.statusCode).toBe(413)
  })

  it('is refused to those whom its policy refuses', async () => {
    const built = await served()
    const remove = async (role: string) =>
      (await built.inject({ method: 'DELETE', url: '/things/a', headers: bearer(role) })).statusCode
    expect([await remove('Trader'), await remove('Admin')]).toEqual([403, 204])
  })
})

describe('a server does not start', () => {
  it('[HT-1] with an endpoint that nothing handles', async () => {
    app = await testApp({ policy: POLICY })
    serve(app, { read }, { read: ({ params: { id } }) => ({ id, count: 1 }) })
    await app.ready()
    const check = () => assertServed(app ?? expect.fail(), POLICY)
    expect(check).toThrow('Endpoint without a handler: handle "POST /things", or remove it from contract/endpoints/')
  })

  it('[HT-1] with a route that is not declared', async () => {
    app = await testApp({ policy: POLICY })
    expect(() => app?.get('/things/secret', async () => 'x')).toThrow(
      'Route without an endpoint: declare "GET /things/secret" in contract/endpoints/',
    )
  })

  it('[HT-1] with a handler of no endpoint, which is a type error as a missing one is', async () => {
    const built = await served()
    // @ts-expect-error a handler too few
    const tooFew = () => serve(built, { remove, health }, { remove: () => undefined })
    expect(tooFew).toBeTypeOf('function')
    // @ts-expect-error a handler too many
    const tooMany = () => serve(built, { remove }, { remove: () => undefined, destroy: () => undefined })
    expect(tooMany).toThrow()
  })
})
