import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { computeLayout, type ChartSettings, type ChartLayout } from '#src/ui/charts/layout.ts'
import { zoneLabel, zoneText } from '#src/ui/charts/zones.ts'
import { drawCandles, drawHistory, labelledZones, type DrawingContext } from '#src/ui/charts/draw.ts'
import { canvasTheme } from '#src/ui/theme/canvas.ts'
import { Series } from '#src/ui/charts/series.ts'
import { initialView } from '#src/ui/input/viewport.ts'
import { candle, candles, resetOf } from '#test/support/data/candles.ts'

interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The colour, or for a gradient its stops. */
  readonly fill: unknown
  readonly alpha: number
}

/** A pen that writes down what it is asked to paint. */
function recorder() {
  const rects: Rect[] = []
  const texts: { readonly text: string; readonly x: number; readonly y: number }[] = []
  /** What a canvas returns for a gradient cannot be made here; only its stops are looked at. */
  const gradient = () => {
    const stops: (readonly [number, string])[] = []
    return { stops, addColorStop: (at: number, color: string) => void stops.push([at, color]) }
  }
  const pen: DrawingContext = {
    fillStyle: '',
    globalAlpha: 1,
    font: '',
    textAlign: 'left',
    textBaseline: 'middle',
    fillRect: (x, y, width, height) => rects.push({ x, y, width, height, fill: pen.fillStyle, alpha: pen.globalAlpha }),
    fillText: (text, x, y) => texts.push({ text, x, y }),
    createLinearGradient: gradient,
    measureText: (text) => ({ width: text.length * 7 }) as TextMetrics,
  }
  return { pen, rects, texts }
}

const THEME = canvasTheme('dark')
const SETTINGS: ChartSettings = { zones: [], mode: 'zones', theme: THEME, decimals: 1 }
const SIZE = { width: 800, height: 400, pixelRatio: 1 }

function frameOf(list: readonly Candle[], settings: Partial<ChartSettings> = {}, size = SIZE): ChartLayout {
  const series = new Series()
  series.apply(resetOf(list))
  return computeLayout(series, initialView(series, 100), size, { ...SETTINGS, ...settings })
}

function painted(frame: ChartLayout) {
  const record = recorder()
  drawHistory(record.pen, frame)
  return record
}

