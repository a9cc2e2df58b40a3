import { unitText } from '#contract/units.ts'
import type { PairId } from '#contract/pairs.ts'
import type { DayFigures } from '#src/streams/index.ts'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { formatSpan } from '#src/ui/format/candles.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'

const DAY_S = 86_400

/** The change of a pair over the last 24 hours, or over what is known of them, which it says. */
export const DayChange = ({ day }: { readonly day: DayFigures | undefined }) => (
  <>
    <PriceChange percent={day?.change ?? null} />{' '}
    <span className={layout.quiet}>
      {day === undefined || day.coveredS >= DAY_S ? '24 h' : `in ${formatSpan(Math.floor(day.coveredS / 60))}`}
    </span>
  </>
)

const LARGE_VOLUME = 1_000

export interface DayRangeProps {
  readonly day: DayFigures
  readonly pair: PairId
}

/** Highest and lowest price and the volume over the same time as the change. */
export const DayRange = ({ day: { high, low, volume }, pair }: DayRangeProps) =>
  `High ${formatPrice(high, pair)} · Low ${formatPrice(low, pair)} · Volume ${formatNumber(volume, volume < LARGE_VOLUME ? 2 : 0)} ${unitText('base', pair)}`
