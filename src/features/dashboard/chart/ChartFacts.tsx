import { useObservableEagerState } from 'observable-hooks'
import type { Observable } from 'rxjs'
import { unitText } from '#contract/units.ts'
import type { ChartWindow, FiguresByPair, MarketSnapshot } from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { NOT_AVAILABLE, formatPrice } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import { DayChange, DayRange } from '../DayFigures.tsx'
import { isPriceLive, secondsToClose } from './candle-clock.ts'
import * as css from './LiveChartCard.css.ts'

export interface ChartFactsProps {
  readonly window$: Observable<ChartWindow>
  readonly pairFigures$: Observable<FiguresByPair>
  readonly market: MarketSnapshot | undefined
  /** Wall time, unix ms. */
  readonly now: number
}

/** In place of a countdown that cannot be trusted. */
const STOPPED = '–'

/** Last price, its last 24 hours, and the time left in the running candle; dimmed and stopped while not live. */
export function ChartFacts({ window$, pairFigures$, market, now }: ChartFactsProps) {
  const shown = useObservableEagerState(window$)
  const { pair } = shown.view
  const day = useObservableEagerState(pairFigures$).get(pair)?.day
  const last = shown.candles.last?.candle
  if (!last && shown.status === 'loading') return <Skeleton width="220px" height="28px" />
  if (!last) return <span className={css.price}>{NOT_AVAILABLE}</span>
  const isLive = isPriceLive(shown, market, now)
  const remaining = secondsToClose(shown.candles.last, market?.market.speed ?? 1, now)
  return (
    <div className={cx(css.facts, !isLive && css.dimmed)} data-live={isLive}>
      <data className={css.price} value={last.close} data-testid="last-price">
        {formatPrice(last.close, pair)}
      </data>
      <span className={css.unit}>{unitText('quote', pair)}</span>
      <span className={css.change}>
        <DayChange day={day} />
      </span>
      {day === undefined ? null : (
        <span className={css.range}>
          <DayRange day={day} pair={pair} />
        </span>
      )}
      {remaining === undefined ? null : (
        <span className={css.remaining} title="Until the running candle closes">
          closes in {isLive ? formatDuration(remaining * 1000) : STOPPED}
        </span>
      )}
    </div>
  )
}