describe('[CH-15] extreme markets', () => {
  const price = fc.double({ min: 1e-8, max: 1e8, noNaN: true })
  const volume = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true }))
  const market = fc.array(fc.record({ open: price, close: price, high: price, low: price, volume }), { maxLength: 120 })

  it('draw only finite numbers and no negative sizes', () => {
    fc.assert(
      fc.property(market, fc.constantFrom(1, 1.5, 2), (rows, pixelRatio) => {
        const frame = frameOf(
          rows.map((row, minute) => candle(minute, row)),
          {},
          { ...SIZE, pixelRatio },
        )
        const { pen, rects, texts } = painted(frame)
        drawCandles(pen, frame, frame.series.last, frame.series.last, frame.x)
        for (const { x, y, width, height } of rects) {
          expect([x, y, width, height].every(Number.isFinite)).toBe(true)
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(0)
        }
        for (const { text, x, y } of texts) {
          expect([x, y].every(Number.isFinite)).toBe(true)
          expect(text).not.toMatch(/NaN|Infinity|undefined/)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('survive a size of zero', () => {
    const { rects } = painted(frameOf(candles(10), {}, { width: 0, height: 0, pixelRatio: 1 }))
    expect(rects.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
  })
})

const bodies = (rects: readonly Rect[]) =>
  rects.filter(({ fill, alpha, height }) => alpha === 1 && (fill === THEME.up || fill === THEME.down) && height < 390)

describe('[CH-17] candles', () => {
  it('[CH-64] have the whole height, and no volumes, where these are switched off', () => {
    const heights = [true, false].map((showsVolume) => {
      const { rects } = painted(frameOf(candles(100), { showsVolume }))
      const volumes = rects.filter(({ alpha, height }) => alpha < 1 && height > 0)
      return { volumes: volumes.length, bottom: Math.max(...bodies(rects).map(({ y, height }) => y + height)) }
    })
    expect(heights.map(({ volumes }) => volumes)).toEqual([99, 0])
    expect(heights[1]?.bottom).toBeGreaterThan((heights[0]?.bottom ?? 0) + 40)
  })

  it('have a body of three pixels as soon as one is left between them', () => {
    const bodyAt = (slotPx: number) => frameOf(candles(100), {}, { ...SIZE, width: 104 * slotPx + 64 }).bodyPx
    expect([3.9, 4, 4.1].map(bodyAt)).toEqual([1, 3, 3])
  })

  it('that are lines of a pixel are drawn once, also where the price did not move', () => {
    const flat = { open: 100, high: 100, low: 100, close: 100 }
    const rows = candles(100).map((each, at) => (at % 2 === 0 ? { ...each, ...flat } : each))
    const frame = frameOf(rows, {}, { ...SIZE, width: 104 * 2 + 64 })
    expect(frame.bodyPx).toBe(1)
    const drawn = bodies(painted(frame).rects)
    expect(drawn).toHaveLength(99)
    expect(Math.min(...drawn.map(({ height }) => height))).toBe(1)
  })

  it('lie within the plot, above the tallest volume', () => {
    const frame = frameOf(candles(100))
    const { rects } = painted(frame)
    const volumes = rects.filter(({ alpha }) => alpha < 1)
    expect(volumes).toHaveLength(99)
    const tallest = Math.min(...volumes.map(({ y }) => y))
    for (const { x, y, width, height } of bodies(rects)) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(frame.plotWidth)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + height).toBeLessThanOrEqual(tallest)
    }
  })

  it('exclude the newest, which has its own canvas', () => {
    const frame = frameOf([candle(0, { open: 90, close: 100 }), candle(1, { open: 100, close: 90 })])
    const { rects } = painted(frame)
    expect(bodies(rects).map(({ fill }) => fill)).toEqual([THEME.up, THEME.up])
    const strip = recorder()
    drawCandles(strip.pen, frame, 1, 1, () => 12)
    expect(bodies(strip.rects).map(({ fill }) => fill)).toEqual([THEME.down, THEME.down])
  })

  it.each([1, 1.25, 2, 3])('[CH-28] are aligned to device pixels at a ratio of %d', (pixelRatio) => {
    const { rects } = painted(frameOf(candles(100), {}, { ...SIZE, pixelRatio }))
    for (const { x, width, y, height } of bodies(rects)) {
      for (const edge of [x, x + width, y, y + height]) {
        expect(edge * pixelRatio).toBeCloseTo(Math.round(edge * pixelRatio), 6)
      }
    }
  })

  it('[CH-55] share a column where a pixel has several, without leaving one out', () => {
    const series = new Series()
    series.apply(resetOf(candles(4_000).map((each, at) => (at === 1_234 ? { ...each, high: 200 } : each))))
    const frame = computeLayout(series, { from: -0.5, to: 4_003.5 }, SIZE, SETTINGS)
    const { rects } = painted(frame)
    const columns = new Set(bodies(rects).map(({ x }) => x))
    expect(columns.size).toBeGreaterThan(500)
    expect(columns.size).toBeLessThanOrEqual(frame.plotWidth)
    expect(Math.min(...bodies(rects).map(({ y }) => y))).toBe(frame.y(200))
  })

  it('have a centered wick', () => {
    const { rects } = painted(frameOf(candles(100)))
    const [wick, body] = bodies(rects)
    expect((wick?.x ?? 0) + 0.5).toBeCloseTo((body?.x ?? 0) + (body?.width ?? 0) / 2)
  })
})

describe('[CH-20] zones', () => {
  const zone = { id: 'a', kind: 'support', from: 100, to: 110, price: 104, strength: 'Strong', touches: 3 } as const
  const drawn = (mode: ChartSettings['mode'], zones: ChartSettings['zones'] = [zone]) => {
    const frame = frameOf(candles(100), { zones, mode })
    const { rects, texts } = painted(frame)
    const fills = rects.filter(({ fill, width }) => width === frame.plotWidth && typeof fill === 'object')
    const lines = rects.filter(({ fill, width }) => width === frame.plotWidth && fill === THEME.up)
    return { frame, fills, lines, labels: texts.filter(({ text }) => /^[SR]( |$)/.test(text)) }
  }

  it('have a line, and a fill that fades from it to both edges, in mode zones', () => {
    const { frame, fills, lines } = drawn('zones')
    const [above, below] = fills
    expect(fills).toHaveLength(2)
    for (const { alpha, fill } of fills) {
      expect(alpha).toBeCloseTo(0.24)
      expect(fill).toMatchObject({
        stops: [
          [0, THEME.up],
          [1, `${THEME.up}00`],
        ],
      })
    }
    expect(above?.y).toBe(Math.round(frame.y(110)))
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBe(Math.round(frame.y(104)))
    expect((below?.y ?? 0) + (below?.height ?? 0)).toBe(Math.round(frame.y(100)))
    expect(lines).toMatchObject([{ alpha: 0.8, height: 1, y: Math.round(frame.y(104)) }])
  })

  it('have only a line and its label in mode lines, and nothing in mode off', () => {
    expect(drawn('lines').lines.map(({ alpha }) => alpha)).toEqual([0.8])
    expect([drawn('lines').fills, drawn('lines').labels.length]).toEqual([[], 1])
    const off = drawn('off')
    expect([off.fills, off.lines, off.labels]).toEqual([[], [], []])
  })

  it('[CH-46] are labelled at the right with kind, price, strength and touches', () => {
    const { frame, labels } = drawn('zones')
    expect(labels.map(({ text }) => text)).toEqual(['S 104.0 Strong 3×'])
    expect(labels[0]?.x).toBeGreaterThan(frame.plotWidth / 2)
    expect((labels[0]?.x ?? 0) + 7 * 'S 104.0 Strong 3×'.length).toBeLessThanOrEqual(frame.axisLeft)
  })

  it.each([
    ['100 candles', 100, 99.5],
    ['20 candles', 20, 99.5],
    ['100 candles of the past', 100, 60],
    ['5,000 slots', 5_000, 99.5],
  ])('[CH-46] are labelled beside all candles, with a view of %s', (_, slots, to) => {
    const series = new Series()
    series.apply(resetOf(candles(100)))
    const levels = candles(100).map(({ close }, at) => ({
      ...zone,
      id: String(at),
      from: close,
      to: close,
      price: close,
    }))
    for (const width of [358, 700, 1_300]) {
      const view = { from: to - slots, to: to + 4 }
      const layout = computeLayout(series, view, { ...SIZE, width }, { ...SETTINGS, zones: levels })
      const { rects, texts } = painted(layout)
      const newest = recorder()
      drawCandles(newest.pen, layout, 99, 99, layout.x)
      // What extends beyond the plot is covered by the axis.
      const edges = [...bodies(rects), ...bodies(newest.rects)].map(({ x, width }) =>
        Math.min(x + width, layout.plotWidth),
      )
      const labels = texts.filter(({ text }) => text.startsWith('S '))
      expect(labels.length).toBeGreaterThan(3)
      for (const { x, text } of labels) {
        expect(x).toBeGreaterThanOrEqual(Math.max(...edges))
        expect(x + 6.6 * text.length).toBeLessThanOrEqual(layout.axisLeft)
      }
    }
  })

  it('[CH-46] take no room where none is drawn, and the same wherever the view is', () => {
    const { plotWidth, axisLeft } = frameOf(candles(100), { zones: [zone], mode: 'off' })
    expect(plotWidth).toBe(axisLeft)
    const far = { ...zone, id: 'far', from: 900, to: 900, price: 900 }
    expect(frameOf(candles(100), { zones: [far] }).plotWidth).toBe(frameOf(candles(100), { zones: [zone] }).plotWidth)
  })

  it('[CH-46] have their label on the side of the line where the price is not', () => {
    const line = (frame: ChartLayout) => frame.y(104)
    const below = drawn('zones')
    const above = drawn('zones', [{ ...zone, kind: 'resistance' }])
    expect(below.labels[0]?.y).toBeGreaterThan(line(below.frame) + 5)
    expect(above.labels[0]?.y).toBeLessThan(line(above.frame) - 5)
  })

  it('[CH-46] are labelled with kind and touches where the plot is narrow, and without what is unknown', () => {
    expect(zoneLabel(zone, 1, false)).toBe('S 3×')
    expect(zoneLabel({ id: 'b', kind: 'resistance', from: 1, to: 2 }, 1, true)).toBe('R 1.5')
  })

  it('[CH-46] are labelled with their names in the list that has their prices, which the crosshair has too', () => {
    const named = { ...zone, name: 'S2' }
    expect([zoneLabel(named, 1, true), zoneLabel(named, 1, false)]).toEqual(['S2 Strong 3×', 'S2 3×'])
    expect(zoneText(named, 1)).toBe('S2 104.0 Strong 3×   100.0 to 110.0')
  })

  it('[CH-46] labels that would touch leave the strongest', () => {
    const near = { ...zone, id: 'b', price: 104.1, strength: 'Critical', touches: 9 }
    expect(drawn('zones', [zone, near]).labels.map(({ text }) => text)).toEqual(['S 104.1 Critical 9×'])
    expect(labelledZones([zone, near], (price) => price * 1_000, 15)).toEqual([near, zone])
  })
})

describe('[CH-5] gaps', () => {
  it('are marked between their neighbours with their count', () => {
    const frame = frameOf([...candles(50), ...candles(50, 53)])
    const { rects, texts } = painted(frame)
    const marks = rects.filter(({ fill }) => fill === THEME.warning)
    expect(new Set(marks.map(({ x }) => x))).toEqual(new Set([Math.round(frame.x(49.5))]))
    expect(texts.filter(({ text }) => /^gap \d+ min$/.test(text)).map(({ text }) => text)).toEqual(['gap 3 min'])
  })

  it('keep their marks but not all counts if too close', () => {
    const frame = frameOf(Array.from({ length: 100 }, (_, i) => candle(i * 2)))
    const { rects, texts } = painted(frame)
    expect(new Set(rects.filter(({ fill }) => fill === THEME.warning).map(({ x }) => x)).size).toBe(99)
    const counts = texts.filter(({ text }) => text === 'gap 1 min').map(({ x }) => x)
    expect(counts.length).toBeGreaterThan(8)
    const distances = counts.slice(1).map((x, i) => x - (counts[i] ?? 0))
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(14)
  })
})

it('[CH-16] draws UTC once, and the day where it changes', () => {
  const { texts } = painted(frameOf(candles(100, 1_400)))
  expect(texts.filter(({ text }) => text === 'UTC')).toHaveLength(1)
  expect(texts.map(({ text }) => text)).toContain('2 Jun')
})

describe('[CH-84] how far the price will be in ten candles', () => {
  const all = candles(100)
  const closedAt = (all.at(-1)?.timestamp ?? 0) + 60
  const bands = { half: 1, nineTenths: 2, closedAt }
  const bandRects = (settings: Partial<ChartSettings>) => {
    const series = new Series()
    series.apply(resetOf(all))
    const extent = { first: series.first, last: series.last, margin: 11 }
    const frame = computeLayout(series, initialView(extent, 60), SIZE, { ...SETTINGS, ...settings })
    const { rects, texts } = painted(frame)
    return { frame, rects: rects.filter(({ fill }) => fill === THEME.info), texts: texts.map(({ text }) => text) }
  }

  it('is drawn from the close it follows on, both ways alike, and ends at the forecast', () => {
    const { frame, rects, texts } = bandRects({ future: { candles: 10, bands } })
    const close = all.at(-1)?.close ?? 0
    expect(rects).toHaveLength(20)
    const [outer, inner] = [rects[9]!, rects[19]!]
    for (const [rect, percent] of [
      [outer, 2],
      [inner, 1],
    ] as const) {
      expect(rect.y).toBeCloseTo(frame.y(close * (1 + percent / 100)))
      expect(rect.y + rect.height).toBeCloseTo(frame.y(close * (1 - percent / 100)))
      expect(rect.x + rect.width).toBeCloseTo(frame.x(frame.series.last + 10.5))
    }
    expect(rects[0]?.height).toBeLessThan(rects[1]?.height ?? 0)
    expect(texts).toContain('9 of 10')
  })

  it('is not drawn while it is not known, nor where its candle is not loaded', () => {
    expect(bandRects({ future: { candles: 10, bands: undefined } }).rects).toEqual([])
    expect(bandRects({ future: { candles: 10, bands: { ...bands, closedAt: closedAt + 600 } } }).rects).toEqual([])
    expect(bandRects({}).rects).toEqual([])
  })
})
