import { expect, it } from 'vitest'
import { POLICY } from '#server/http/policy.ts'
import { SECTIONS } from '#server/http/api-docs/operations/operations.ts'

it('[HT-60] every route of the policy table is described once, and no other', () => {
  const described = SECTIONS.flatMap(({ operations }) => Object.keys(operations))
  expect(described.toSorted()).toEqual(Object.keys(POLICY).toSorted())
})
