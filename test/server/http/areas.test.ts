import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { AREAS, DECLARED } from '#server/http/areas.ts'

it('[HT-1] every endpoint has a method and path of its own', () => {
  const declared = Object.values(AREAS).flatMap(({ endpoints }) => Object.values(endpoints))
  expect(Object.keys(DECLARED)).toHaveLength(declared.length)
})

it('every endpoint has a schema for each parameter of its path, and for no other', () => {
  for (const [route, { path, params }] of Object.entries(DECLARED)) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const parsed = params instanceof z.ZodMiniObject ? Object.keys(params.shape) : []
    expect([route, parsed]).toEqual([route, names])
  }
})

it('[HT-62] every endpoint that takes a body has an example of it, and no other', () => {
  for (const [route, { body, example }] of Object.entries(DECLARED))
    expect([route, example !== undefined]).toEqual([route, body !== undefined])
})
