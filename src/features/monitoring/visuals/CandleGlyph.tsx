import { useContext } from 'react'
import type { PairId } from '#contract/pairs.ts'
import type { CandleModel } from '#src/analysis/candles.ts'
import { CandleScales, positionOn } from './candle-scale.ts'
import * as css from './visuals.css.ts'

export interface CandleGlyphProps {
  readonly candle: Pick<CandleModel, 'open' | 'high' | 'low' | 'close'>
  readonly pair: PairId | undefined
}

const HEIGHT = 100
const LEAST_HEIGHT = 2

/** One candle with body and wick, on the scale of its pair; its values are shown beside it. */
export function CandleGlyph({ candle, pair }: CandleGlyphProps) {
  const { open, high, low, close } = candle
  const scales = useContext(CandleScales)
  const scale = (pair === undefined ? undefined : scales.get(pair)) ?? candle
  const yOf = (price: number) => 2 + (1 - positionOn(scale, price)) * (HEIGHT - 4)
  const top = yOf(Math.max(open, close))
  const height = Math.max(LEAST_HEIGHT, yOf(Math.min(open, close)) - top)
  return (
    <svg className={css.glyph} viewBox={`0 0 44 ${HEIGHT}`} aria-hidden="true">
      <line className={css.priceScale} x1="1" x2="1" y1="2" y2={HEIGHT - 2} />
      <g className={close >= open ? css.up : css.down}>
        <line x1="22" x2="22" y1={yOf(high)} y2={yOf(low)} strokeWidth="2" />
        <rect x="10" width="24" y={top} height={height} strokeWidth="1" rx="1" />
      </g>
    </svg>
  )
}
