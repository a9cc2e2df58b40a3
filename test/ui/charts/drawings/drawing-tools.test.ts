import { describe, expect, it, vi } from 'vitest'
import { createDrawingTools } from '#src/ui/charts/drawings/drawing-tools.ts'
import { parseShape, shapeLines, shapeText, type Shape } from '#src/ui/charts/drawings/shapes.ts'
import type { PointedSlot } from '#src/ui/input/navigation.ts'
import type { PriceLevel } from '#src/ui/charts/overlays/data.ts'
import { computeLayout } from '#src/ui/charts/layout.ts'
import { Series } from '#src/ui/charts/series.ts'
import { canvasTheme } from '#src/ui/theme/canvas.ts'
import { candles, resetOf } from '#test/support/data/candles.ts'

const SIZE = { width: 800, height: 500, pixelRatio: 1 }

function toolsOf(
  lines: readonly number[] = [],
  levels: () => readonly PriceLevel[] = () => [],
  shapes: readonly Shape[] = [],
  lockedLines: readonly number[] = [],
) {
  const series = new Series()
  series.apply(resetOf(candles(200)))
  const settings = { zones: [], mode: 'off', theme: canvasTheme('dark'), decimals: 1 } as const
  const layout = computeLayout(series, { from: 99.5, to: 203.5 }, SIZE, settings)
  const onLevel = vi.fn<(id: string, price: number) => Promise<boolean>>(async () => true)
  let pointed: PointedSlot | undefined
  const handlers = {
    onChange: vi.fn(),
    onLines: vi.fn(),
    onShapes: vi.fn(),
    onToolUsed: vi.fn(),
    onText: vi.fn(),
    onAnnounce: vi.fn(),
    onLevel,
  }
  const slotAt = (x: number) => Math.round(99.5 + (x / layout.plotWidth) * 104)
  const drawings = { lines, lockedLines, shapes }
  const tools = createDrawingTools({
    layout: () => layout,
    slotAt,
    drawings: () => drawings,
    pointed: () => pointed,
    levels,
    ...handlers,
  })
  const place = (x: number, y: number, shiftKey = false) => ({ x, y, slot: slotAt(x), shiftKey, isTouch: false })
  const point = (next: PointedSlot) => (pointed = next)
  return { tools, layout, series, place, point, ...handlers }
}

describe('[CH-65] measuring', () => {
  it('begins by a drag with Shift or the tool, within the plot only', () => {
    const { tools, layout, place } = toolsOf()
    expect(tools.grab(place(100, 100))).toBeUndefined()
    expect(tools.grab(place(layout.plotWidth + 1, 100, true))).toBeUndefined()
    tools.use('measure')
    const drag = tools.grab(place(100, 100))
    drag?.moveTo(200, 50)
    expect(tools.painted.measurement).toMatchObject({ from: { slot: 113 }, to: { slot: 127 } })
  })

  it('is read out and leaves the tool when it ends, and a press that does not move measures nothing', () => {
    const { tools, place, onAnnounce, onToolUsed } = toolsOf()
    tools.grab(place(100, 100, true))?.end?.(false)
    expect(onToolUsed).not.toHaveBeenCalled()
    const drag = tools.grab(place(100, 100, true))
    drag?.moveTo(200, 50)
    drag?.end?.(true)
    expect(onAnnounce.mock.calls).toEqual([[expect.stringMatching(/^\+.*%\), \+14 candles, 14 min$/)]])
    expect(onToolUsed).toHaveBeenCalledOnce()
  })

  it('ends with a press, a step without Shift, and Escape', () => {
    const { tools } = toolsOf()
    const measure = () => tools.step(150, 151, true)
    const isMeasured = () => tools.painted.measurement !== undefined
    measure()
    expect(isMeasured()).toBe(true)
    expect(tools.press({ slot: 151 })).toBe(true)
    expect(isMeasured()).toBe(false)
    expect(tools.press({ slot: 151 })).toBe(false)
    measure()
    tools.step(151, 152, false)
    expect(isMeasured()).toBe(false)
    measure()
    expect(tools.escape()).toBe(true)
    expect(isMeasured()).toBe(false)
    expect(tools.escape()).toBe(false)
  })

  it('goes on from where it began while Shift is held', () => {
    const { tools } = toolsOf()
    tools.step(150, 151, true)
    tools.step(151, 160, true)
    expect(tools.painted.measurement).toMatchObject({ from: { slot: 150 }, to: { slot: 160 } })
  })
})

