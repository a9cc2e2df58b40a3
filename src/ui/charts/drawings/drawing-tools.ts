import { CHART } from '#contract/limits.ts'
import { formatFixed } from '../../format/chart-labels.ts'
import type { Drag } from '../../input/gestures.ts'
import type { GrabbedPlace, PointedSlot } from '../../input/navigation.ts'
import {
  addLine,
  lineNear,
  moveLine,
  REACH_PX,
  roundPrice,
  type Drawings,
  type DrawingTool,
  type PaintedDrawings,
} from './drawings.ts'
import {
  isShapeKind,
  SHAPE_NAMES,
  shapeName,
  shapeNear,
  shapeText,
  type Shape,
  type ShapeKind,
  type ShapePart,
  type ShapePoint,
} from './shapes.ts'
import { createLevelDrag, type LevelDragOptions } from './level-drag.ts'
import { measurementLines, type MeasuredPoint, type Measurement } from './measure.ts'

export interface DrawingToolsOptions extends Omit<LevelDragOptions, 'priceAt'> {
  readonly slotAt: (x: number) => number
  readonly drawings: () => Drawings | undefined
  /** Called with the lines after one was added, moved or deleted. */
  readonly onLines: (lines: readonly number[]) => void
  /** The same for the shapes. */
  readonly onShapes: (shapes: readonly Shape[]) => void
  readonly pointed: () => PointedSlot | undefined
  /** Called when a tool has been used. */
  readonly onToolUsed: () => void
  /** Called when a text was placed, whose words are to be typed. */
  readonly onText: () => void
}

const NO_LINES: readonly number[] = []
const NO_SHAPES: readonly Shape[] = []
/** Ends of shapes are drawn to highs and lows as near as this. */
const SNAP_PX = 8
/** Of a text, until others are typed. */
const FIRST_WORDS = 'Text'

