import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { CanvasTheme } from '../../theme/canvas.ts'

/** A series as ECharts has them; its data are those in view of the column that `encode.y` names. */
export type OverlaySeries =
  | (Drawn<LineSeriesOption> & {
      readonly type: 'line'
      /** Whether it starts anew at 00:00 UTC, so that no line leads there from the day before. */
      readonly isDaily?: boolean
      /** Whether it is of another pair, and begins where the prices of the chart do. */
      readonly isCompared?: boolean
    })
  | (Drawn<BarSeriesOption> & {
      readonly type: 'bar'
      /** Colour below zero; the same as above it if absent. */
      readonly below?: string
    })
type Drawn<Option> = Omit<Option, 'name' | 'encode' | 'type'> & {
  readonly name: string
  /** The column of its values. */
  readonly encode: { readonly y: string }
}

/** What values are in: the price of the pair, an amount of its base currency, or points of a fixed scale. */
export type Unit = 'price' | 'points'

/** A scale below the prices. */
export interface Pane {
  readonly unit: Unit
  readonly min?: number
  readonly max?: number
  /** Values with a line across, which the axis names. */
  readonly guides?: readonly number[]
}

/** Kinds of marks at candles. */
export type MarkKind = 'pattern' | 'break' | 'divergence' | 'decision' | 'paper'

/**
 * Something that can be drawn on the chart or below it. Each is declared in the registry, from which the menu, the panes, the
 * readout and the drawing follow.
 */
export interface Overlay {
  /** Stored in the user's preferences: never change it. */
  readonly id: string
  /** In the menu. */
  readonly label: string
  /** A pane of its own; on the prices, and in their unit, if absent. */
  readonly pane?: Pane
  readonly series?: (colors: CanvasTheme) => readonly OverlaySeries[]
  /** The marks that it shows. */
  readonly marks?: MarkKind
}

/** Overlays could not be drawn; the cause says why. */
export class OverlayError extends Error {
  override readonly name = 'OverlayError'
  /** Ids of those that fail by themselves; all that are shown if none does. */
  readonly overlays: readonly string[]

  constructor(overlays: readonly string[], cause: unknown) {
    super(`Overlays cannot be drawn: ${overlays.join(', ')}`, { cause })
    this.overlays = overlays
  }
}

/** Nothing moves, and nothing but the chart itself takes the pointer. */
export const STILL = { animation: false, silent: true } as const
/** All bars or symbols of a series as one path, which has one style: as elements they cost several times as much. */
export const ONE_PATH = { large: true, largeThreshold: 0 } as const

/** The grid of the prices; the grids of the panes have the ids of their overlays, and so do the axes of each. */
export const PRICES = 'prices'
/** By id: what another option removes leaves a gap in the indices of the rest. */
export const onGrid = (id: string) => ({ xAxisId: id, yAxisId: id })

/** Wider lines are painted several times as slowly: of one pixel, each point is covered once. */
export const LINE_PX = 1

/** A line through the values of a column. */
export const line = (
  name: string,
  y: string,
  color: string,
  lineStyle: LineSeriesOption['lineStyle'] = {},
): OverlaySeries => ({
  type: 'line',
  name,
  encode: { y },
  showSymbol: false,
  lineStyle: { color, width: LINE_PX, ...lineStyle },
})

/** Bars from zero, in one colour above and another below it. */
export const bars = (name: string, y: string, color: string, below = color): OverlaySeries => ({
  type: 'bar',
  name,
  encode: { y },
  itemStyle: { color, opacity: 0.6, borderWidth: 0 },
  ...(below === color ? {} : { below }),
})
