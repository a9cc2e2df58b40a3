import { describe, expect, it } from 'vitest'
import { visitsOf } from '#server/analysis/levels/visits.ts'

/** Candles from each close to the next. */
const path = (...closes: number[]) =>
  closes.map((close, i) => {
    const open = closes[i - 1] ?? close
    return {
      timestamp: i * 300,
      open,
      high: Math.max(open, close),
      low: Math.min(open, close),
      close,
      volume: 1,
    }
  })

describe('visits to a level', () => {
  it('[AN-12] counts a return as a visit, leaving on the opposite side as a crossing', () => {
    expect(visitsOf(path(105, 100, 104, 99.5, 95, 100, 96), 100, 2)).toEqual({
      ended: [
        { end: 2 * 300, crossed: false },
        { end: 4 * 300, crossed: true },
        { end: 6 * 300, crossed: false },
      ],
      lastContact: 6 * 300,
    })
  })

  it('[AN-12] cannot tell a crossing when price starts at the level', () => {
    const leaving = (close: number) => visitsOf(path(100, close), 100, 2).ended
    expect(leaving(105)).toEqual([{ end: 300, crossed: false }])
    expect(leaving(95)).toEqual([{ end: 300, crossed: false }])
  })

  it('[AN-12] ends a visit when price closes beyond the margin', () => {
    expect(visitsOf(path(105, 100, 101, 99, 101, 99), 100, 2)).toEqual({ ended: [], lastContact: 5 * 300 })
  })

  it('[AN-12] has no visits to a level that price never reached', () => {
    expect(visitsOf(path(105, 104, 106), 100, 2)).toEqual({ ended: [], lastContact: undefined })
  })
})