/** Measures, and draws lines and shapes, by pointer and keys. */
export function createDrawingTools(options: DrawingToolsOptions) {
  const { layout, onChange, onLines, onShapes, onAnnounce } = options
  let tool: DrawingTool | undefined
  let measurement: Measurement | undefined
  /** The line that is being moved, and where it is. */
  let moved: { readonly from: number; readonly to: number } | undefined
  /** Where a shape that is being drawn by presses begins. */
  let begun: ShapePoint | undefined
  /** The shape that is being drawn or changed, and the one that it replaces. */
  let shaped: { readonly before: Shape | undefined; readonly now: Shape } | undefined
  const lines = () => options.drawings()?.lines ?? NO_LINES
  const shapes = () => options.drawings()?.shapes ?? NO_SHAPES
  const shapeTool = () => (tool !== undefined && isShapeKind(tool) ? tool : undefined)
  const priceAt = (y: number) => {
    const { plotHeight, decimals } = layout()
    return roundPrice(layout().priceAt(Math.min(Math.max(0, y), plotHeight)), decimals)
  }
  const { levels, levelAt, moveLevel } = createLevelDrag({ ...options, priceAt })
  const isInPlot = ({ x, y }: { readonly x: number; readonly y: number }) =>
    x <= layout().plotWidth && y <= layout().plotHeight

  /** The point of a candle at a height, or at its high or low where that is near; without a height at its close. */
  function shapePoint(slot: number, y: number | undefined): ShapePoint {
    const { series, y: yOf, decimals } = layout()
    const candle = series.at(slot)
    const price = y === undefined ? undefined : priceAt(y)
    const near =
      candle && [candle.high, candle.low].find((each) => y !== undefined && Math.abs(yOf(each) - y) <= SNAP_PX)
    return { at: series.timeAt(slot), price: roundPrice(near ?? price ?? candle?.close ?? 0, decimals) }
  }
  const replaced = (before: Shape | undefined, now: Shape): readonly Shape[] =>
    before === undefined ? [...shapes(), now] : shapes().map((each) => (each === before ? now : each))
  const nameShape = (shape: Shape) => shapeName(shape, (price) => formatFixed(price, layout().decimals))
  function finish(): void {
    const done = shaped
    shaped = undefined
    begun = undefined
    if (done && shapeText(done.now) !== (done.before && shapeText(done.before))) {
      onShapes(replaced(done.before, done.now))
      onAnnounce(nameShape(done.now))
    }
    onChange()
  }
  /** A shape between two points; a channel has a tenth of the prices in view between its lines. */
  function shapeOf(kind: ShapeKind, from: ShapePoint, to: ShapePoint): Shape {
    const { plotHeight, decimals } = layout()
    const width = roundPrice((priceAt(0) - priceAt(plotHeight)) / 10, decimals)
    return { kind, from, to, ...(kind === 'channel' && { width }) }
  }
  /** A drag draws the shape from one point to the other. */
  function drawFrom(kind: ShapeKind, from: ShapePoint): Drag | undefined {
    if (shapes().length >= CHART.maxShapes) return undefined
    return {
      moveTo(x, y) {
        shaped = { before: undefined, now: shapeOf(kind, from, shapePoint(options.slotAt(x), y)) }
        onChange()
      },
      end(hasMoved) {
        if (!hasMoved) return
        finish()
        options.onToolUsed()
      },
    }
  }
  /** A shape, or one of its ends, is moved with the pointer. */
  function changeShape(before: Shape, part: ShapePart, { slot, y }: GrabbedPlace): Drag {
    const start = { slot, price: priceAt(y) }
    return {
      moveTo(x, height) {
        const to = options.slotAt(x)
        if (part === 'width') {
          const width = (before.width ?? 0) + priceAt(height) - start.price
          shaped = { before, now: { ...before, width: roundPrice(width, layout().decimals) } }
        } else if (part !== 'all') shaped = { before, now: { ...before, [part]: shapePoint(to, height) } }
        else {
          const { series, decimals } = layout()
          const seconds = series.timeAt(to) - series.timeAt(start.slot)
          const shift = priceAt(height) - start.price
          const shifted = ({ at, price }: ShapePoint) => ({
            at: at + seconds,
            price: Math.max(10 ** -decimals, roundPrice(price + shift, decimals)),
          })
          shaped = { before, now: { ...before, from: shifted(before.from), to: shifted(before.to) } }
        }
        onChange()
      },
      end(hasMoved) {
        if (!hasMoved) shaped = undefined
        finish()
      },
    }
  }
  const shapeAt = (place: { readonly x: number; readonly y: number }, isTouch = false) =>
    shapeNear(shapes(), layout(), place, REACH_PX[isTouch ? 'touch' : 'mouse'])
  /** The first press begins a shape, the second ends it; a text is where it is pressed. */
  function pressShape(kind: ShapeKind, point: ShapePoint): void {
    if (begun === undefined) {
      if (shapes().length >= CHART.maxShapes) {
        onAnnounce(`No more than ${CHART.maxShapes} can be drawn on a pair`)
        options.onToolUsed()
        return
      }
      if (kind === 'text') {
        shaped = { before: undefined, now: { kind, from: point, to: point, note: FIRST_WORDS } }
        finish()
        options.onToolUsed()
        options.onText()
        return
      }
      begun = point
      onAnnounce(`${SHAPE_NAMES[kind]} from ${formatFixed(point.price, layout().decimals)}: choose its end`)
      onChange()
      return
    }
    if (point.at !== begun.at || point.price !== begun.price)
      shaped = { before: undefined, now: shapeOf(kind, begun, point) }
    finish()
    options.onToolUsed()
  }

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
      if (begun === undefined) return
      begun = undefined
      onChange()
    },
    /** Whether a shape follows the crosshair. */
    get isDrawing(): boolean {
      return begun !== undefined
    },
    get painted(): PaintedDrawings {
      const shown = moved ? moveLine(lines(), moved.from, moved.to) : lines()
      const kind = shapeTool()
      const pointed = begun && options.pointed()
      const following = begun && kind && pointed ? shapeOf(kind, begun, shapePoint(pointed.slot, pointed.y)) : undefined
      const drawn = shaped ? replaced(shaped.before, shaped.now) : following ? [...shapes(), following] : shapes()
      return { lines: shown, shapes: drawn, levels: levels(), measurement }
    },
    /** The line under a place that is not locked. */
    lineAt(y: number, isTouch = false): number | undefined {
      const locked = options.drawings()?.lockedLines ?? NO_LINES
      const free = lines().filter((price) => !locked.includes(price))
      return lineNear(free, layout().y, y, REACH_PX[isTouch ? 'touch' : 'mouse'])
    },
    /** The pointer over something that can be dragged. */
    cursorAt({ slot, x = layout().x(slot), y }: PointedSlot): string {
      if (y === undefined || !options.drawings()) return ''
      if (tool !== undefined) return 'crosshair'
      if (shapeAt({ x, y })) return 'move'
      return this.lineAt(y) !== undefined || levelAt(y, false) !== undefined ? 'ns-resize' : ''
    },
    grab(place: GrabbedPlace): Drag | undefined {
      if (!options.drawings() || !isInPlot(place)) return undefined
      if (place.shiftKey || tool === 'measure') return measureFrom({ slot: place.slot, price: priceAt(place.y) })
      const kind = shapeTool()
      if (kind !== undefined)
        return begun || kind === 'text' ? { moveTo: () => undefined } : drawFrom(kind, shapePoint(place.slot, place.y))
      const found = tool === undefined ? shapeAt(place, place.isTouch) : undefined
      if (found) return changeShape(found.shape, found.part, place)
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
      const kind = shapeTool()
      if (kind !== undefined) {
        if (x === undefined || y === undefined || isInPlot({ x, y })) pressShape(kind, shapePoint(place.slot, y))
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
    /** The price that is pointed at, or the close of the candle; undefined without candles. */
    priceOf(pointed: PointedSlot | undefined): number | undefined {
      const { series, plotHeight } = layout()
      const isPrice = pointed?.y !== undefined && pointed.y <= plotHeight
      return isPrice ? priceAt(pointed.y ?? 0) : (pointed ? series.at(pointed.slot) : series.newest)?.close
    },
    /** Adds a line there. */
    addAt(pointed: PointedSlot | undefined): void {
      if (options.drawings()) add(this.priceOf(pointed) ?? 0)
    },
    /** Deletes the line or shape that is pointed at. */
    deleteAt(pointed: PointedSlot | undefined): void {
      if (pointed?.y === undefined) return
      const line = this.lineAt(pointed.y, true)
      const found = shapeAt({ x: layout().x(pointed.slot), y: pointed.y }, true)
      if (line === undefined && found) {
        onShapes(shapes().filter((each) => each !== found.shape))
        onAnnounce(`${nameShape(found.shape)} deleted`)
      }
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