it('[CH-78] the price that is pointed at, or the close of the candle', () => {
  const { tools, layout, series } = toolsOf()
  expect([
    tools.priceOf({ slot: 120, y: 200 }),
    tools.priceOf({ slot: 120, y: layout.plotHeight + 10 }),
    tools.priceOf({ slot: 120 }),
    tools.priceOf(undefined),
  ]).toEqual([
    Number(layout.priceAt(200).toFixed(1)),
    series.at(120)?.close,
    series.at(120)?.close,
    series.newest?.close,
  ])
})

describe('[CH-66] lines', () => {
  it('are drawn where they are pressed, rounded as prices are, and not beside the plot', () => {
    const { tools, layout, onLines, onToolUsed } = toolsOf()
    tools.use('line')
    expect(tools.press({ x: 100, y: layout.plotHeight + 5, slot: 114 })).toBe(true)
    expect(onLines).not.toHaveBeenCalled()
    tools.press({ x: 100, y: 100, slot: 114 })
    expect(onLines.mock.calls).toEqual([[[Number(layout.priceAt(100).toFixed(layout.decimals))]]])
    expect(onToolUsed).toHaveBeenCalledTimes(2)
  })

  it('move with the pointer, and are kept where it is released', () => {
    const at = toolsOf().layout.priceAt(100)
    const { tools, layout, place, onLines } = toolsOf([at, 1])
    const drag = tools.grab(place(300, 102))
    drag?.moveTo(300, 150)
    const to = Number(layout.priceAt(150).toFixed(layout.decimals))
    expect(tools.painted.lines).toEqual([to, 1])
    expect(onLines).not.toHaveBeenCalled()
    drag?.end?.(true)
    expect(onLines.mock.calls).toEqual([[[to, 1]]])
  })

  it('[CH-80] are neither moved nor deleted on the chart while they are locked', () => {
    const at = toolsOf().layout.priceAt(100)
    const { tools, layout, place, onLines } = toolsOf([at, 1], undefined, undefined, [at])
    expect([tools.grab(place(300, 102)), tools.cursorAt({ slot: 150, y: 100 })]).toEqual([undefined, ''])
    tools.deleteAt({ slot: 150, y: layout.y(at) })
    expect(onLines).not.toHaveBeenCalled()
    expect(tools.painted.lines).toContain(at)
  })

  it('are deleted by the pointer near them only', () => {
    const at = toolsOf().layout.priceAt(100)
    const { tools, onLines } = toolsOf([at, 1])
    tools.deleteAt({ slot: 150, y: 200 })
    tools.deleteAt({ slot: 150 })
    expect(onLines).not.toHaveBeenCalled()
    tools.deleteAt({ slot: 150, y: 104 })
    expect(onLines.mock.calls).toEqual([[[1]]])
  })
})

