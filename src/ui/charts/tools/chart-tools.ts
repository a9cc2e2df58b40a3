import type { Shape } from '../drawings/shapes.ts'
import type { ScaleName } from '../scale.ts'

/** What the tools of a chart change, and who keeps it. All functions must be stable. */
export interface ChartTools {
  /** The user's horizontal lines, by price. */
  readonly lines: readonly number[]
  readonly onLines: (lines: readonly number[]) => void
  /** Those of them that are neither moved nor deleted on the chart. */
  readonly lockedLines: readonly number[]
  readonly onLockedLines: (lines: readonly number[]) => void
  /** The user's shapes. */
  readonly shapes: readonly Shape[]
  readonly onShapes: (shapes: readonly Shape[]) => void
  /** Brings back the lines and shapes before the last change. */
  readonly onUndo: () => void
  readonly canUndo: boolean
  /** Does again what was taken back last, until something else is drawn. */
  readonly onRedo: () => void
  readonly canRedo: boolean
  /** Offers an order on paper at a price; undefined for those who may not trade. */
  readonly onOrder: ((price: number) => void) | undefined
  readonly scale: ScaleName
  readonly onScale: (scale: ScaleName) => void
  /** Whether the first view has more candles, each of them narrower. */
  readonly isDense: boolean
  readonly onDense: (isDense: boolean) => void
  /** Whether times are those of a zone other than UTC. */
  readonly isLocalTime: boolean
  readonly onLocalTime: (isLocal: boolean) => void
  readonly isFullScreen: boolean
  readonly onFullScreen: (isFull: boolean) => void
  /** Written into an image: where the candles are from, and when. */
  readonly caption: () => string
}

/** What the user has drawn, and how it is changed. */
export type OwnDrawings = Pick<
  ChartTools,
  | 'lines'
  | 'onLines'
  | 'lockedLines'
  | 'onLockedLines'
  | 'shapes'
  | 'onShapes'
  | 'onUndo'
  | 'canUndo'
  | 'onRedo'
  | 'canRedo'
>
