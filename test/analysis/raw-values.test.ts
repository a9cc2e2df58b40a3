import { describe, expect, it } from 'vitest'
import { lastChanges, MAX_VALUES, partsAt, rawValues } from '#src/analysis/raw-values.ts'
import { AT, crossTimeframe, KEYS, levelSet, patternAnalysis, pattern, wrapped } from '#test/support/data/payloads.ts'

const levels = wrapped('levels', levelSet())

describe('[MA-79] the values of a message', () => {
  it('have a name, a unit and a meaning each', () => {
    const rows = rawValues(KEYS.levels, levels)
    const rowAt = (path: string) => rows.find((row) => row.path === path)
    expect(rowAt('resistance_levels[0].price')).toEqual({
      path: 'resistance_levels[0].price',
      name: 'Resistance levels 1 · Price',
      value: 10_950,
      unit: 'quote',
      says: 'The price of the level',
    })
    expect(rowAt('support_levels[0].timeframe_alignment')?.value).toBe('M5, H1, H4, D1')
    expect(rowAt('errors')?.value).toBe('')
    expect(rows.filter(({ says }) => says === undefined)).toEqual([])
  })

  it('are found below timeframes', () => {
    const patterns = wrapped('patterns', patternAnalysis({ patterns: { H1: [pattern()] } }))
    const row = rawValues(KEYS.patterns, patterns).find(
      ({ path }) => path === 'patterns.H1[0].maturity.formation_stage',
    )
    expect(row?.name).toBe('Patterns · H1 1 · Maturity · Formation stage')
    expect(row?.says).toBe('Forming, complete, or confirmed by a close beyond it')
    const confluence = wrapped('confluence', crossTimeframe())
    expect(rawValues(KEYS.confluence, confluence).filter(({ says }) => says === undefined)).toEqual([])
  })

  it('are shown without a meaning where none is known, but a confidence says its kind', () => {
    const rows = rawValues('tdp:kraken:BTCUSD:news:mood', { Unknown: { timestamp: AT, mood: null, confidence: 0.4 } })
    expect(rows.map(({ path, value, says }) => [path, value, says])).toEqual([
      ['timestamp', AT, undefined],
      ['mood', null, undefined],
      ['confidence', 0.4, 'As sent by another analysis; evidence, not a probability'],
    ])
  })

  it.each<[string, unknown]>([
    ['text', 'nothing'],
    ['null', null],
    ['a list', [1, 2]],
    ['a wrapper around nothing', { Analysis: null }],
  ])('are none of %s', (_, data) => expect(rawValues(KEYS.levels, data)).toEqual([]))

  it('[MA-72] stay few and distinct, whatever was sent', () => {
    const nested = Array.from({ length: 5_000 }).reduce<object>((inner) => ({ inner }), { end: 1 })
    const hostile = {
      timestamp: AT,
      nested,
      wide: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`n${i}`, i])),
      "a.b['c']": 1,
      a: { b: 2 },
    }
    const rows = rawValues(KEYS.levels, { Analysis: hostile })
    expect(rows).toHaveLength(MAX_VALUES)
    expect(new Set(rows.map(({ path }) => path)).size).toBe(MAX_VALUES)
  })
})

describe('[MA-79] the last change of a value', () => {
  const message = (timestamp: number, price: number, more: object = {}) => ({
    timestamp,
    data: { Analysis: { timestamp: 1, price, ...more } },
  })

  it('is the message since which it is the same', () => {
    const changes = lastChanges([message(50, 3), message(40, 3), message(30, 2), message(20, 3)])
    expect(changes.get('price')).toEqual({ at: 40, isAtLeast: false })
  })

  it('is before the oldest message if all have the value', () => {
    expect(lastChanges([message(50, 3), message(40, 3)]).get('price')).toEqual({ at: 40, isAtLeast: true })
    expect(lastChanges([message(50, 3)]).get('price')).toEqual({ at: 50, isAtLeast: true })
    expect(lastChanges([])).toEqual(new Map())
  })

  it('is when a value appeared', () => {
    expect(lastChanges([message(50, 3, { extra: 1 }), message(40, 3)]).get('extra')).toEqual({
      at: 50,
      isAtLeast: false,
    })
  })
})

describe('[MA-80] the JSON of what was found', () => {
  it('has these values only, in their places', () => {
    expect(partsAt(levels, new Set(['summary.strength_score', 'support_levels[0].price', 'errors']))).toEqual({
      errors: [],
      summary: { strength_score: 0.66 },
      support_levels: [{ price: 10_800.5 }],
    })
    expect(partsAt(levels, new Set(['nothing']))).toBeUndefined()
  })
})
