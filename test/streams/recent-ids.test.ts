import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecentIds } from '#src/streams/recent-ids.ts'

describe('[ST-6] [ST-9] recent ids', () => {
  const LIMIT = 256
  const ids = fc.oneof(
    fc.nat(40).map((ms) => `${ms}-0`),
    fc.tuple(fc.nat(12), fc.nat(12)).map(([ms, n]) => `${ms}-${n}`),
    fc.string({ maxLength: 2 }),
  )

  it('recognises known ids of any order and form', () => {
    fc.assert(
      fc.property(fc.array(ids, { maxLength: LIMIT }), (reported) => {
        const recent = createRecentIds()
        const known = new Set<string>()
        for (const id of reported) {
          expect(recent.add(id)).toBe(!known.has(id))
          known.add(id)
        }
      }),
      { numRuns: 500, seed: 6 },
    )
  })

  it.each([
    ['in order', (index: number) => `${10_000 + index}-0`],
    ['in no order', (index: number) => `${(index * 7_919) % 10_007}`],
    ['downwards', (index: number) => `${90_000 - index}-0`],
  ])('drops the oldest and not the newest, %s', (_, idAt) => {
    const recent = createRecentIds()
    for (let index = 0; index < 1_000; index += 1) expect(recent.add(idAt(index))).toBe(true)
    for (let index = 1_000 - LIMIT; index < 1_000; index += 1) expect(recent.add(idAt(index))).toBe(false)
    expect(recent.add(idAt(1_000 - LIMIT - 1))).toBe(true)
  })

  it('treats an empty id like any other', () => {
    const recent = createRecentIds()
    expect([recent.add(''), recent.add('')]).toEqual([true, false])
  })
})
