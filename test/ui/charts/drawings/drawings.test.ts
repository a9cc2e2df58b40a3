import { CHART } from '#contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { addLine, lineNear, moveLine, roundPrice } from '#src/ui/charts/drawings/drawings.ts'

describe("[CH-66] the user's lines", () => {
  it('are added once, and up to a number', () => {
    expect(addLine([1, 2], 3)).toEqual([1, 2, 3])
    expect(addLine([1, 2], 2)).toEqual([1, 2])
    expect(addLine([], 0)).toEqual([])
    const full = Array.from({ length: CHART.maxLines }, (_, index) => index + 1)
    expect(addLine(full, 99)).toBe(full)
  })

  it('are moved, and are one where they meet', () => {
    expect(moveLine([1, 2, 3], 2, 5)).toEqual([1, 5, 3])
    expect(moveLine([1, 2, 3], 2, 3)).toEqual([1, 3])
    expect(moveLine([1, 2], 2, 0)).toEqual([1, 2])
  })

  it('are found near the pointer, the nearest of several', () => {
    const y = (price: number) => 100 - price
    expect(lineNear([10, 13, 50], y, 88, 5)).toBe(13)
    expect(lineNear([10, 50], y, 80, 5)).toBeUndefined()
  })

  it('have the decimals that are shown', () => expect(roundPrice(8_123.456, 1)).toBe(8_123.5))
})