describe('[CH-75] levels of positions', () => {
  const level = (id: string, price: number, isMovable = true): PriceLevel => ({
    id,
    text: `${id}, Trend`,
    price,
    tone: 'down',
    isMovable,
  })
  function position() {
    const { layout } = toolsOf()
    const middle = Number(layout.priceAt(200).toFixed(1))
    let given: readonly PriceLevel[] = [
      level('Entry', Number(layout.priceAt(100).toFixed(1)), false),
      level('Stop', middle),
    ]
    const it = toolsOf([], () => given)
    return { ...it, middle, show: (next: readonly PriceLevel[]) => (given = next), given: () => given }
  }
  const priceOf = ({ painted }: ReturnType<typeof toolsOf>['tools'], id: string) =>
    painted.levels?.find((each) => each.id === id)?.price

  it('are dragged and saved where they are left, and stay there until they come anew', async () => {
    const { tools, place, layout, onLevel, onAnnounce, show, given } = position()
    expect(tools.cursorAt({ slot: 110, y: 200 })).toBe('ns-resize')
    const drag = tools.grab(place(100, 201))
    drag?.moveTo(100, 260)
    const to = Number(layout.priceAt(260).toFixed(1))
    expect(priceOf(tools, 'Stop')).toBe(to)
    drag?.end?.(true)
    expect(onLevel.mock.calls).toEqual([['Stop', to]])
    expect(onAnnounce).toHaveBeenCalledWith(
      `Stop, Trend at ${to.toLocaleString('en-US', { minimumFractionDigits: 1 })}`,
    )
    await Promise.resolve()
    expect(priceOf(tools, 'Stop')).toBe(to)
    show([...given()].map((each) => ({ ...each })))
    expect(priceOf(tools, 'Stop')).toBe(given()[1]?.price)
  })

  it('go back if they cannot be saved, or are not moved', async () => {
    const { tools, place, onLevel, middle } = position()
    onLevel.mockResolvedValue(false)
    const drag = tools.grab(place(100, 200))
    drag?.moveTo(100, 260)
    drag?.end?.(true)
    await vi.waitFor(() => expect(priceOf(tools, 'Stop')).toBe(middle))
    tools.grab(place(100, 200))?.end?.(false)
    expect([priceOf(tools, 'Stop'), onLevel.mock.calls.length]).toEqual([middle, 1])
  })

  it('of an entry cannot be dragged', () => {
    const { tools, place } = position()
    expect(tools.cursorAt({ slot: 110, y: 100 })).toBe('')
    expect(tools.grab(place(100, 100))).toBeUndefined()
  })
})

