import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bringIntoView,
  fitted,
  isAtEnd,
  initialView,
  pan,
  reveal,
  shift,
  scrollToEnd,
  zoom,
} from '#src/ui/input/viewport.ts'

const EXTENT = { first: 0, last: 499 }
const width = ({ from, to }: { from: number; to: number }) => to - from

describe('[CH-10] the initial view', () => {
  it.each([
    [{ first: 0, last: 499 }, 100, { from: 399.5, to: 503.5 }],
    [{ first: 0, last: 59 }, 100, { from: -0.5, to: 63.5 }],
    [{ first: 0, last: 0 }, 100, { from: -39.5, to: 4.5 }],
    [{ first: 700, last: 1_199 }, 500, { from: 699.5, to: 1_203.5 }],
  ])('of %j showing %i is %j', (extent, count, view) => {
    expect(initialView(extent, count)).toEqual(view)
  })
})

describe('[CH-11] following', () => {
  it('lasts while the newest candle is entirely in view', () => {
    expect(isAtEnd({ from: 400, to: 499.5 }, EXTENT)).toBe(true)
    expect(isAtEnd({ from: 400, to: 499.4 }, EXTENT)).toBe(false)
    expect(isAtEnd({ from: 499.6, to: 600 }, EXTENT)).toBe(false)
  })

  it('resumes at the right end with the same width', () => {
    const view = scrollToEnd({ from: 100, to: 180 }, EXTENT)
    expect(view).toEqual({ from: 423.5, to: 503.5 })
    expect(isAtEnd(view, EXTENT)).toBe(true)
  })
})

describe('[CH-12] moving', () => {
  it('zooms around its anchor', () => {
    expect(zoom({ from: 300, to: 400 }, 0.5, 350, EXTENT)).toEqual({ from: 325, to: 375 })
    expect(zoom({ from: 300, to: 400 }, 2, 300, EXTENT)).toEqual({ from: 300, to: 500 })
  })

  it('adds no empty future when zooming out at the end', () => {
    expect(zoom({ from: 403.5, to: 503.5 }, 3, 420, EXTENT)).toEqual({ from: 203.5, to: 503.5 })
    // Panned beyond the end, it may stay there.
    expect(zoom({ from: 450, to: 550 }, 2, 450, EXTENT).to).toBe(550)
  })

  it('stops at 20 and at 5,000 slots', () => {
    expect(width(zoom({ from: 300, to: 400 }, 0.001, 350, EXTENT))).toBeCloseTo(20)
    expect(width(zoom({ from: 300, to: 400 }, 1_000, 350, EXTENT))).toBeCloseTo(5_000)
  })

  it('[CH-56] brings a slot to the middle, unless it is in view', () => {
    const view = { from: 300, to: 400 }
    expect(bringIntoView(view, 350)).toEqual(view)
    expect(bringIntoView(view, 100)).toEqual({ from: 50, to: 150 })
  })

  it('reveals with the smallest move', () => {
    const view = { from: 300, to: 400 }
    expect(reveal(view, 350)).toEqual(view)
    expect(reveal(view, 299)).toEqual({ from: 298.5, to: 398.5 })
    expect(reveal(view, 410)).toEqual({ from: 310.5, to: 410.5 })
  })

  it('keeps its width and some candles in view, however far it is panned', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 499 }),
        fc.integer({ min: 0, max: 900 }),
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        (last, first, by) => {
          const extent = { first, last: first + last }
          const before = initialView(extent, 100)
          const after = pan(before, by, extent)
          expect(width(after)).toBeCloseTo(width(before))
          const inSight = Math.min(after.to - 0.5, extent.last) - Math.max(after.from + 0.5, extent.first) + 1
          expect(inSight).toBeGreaterThanOrEqual(Math.min(10, last + 1) - 1e-6)
        },
      ),
    )
  })

  it('pans exactly as requested within the limits', () => {
    expect(pan({ from: 300, to: 400 }, -25, EXTENT)).toEqual({ from: 275, to: 375 })
    expect(shift({ from: 1, to: 2 }, 3)).toEqual({ from: 4, to: 5 })
  })
})

describe('[CH-74] fitting', () => {
  it.each([
    [1_440, { from: -940.5, to: 503.5 }],
    [100_000, { from: -4_496.5, to: 503.5 }],
    [1, { from: 483.5, to: 503.5 }],
  ])('to %i shows the newest within what can be zoomed to', (count, view) => {
    expect(fitted(EXTENT, count)).toEqual(view)
  })
})
