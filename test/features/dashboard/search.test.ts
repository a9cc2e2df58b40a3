import { describe, expect, it } from 'vitest'
import { dashboardSearch, indicatorsText, parseIndicators } from '#src/features/dashboard/search.ts'

const NONE = { card: undefined, view: undefined, model: undefined }

describe('[MA-81] the address of the dashboard', () => {
  it('has the open card, its view, and the open model', () => {
    const search = { card: 'levels', view: 'json', model: 'm-1' }
    expect(dashboardSearch(search)).toEqual(search)
    expect(dashboardSearch({ model: 7 })).toEqual({ ...NONE, model: '7' })
  })

  it.each([
    [{}],
    [{ card: 'prices', view: 'xml', model: '' }],
    [{ card: ['levels'], view: 1, model: {} }],
    [{ model: 'x'.repeat(300) }],
  ])('ignores %j', (search) => expect(dashboardSearch(search)).toEqual(NONE))
})

it('[CH-81] the address has the indicators of a link, at most twenty', () => {
  const ids = ['ema', 'sma(50,close)@accent', 'compare:ETHUSD']
  const { indicators = '' } = dashboardSearch({ indicators: indicatorsText(ids) })
  expect(parseIndicators(indicators)).toEqual(ids)
  expect(parseIndicators(indicatorsText(Array.from({ length: 30 }, () => 'ema')))).toHaveLength(20)
  expect(dashboardSearch({ indicators: 'x'.repeat(1_001) }).indicators).toBeUndefined()
})

it.each([
  ['2026-11-22T19:53Z', '2026-11-22T19:53Z'],
  ['2026-11-22', undefined],
  ['2026-13-22T19:53Z', undefined],
  [1_559_347_200, undefined],
])('[CH-72] reads the minute %s as %s', (at, expected) => expect(dashboardSearch({ at }).at).toBe(expected))