describe('[CH-77] shapes', () => {
  /** From the close of a slot to that of another. */
  function shapeOf(kind: Shape['kind'], { series }: ReturnType<typeof toolsOf>, from = 120, to = 160): Shape {
    const end = (slot: number) => ({ at: series.timeAt(slot), price: series.at(slot)?.close ?? 0 })
    return { kind, from: end(from), to: end(to) }
  }
  const withShape = (kind: Shape['kind']) => {
    const shape = shapeOf(kind, toolsOf())
    return { ...toolsOf([], undefined, [shape]), shape }
  }
  const drawnBy = (onShapes: ReturnType<typeof toolsOf>['onShapes']): readonly Shape[] =>
    onShapes.mock.calls.at(-1)?.[0]

  it('are drawn by a drag with the tool, which it leaves', () => {
    const { tools, layout, series, place, onShapes, onToolUsed, onAnnounce } = toolsOf()
    tools.use('trend')
    expect(tools.cursorAt({ slot: 110, y: 100 })).toBe('crosshair')
    const drag = tools.grab(place(100, 300))
    drag?.moveTo(200, 200)
    const expected = {
      kind: 'trend',
      from: { at: series.timeAt(113), price: Number(layout.priceAt(300).toFixed(1)) },
      to: { at: series.timeAt(127), price: Number(layout.priceAt(200).toFixed(1)) },
    }
    expect(tools.painted.shapes).toEqual([expected])
    drag?.end?.(true)
    expect(drawnBy(onShapes)).toEqual([expected])
    expect(onToolUsed).toHaveBeenCalledOnce()
    expect(onAnnounce).toHaveBeenCalledWith(expect.stringMatching(/^Trend line from [\d.]+ to [\d.]+$/))
  })

  it('are drawn by two presses, which meet highs and lows exactly, and follow the crosshair in between', () => {
    const { tools, layout, series, place, point, onShapes } = toolsOf()
    const [high, low] = [series.at(130)?.high ?? 0, series.at(150)?.low ?? 0]
    tools.use('rectangle')
    const at = (slot: number, price: number) => place(layout.x(slot), layout.y(price) + 3)
    tools.grab(at(130, high))?.end?.(false)
    expect(tools.press(at(130, high))).toBe(true)
    expect(tools.isDrawing).toBe(true)
    point({ slot: 140, y: 200 })
    expect(tools.painted.shapes).toMatchObject([{ from: { price: high }, to: { at: series.timeAt(140) } }])
    expect(onShapes).not.toHaveBeenCalled()
    tools.press(at(150, low))
    expect(drawnBy(onShapes)).toMatchObject([{ kind: 'rectangle', from: { price: high }, to: { price: low } }])
    expect(tools.isDrawing).toBe(false)
  })

  it('are drawn by keys between closes, and given up by Escape or another tool', () => {
    const { tools, onShapes, series } = toolsOf()
    tools.use('ray')
    tools.press({ slot: 120 })
    tools.press({ slot: 150 })
    const end = (slot: number) => ({ at: series.timeAt(slot), price: series.at(slot)?.close })
    expect(drawnBy(onShapes)).toEqual([{ kind: 'ray', from: end(120), to: end(150) }])
    tools.press({ slot: 120 })
    expect(tools.escape()).toBe(true)
    tools.use(undefined)
    expect(tools.isDrawing).toBe(false)
    expect(onShapes).toHaveBeenCalledOnce()
  })

  it('are moved as a whole or by an end, and stay if they are not', () => {
    const { tools, layout, series, place, onShapes, shape } = withShape('trend')
    const middle = shapeLines(shape, layout).map(({ x1, y1, x2, y2 }) => ({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 }))[0]!
    expect(tools.cursorAt({ slot: 140, y: middle.y })).toBe('move')
    const whole = tools.grab(place(middle.x, middle.y))
    whole?.moveTo(middle.x + (layout.x(10) - layout.x(0)), middle.y - 40)
    whole?.end?.(true)
    const [moved] = drawnBy(onShapes)
    expect([moved?.from.at, moved?.to.at]).toEqual([series.timeAt(130), series.timeAt(170)])
    expect((moved?.from.price ?? 0) - shape.from.price).toBeCloseTo((moved?.to.price ?? 0) - shape.to.price, 5)
    expect(moved?.from.price).toBeGreaterThan(shape.from.price)

    const end = tools.grab(place(layout.x(160), layout.y(shape.to.price)))
    end?.moveTo(layout.x(180), 40)
    end?.end?.(true)
    expect(drawnBy(onShapes)).toMatchObject([{ from: shape.from, to: { at: series.timeAt(180) } }])
    tools.grab(place(middle.x, middle.y))?.end?.(false)
    expect(onShapes).toHaveBeenCalledTimes(2)
    expect(tools.painted.shapes).toEqual([shape])
  })

  it('[CH-80] a channel has a second line, which is moved by its middle', () => {
    const { tools, layout, series, place, onShapes } = toolsOf()
    tools.use('channel')
    const drag = tools.grab(place(100, 300))
    drag?.moveTo(200, 200)
    drag?.end?.(true)
    const [drawn] = drawnBy(onShapes)
    const [first, second] = shapeLines(drawn!, layout)
    const inView = layout.priceAt(0) - layout.priceAt(layout.plotHeight)
    expect(drawn?.width).toBeCloseTo(inView / 10, 0)
    expect(second).toMatchObject({ x1: first?.x1, x2: first?.x2 })
    expect(second!.y1).toBeLessThan(first!.y1)

    const shape: Shape = { kind: 'channel', from: at(120), to: at(160), width: 5 }
    function at(slot: number) {
      return { at: series.timeAt(slot), price: series.at(slot)?.close ?? 0 }
    }
    const own = toolsOf([], undefined, [shape])
    const line = shapeLines(shape, own.layout)[1]!
    const middle = { x: (line.x1 + line.x2) / 2, y: (line.y1 + line.y2) / 2 }
    const hold = own.tools.grab(own.place(middle.x, middle.y))
    hold?.moveTo(middle.x, middle.y - 20)
    hold?.end?.(true)
    const [changed] = drawnBy(own.onShapes)
    expect(changed).toMatchObject({ from: shape.from, to: shape.to })
    expect(changed?.width).toBeGreaterThan(5)
  })

  it('[CH-80] locked ones are neither moved nor deleted', () => {
    const { layout, shape } = withShape('trend')
    const { tools, place, onShapes } = toolsOf([], undefined, [{ ...shape, isLocked: true }])
    const y = layout.y(shape.to.price)
    expect(tools.grab(place(layout.x(160), y))).toBeUndefined()
    expect(tools.cursorAt({ slot: 160, y })).toBe('')
    tools.deleteAt({ slot: 160, y })
    expect(onShapes).not.toHaveBeenCalled()
  })

  it('[CH-80] a text is placed by one press, moved as a whole, and deleted', () => {
    const { tools, place, layout, series, onShapes, onText, onToolUsed } = toolsOf()
    tools.use('text')
    const drag = tools.grab(place(200, 100))
    drag?.moveTo(260, 60)
    drag?.end?.(true)
    expect(onShapes).not.toHaveBeenCalled()
    tools.press(place(200, 100))
    const [text] = drawnBy(onShapes)
    expect(text).toMatchObject({ kind: 'text', from: text?.to, note: 'Text' })
    expect([onText, onToolUsed].map(({ mock }) => mock.calls.length)).toEqual([1, 1])

    const own = toolsOf([], undefined, [text!])
    const [line] = shapeLines(text!, layout)
    expect(line).toMatchObject({ x1: layout.x(series.slotBefore(text!.from.at)), y1: layout.y(text!.from.price) })
    const hold = own.tools.grab(own.place(line!.x1 + 10, line!.y1))
    hold?.moveTo(line!.x1 + 70, line!.y1 - 20)
    hold?.end?.(true)
    const [moved] = drawnBy(own.onShapes)
    expect(moved?.from).toEqual(moved?.to)
    expect(moved!.from.at).toBeGreaterThan(text!.from.at)
    own.tools.deleteAt({ slot: own.place(line!.x1 + 10, 0).slot, y: line!.y1 })
    expect(own.onAnnounce).toHaveBeenLastCalledWith(expect.stringMatching(/^Text at [\d.]+ deleted$/))
  })

  it('are deleted at the pointer, and no more than twenty are drawn', () => {
    const { tools, layout, onShapes, onAnnounce, shape } = withShape('trend')
    tools.deleteAt({ slot: 160, y: layout.y(shape.to.price) })
    expect(drawnBy(onShapes)).toEqual([])
    const full = toolsOf(
      [],
      undefined,
      Array.from({ length: 20 }, () => shape),
    )
    full.tools.use('trend')
    expect(full.tools.grab(full.place(100, 100))).toBeUndefined()
    full.tools.press({ slot: 120 })
    expect(full.onAnnounce).toHaveBeenCalledWith('No more than 20 can be drawn on a pair')
    expect(onAnnounce).toHaveBeenCalledWith(expect.stringMatching(/deleted$/))
  })

  it('lie within the plot: a ray to its edge, a retracement at its shares', () => {
    const { layout, shape } = withShape('ray')
    const [ray] = shapeLines(shape, layout)
    expect([ray?.x2 === layout.plotWidth || ray?.y2 === 0 || ray?.y2 === layout.plotHeight]).toEqual([true])
    const far = { ...shape, kind: 'trend' as const, from: { at: 60, price: 1 } }
    for (const { x1, y1, x2, y2 } of shapeLines(far, layout)) {
      expect(Math.min(x1, x2)).toBeGreaterThanOrEqual(-1e-6)
      expect(Math.max(y1, y2)).toBeLessThanOrEqual(layout.plotHeight + 1e-6)
    }
    const steep = { from: { ...shape.from, price: 110 }, to: { ...shape.to, price: 100 } }
    expect(shapeLines({ kind: 'fibonacci', ...steep }, layout).map(({ label }) => label)).toEqual([
      '0% 100.0',
      '23.6% 102.4',
      '38.2% 103.8',
      '50% 105.0',
      '61.8% 106.2',
      '78.6% 107.9',
      '100% 110.0',
    ])
  })

  it('are stored as texts; what is none is left out', () => {
    const { shape } = withShape('fibonacci')
    expect(parseShape(shapeText(shape))).toEqual(shape)
    const channel = { ...shape, kind: 'channel', width: -40.5, isLocked: true, note: 'Since (the) #dip!' } as const
    expect(parseShape(shapeText(channel))).toEqual(channel)
    const text = { kind: 'text', from: shape.from, to: shape.from, note: '<b>Here</b>' } as const
    expect(parseShape(shapeText(text))).toEqual(text)
    expect(parseShape('channel(1,2,3,4)')).toBeUndefined()
    expect(parseShape('text(1,2)')).toBeUndefined()
    for (const text of ['', 'trend()', 'trend(1,2,3)', 'trend(1,2,3,x)', 'trend(1,2,3,-4)', 'circle(1,2,3,4)'])
      expect(parseShape(text)).toBeUndefined()
  })
})
