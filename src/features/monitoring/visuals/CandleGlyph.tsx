import * as css from './visuals.css.ts'

export interface CandleGlyphProps {
  /** Positions between low (0) and high (1). */
  readonly open: number
  readonly close: number
  readonly isUp: boolean
}

const HEIGHT = 100
const yOf = (position: number): number => 2 + (1 - position) * (HEIGHT - 4)

/** One candle with body and wick; its values are shown beside it. */
export function CandleGlyph({ open, close, isUp }: CandleGlyphProps) {
  const top = yOf(Math.max(open, close))
  const height = Math.max(2, yOf(Math.min(open, close)) - top)
  return (
    <svg className={css.glyph} viewBox={`0 0 44 ${HEIGHT}`} aria-hidden="true">
      <g className={isUp ? css.up : css.down}>
        <line x1="22" x2="22" y1={yOf(1)} y2={yOf(0)} strokeWidth="2" />
        <rect x="10" width="24" y={top} height={height} strokeWidth="1" rx="1" />
      </g>
    </svg>
  )
}
