import { useObservableEagerState } from 'observable-hooks'
import type { Observable } from 'rxjs'
import { DEFAULT_PAIR } from '#contract/pairs.ts'
import type { ChartWindow } from '#src/streams/index.ts'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { NOT_AVAILABLE, formatPrice } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import { secondsToClose } from './candle-clock.ts'
import * as css from './LiveChartCard.css.ts'

export interface ChartFactsProps {
  readonly window$: Observable<ChartWindow>
  /** Market seconds per wall second. */
  readonly speed: number
  /** Wall time, unix ms. */
  readonly now: number
}

/** Last price, its change over the series, and the time left in the running candle. */
export function ChartFacts({ window$, speed, now }: ChartFactsProps) {
  const shown = useObservableEagerState(window$)
  const last = shown.candles.at(-1)
  if (!last && shown.status === 'loading') return <Skeleton width="220px" height="28px" />
  if (!last) return <span className={css.price}>{NOT_AVAILABLE}</span>
  const remaining = secondsToClose(shown, speed, now)
  return (
    <div className={css.facts}>
      <data className={css.price} value={last.close} data-testid="last-price">
        {formatPrice(last.close, DEFAULT_PAIR)}
      </data>
      <span className={css.unit}>USD</span>
      <PriceChange percent={shown.changePct ?? null} title={`over ${shown.candles.length} candles`} />
      {remaining === undefined ? null : (
        <span className={css.remaining} title="Until the running candle closes">
          closes in {formatDuration(remaining * 1000)}
        </span>
      )}
    </div>
  )
}
