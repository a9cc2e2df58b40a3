import { formatFixed } from '../../format/chart-labels.ts'
import type { Drag } from '../../input/gestures.ts'
import type { GrabbedPlace, PointedSlot } from '../../input/navigation.ts'
import type { ChartLayout } from '../layout.ts'
import type { PriceLevel } from '../overlays/data.ts'
import {
  addLine,
  lineNear,
  moveLine,
  roundPrice,
  type Drawings,
  type DrawingTool,
  type PaintedDrawings,
} from './drawings.ts'
import { measurementLines, type MeasuredPoint, type Measurement } from './measure.ts'

const REACH_PX = { mouse: 5, touch: 16 }

export interface DrawingToolsOptions {
  readonly layout: () => ChartLayout
  readonly slotAt: (x: number) => number
  readonly drawings: () => Drawings | undefined
  /** Prices of positions, of which some can be moved. */
  readonly levels: () => readonly PriceLevel[]
  /** Called with the level that was moved; false if it could not be saved. */
  readonly onLevel: (id: string, price: number) => Promise<boolean>
  /** Called when something is drawn otherwise. */
  readonly onChange: () => void
  /** Called with the lines after one was added, moved or deleted. */
  readonly onLines: (lines: readonly number[]) => void
  /** Called when a tool has been used. */
  readonly onToolUsed: () => void
  readonly onAnnounce: (text: string) => void
}

const NO_LINES: readonly number[] = []

interface HeldLevel {
  readonly id: string
  readonly to: number
  readonly among: readonly PriceLevel[]
  readonly isSaved?: boolean
}

