import { it } from 'vitest'
import { chartZones, zonesOf } from '#src/features/dashboard/levels/zones.ts'
import { readLevels } from '#src/features/dashboard/levels/view.ts'
import { marbles } from '#test/support/client/marbles.ts'
import { level, levelSet, wrapped } from '#test/support/data/payloads.ts'

const viewAt = (price: number, strength?: string) => {
  const support = { ...level({ price }), ...(strength === undefined ? {} : { strength }) }
  const { view } = readLevels(wrapped('levels', { ...levelSet(), support_levels: [support] }))
  if (!view) throw new Error('no view')
  return view
}

it('[MA-69] the chart gets zones immediately, changed ones at most every 250 ms, equal ones never', () => {
  const views = { n: undefined, a: viewAt(10_000), b: viewAt(10_001), A: viewAt(10_000), c: viewAt(10_002) }
  const zones = { n: [], a: zonesOf(views.a), b: zonesOf(views.b), c: zonesOf(views.c) }
  marbles(({ cold, expectObservable }) => {
    expectObservable(chartZones(cold('n 299ms a 9ms b 9ms c 489ms A 299ms A', views))).toBe(
      'n 299ms a 249ms c 259ms a',
      zones,
    )
  })
})

it('[CH-20] [MA-69] a level whose strength changes updates its zone', () => {
  const views = { a: viewAt(10_000, 'Weak'), b: viewAt(10_000, 'Critical') }
  marbles(({ cold, expectObservable }) => {
    expectObservable(chartZones(cold('a 299ms b', views))).toBe('a 299ms b', {
      a: zonesOf(views.a),
      b: zonesOf(views.b),
    })
  })
})
