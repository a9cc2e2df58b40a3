import { expect, it } from 'vitest'
import { chartZones, zonesOf } from '#src/features/dashboard/levels/zones.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { marbles } from '#test/support/client/marbles.ts'
import { level, levelSet, wrapped } from '#test/support/data/payloads.ts'

const levelsAt = (price: number, strength?: string) => {
  const support = { ...level({ price }), ...(strength === undefined ? {} : { strength }) }
  const { model } = readLevels(wrapped('levels', { ...levelSet(), support_levels: [support] }))
  if (!model) throw new Error('no model')
  return model
}

it('[MA-69] the chart gets zones immediately, changed ones at most every 250 ms, equal ones never', () => {
  const views = { n: undefined, a: levelsAt(10_000), b: levelsAt(10_001), A: levelsAt(10_000), c: levelsAt(10_002) }
  const zones = { n: [], a: zonesOf(views.a), b: zonesOf(views.b), c: zonesOf(views.c) }
  marbles(({ cold, expectObservable }) => {
    expectObservable(chartZones(cold('n 299ms a 9ms b 9ms c 489ms A 299ms A', views))).toBe(
      'n 299ms a 249ms c 259ms a',
      zones,
    )
  })
})

it('[CH-20] [MA-69] a level whose strength changes updates its zone', () => {
  const views = { a: levelsAt(10_000, 'Weak'), b: levelsAt(10_000, 'Critical') }
  marbles(({ cold, expectObservable }) => {
    expectObservable(chartZones(cold('a 299ms b', views))).toBe('a 299ms b', {
      a: zonesOf(views.a),
      b: zonesOf(views.b),
    })
  })
})

it('[MA-11] turns every level into a chart zone', () => {
  const support_levels = [level(), { ...level({ zone_bottom: 1, zone_top: 2 }), strength: undefined }]
  const { model } = readLevels(wrapped('levels', { ...levelSet(), support_levels, resistance_levels: [] }))
  expect(model && zonesOf(model)).toEqual([
    {
      id: 'support 0',
      name: 'S1',
      kind: 'support',
      from: 10_780.25,
      to: 10_820.75,
      price: 10_800.5,
      strength: 'Strong',
      touches: 7,
    },
    { id: 'support 1', name: 'S2', kind: 'support', from: 1, to: 2, price: 10_800.5, touches: 7 },
  ])
})
