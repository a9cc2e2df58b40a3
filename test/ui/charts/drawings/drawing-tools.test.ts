import { describe, expect, it, vi } from 'vitest'
import { createDrawingTools } from '#src/ui/charts/drawings/drawing-tools.ts'
import type { PriceLevel } from '#src/ui/charts/overlays/data.ts'
import { computeLayout } from '#src/ui/charts/layout.ts'
import { Series } from '#src/ui/charts/series.ts'
import { canvasTheme } from '#src/ui/theme/canvas.ts'
import { candles, resetOf } from '#test/support/data/candles.ts'

const SIZE = { width: 800, height: 500, pixelRatio: 1 }

function toolsOf(lines: readonly number[] = [], levels: () => readonly PriceLevel[] = () => []) {
  const series = new Series()
  series.apply(resetOf(candles(200)))
  const settings = { zones: [], mode: 'off', theme: canvasTheme('dark'), decimals: 1 } as const
  const layout = computeLayout(series, { from: 99.5, to: 203.5 }, SIZE, settings)
  const onLevel = vi.fn<(id: string, price: number) => Promise<boolean>>(async () => true)
  const handlers = { onChange: vi.fn(), onLines: vi.fn(), onToolUsed: vi.fn(), onAnnounce: vi.fn(), onLevel }
  const slotAt = (x: number) => Math.round(99.5 + (x / layout.plotWidth) * 104)
  const tools = createDrawingTools({ layout: () => layout, slotAt, drawings: () => ({ lines }), levels, ...handlers })
  const place = (x: number, y: number, shiftKey = false) => ({ x, y, slot: slotAt(x), shiftKey, isTouch: false })
  return { tools, layout, place, ...handlers }
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
    expect(tools.isGrabbable(200)).toBe(true)
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
    expect(tools.isGrabbable(100)).toBe(false)
    expect(tools.grab(place(100, 100))).toBeUndefined()
  })
})
