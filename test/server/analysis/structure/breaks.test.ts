import { describe, expect, it } from 'vitest'
import { createBreakTracker, structureStrength, structureType } from '#server/analysis/structure/breaks.ts'
import type { Swing } from '#server/analysis/structure/zigzag.ts'

const swing = (side: Swing['side'], price: number, time: number): Swing => ({
  side,
  price,
  time,
  confirmedAt: time + 1,
})
const closing = (close: number, timestamp: number) => ({
  timestamp,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
})

describe('breaks of structure', () => {
  it('[AN-21] retains the last break of each kind', () => {
    const breaks = createBreakTracker('M15')
    expect(breaks.last('break_of_structure')).toBeUndefined()
    const down = [swing('high', 110, 1), swing('low', 100, 2)]
    const first = breaks.append(closing(99, 10), 1, down)
    const turned = breaks.append(closing(111, 11), 1, down)
    const back = breaks.append(closing(89, 12), 1, [...down, swing('low', 90, 12)])
    expect(breaks.last('break_of_structure')).toEqual(first)
    expect(turned?.break_type).toBe('bullish_change_of_character')
    expect(breaks.last('change_of_character')).toEqual(back)
  })

  const swings = [swing('low', 90, 1), swing('high', 110, 2), swing('low', 95, 3)]

  it('[AN-21] sets the trend by the first break, breaks each swing once, and changes character against the trend', () => {
    const breaks = createBreakTracker('M15')
    const found = [
      breaks.append(closing(105, 10), 1, swings),
      breaks.append(closing(111, 11), 2, swings),
      breaks.append(closing(112, 12), 1, swings),
      breaks.append(closing(94, 13), 1, swings),
      breaks.append(closing(120, 14), 1, [...swings, swing('high', 115, 13)]),
    ]
    expect(found).toEqual([
      undefined,
      {
        break_type: 'bullish_break_of_structure',
        price_level: 110,
        timeframe: 'M15',
        timestamp: 11,
        volume_confirmation: true,
      },
      undefined,
      {
        break_type: 'bearish_change_of_character',
        price_level: 95,
        timeframe: 'M15',
        timestamp: 13,
        volume_confirmation: false,
      },
      {
        break_type: 'bullish_change_of_character',
        price_level: 115,
        timeframe: 'M15',
        timestamp: 14,
        volume_confirmation: false,
      },
    ])
    expect(breaks.trend()).toBe(1)
  })

  it('[AN-21] does not count touching a swing as a break', () => {
    expect(createBreakTracker('M5').append(closing(110, 5), 1, swings)).toBeUndefined()
  })

  it.each([
    ['higher_highs_higher_lows', [90, 110, 95, 115]],
    ['lower_highs_lower_lows', [95, 115, 90, 110]],
    ['expanding', [95, 110, 90, 115]],
    ['contracting', [90, 115, 95, 110]],
  ])('[AN-22] %s', (type, prices) => {
    const four = prices.map((price, i) => swing(i % 2 === 0 ? 'low' : 'high', price, i))
    expect(structureType(four)).toBe(type)
  })

  it('[AN-22] has no structure with too few swings', () => {
    expect(structureType(swings)).toBe('none')
    expect(structureStrength([])).toBe(0)
  })

  it('[AN-22] computes strength from the one-sidedness of the last swings', () => {
    const rising = [90, 110, 95, 115, 100, 120].map((price, i) => swing(i % 2 === 0 ? 'low' : 'high', price, i))
    expect(structureStrength(rising)).toBe(1)
    const mixed = [90, 110, 95, 105].map((price, i) => swing(i % 2 === 0 ? 'low' : 'high', price, i))
    expect(structureStrength(mixed)).toBe(0)
  })
})
