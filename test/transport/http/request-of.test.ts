import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { requestOf } from '#src/transport/http/request-of.ts'

const share = {
  method: 'PATCH',
  path: '/things/:id/shares/:audience',
  access: 'Trader',
  params: z.object({ id: z.string(), audience: z.string() }),
  query: z.object({ notify: z.optional(z.string()) }),
  body: z.object({ note: z.string() }),
  response: z.object({ shared: z.number() }),
  acceptStatuses: [409],
  summary: 'Share a thing',
} satisfies Endpoint
const list = { method: 'GET', path: '/things', access: 'Viewer', summary: 'List the things' } satisfies Endpoint

it('fills the path by name, encoded, and takes query, body and schema along', () => {
  const params = { audience: 'a/b c', id: '7' }
  const { schema, ...request } = requestOf(share, { params, query: { notify: true }, body: { note: 'see' } })
  expect(request).toEqual({
    method: 'PATCH',
    path: '/things/7/shares/a%2Fb%20c',
    query: { notify: true },
    body: { note: 'see' },
    acceptStatuses: [409],
  })
  const { shared } = schema.parse({ shared: 2 })
  expect(shared).toBe(2)
  expect(schema.safeParse({}).success).toBe(false)
})

it('needs nothing where the endpoint takes nothing', () => {
  const { schema, ...request } = requestOf(list)
  expect(request).toEqual({ method: 'GET', path: '/things' })
  expect(schema.parse('anything')).toBe('anything')
})

it('is a type error without what the path or the body needs', () => {
  // @ts-expect-error the parameter `audience` is missing
  expect(requestOf(share, { params: { id: '7' }, body: { note: 'see' } }).path).toBe('/things/7/shares/')
  // @ts-expect-error the body has another field
  expect(requestOf(share, { params: { id: '7', audience: 'x' }, body: { text: 'see' } }).method).toBe('PATCH')
})