/** Measures and draws lines by pointer and keys. */
export function createDrawingTools(options: DrawingToolsOptions) {
  const { layout, onChange, onLines, onAnnounce } = options
  let tool: DrawingTool | undefined
  let measurement: Measurement | undefined
  /** The line that is being moved, and where it is. */
  let moved: { readonly from: number; readonly to: number } | undefined
  /** The level that is being moved or saved, where it is, and the levels that it was among. */
  let held: HeldLevel | undefined
  const lines = () => options.drawings()?.lines ?? NO_LINES
  function levels(): readonly PriceLevel[] {
    const given = options.levels()
    // Those that came after it was saved are right.
    if (held?.isSaved === true && held.among !== given) held = undefined
    // The same array while nothing is held, so that nothing is painted anew.
    return held === undefined
      ? given
      : given.map((level) => (level.id === held?.id ? { ...level, price: held.to } : level))
  }
  const priceAt = (y: number) => {
    const { plotHeight, decimals } = layout()
    return roundPrice(layout().priceAt(Math.min(Math.max(0, y), plotHeight)), decimals)
  }
  const isInPlot = ({ x, y }: { readonly x: number; readonly y: number }) =>
    x <= layout().plotWidth && y <= layout().plotHeight

  function show(next: Measurement | undefined): void {
    measurement = next
    onChange()
  }
  const announce = () => {
    if (measurement) onAnnounce(measurementLines(measurement, layout().series, layout().decimals).join(', '))
  }
  function measureFrom(from: MeasuredPoint): Drag {
    return {
      moveTo: (x, y) => show({ from, to: { slot: options.slotAt(x), price: priceAt(y) } }),
      end(hasMoved) {
        if (!hasMoved) return
        announce()
        options.onToolUsed()
      },
    }
  }
  function moveFrom(from: number): Drag {
    return {
      moveTo(_, y) {
        moved = { from, to: priceAt(y) }
        onChange()
      },
      end(hasMoved) {
        const to = moved?.to
        moved = undefined
        if (hasMoved && to !== undefined) onLines(moveLine(lines(), from, to))
        else onChange()
      },
    }
  }
  async function save(level: PriceLevel, left: HeldLevel): Promise<void> {
    onAnnounce(`${level.text} at ${formatFixed(left.to, layout().decimals)}`)
    const isSaved = await options.onLevel(level.id, left.to)
    // Another may have been taken hold of meanwhile.
    if (held === left) held = isSaved ? { ...left, isSaved } : undefined
    onChange()
  }
  function moveLevel(level: PriceLevel): Drag {
    return {
      moveTo(_, y) {
        held = { id: level.id, to: priceAt(y), among: options.levels() }
        onChange()
      },
      end(hasMoved) {
        if (hasMoved && held !== undefined) void save(level, held)
        else held = undefined
        onChange()
      },
    }
  }
  function levelAt(y: number, isTouch: boolean): PriceLevel | undefined {
    const movable = levels().filter(({ isMovable }) => isMovable)
    const near = lineNear(
      movable.map(({ price }) => price),
      layout().y,
      y,
      REACH_PX[isTouch ? 'touch' : 'mouse'],
    )
    return movable.find(({ price }) => price === near)
  }
  function add(price: number): void {
    const next = addLine(lines(), price)
    if (next === lines()) return
    onLines(next)
    onAnnounce(`Line at ${formatFixed(price, layout().decimals)}`)
  }

  return {
    /** What the next press does; undefined for moving the view. */
    use(next: DrawingTool | undefined): void {
      tool = next
    },
    get painted(): PaintedDrawings {
      const shown = moved ? moveLine(lines(), moved.from, moved.to) : lines()
      return { lines: shown, levels: levels(), measurement }
    },
    /** The line under a place. */
    lineAt: (y: number, isTouch = false): number | undefined =>
      lineNear(lines(), layout().y, y, REACH_PX[isTouch ? 'touch' : 'mouse']),
    /** Whether something can be dragged from a height. */
    isGrabbable(y: number): boolean {
      return this.lineAt(y) !== undefined || levelAt(y, false) !== undefined
    },
    grab(place: GrabbedPlace): Drag | undefined {
      if (!options.drawings() || !isInPlot(place)) return undefined
      if (place.shiftKey || tool === 'measure') return measureFrom({ slot: place.slot, price: priceAt(place.y) })
      const line = tool === undefined ? this.lineAt(place.y, place.isTouch) : undefined
      if (line !== undefined) return moveFrom(line)
      const level = tool === undefined ? levelAt(place.y, place.isTouch) : undefined
      return level && moveLevel(level)
    },
    /** A press without movement. True if it did something. */
    press(place: { readonly x?: number; readonly y?: number; readonly slot: number }): boolean {
      const { x, y } = place
      if (tool === 'line') {
        const { close } = layout().series.at(place.slot) ?? { close: 0 }
        if (x === undefined || y === undefined) add(close)
        else if (isInPlot({ x, y })) add(priceAt(y))
        options.onToolUsed()
        return true
      }
      const had = measurement !== undefined
      if (had) show(undefined)
      return had
    },
    /** A key moved the crosshair between candles: with Shift, or with the tool, it measures their closes. */
    step(from: number, to: number, isSelecting: boolean): void {
      const { series } = layout()
      const point = (slot: number) => ({ slot, price: series.at(slot)?.close ?? 0 })
      if (!isSelecting && tool !== 'measure') {
        if (measurement) show(undefined)
        return
      }
      if (!options.drawings()) return
      const start = measurement?.to.slot === from ? measurement.from : point(from)
      show({ from: start, to: point(to) })
      announce()
    },
    /** Adds a line at the price that is pointed at, or at the close of the candle. */
    addAt(pointed: PointedSlot | undefined): void {
      const { series, plotHeight } = layout()
      if (!options.drawings()) return
      const isPrice = pointed?.y !== undefined && pointed.y <= plotHeight
      add(isPrice ? priceAt(pointed.y ?? 0) : ((pointed ? series.at(pointed.slot) : series.newest)?.close ?? 0))
    },
    /** Deletes the line that is pointed at. */
    deleteAt(pointed: PointedSlot | undefined): void {
      const line = pointed?.y === undefined ? undefined : this.lineAt(pointed.y, true)
      if (line === undefined) return
      onLines(lines().filter((price) => price !== line))
      onAnnounce(`Line at ${formatFixed(line, layout().decimals)} deleted`)
    },
    /** Leaves the tool, or clears the measurement. True if there was either. */
    escape(): boolean {
      const had = tool !== undefined || measurement !== undefined
      if (tool !== undefined) options.onToolUsed()
      if (measurement) show(undefined)
      return had
    },
  }
}
