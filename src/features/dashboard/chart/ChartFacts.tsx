import { useObservableEagerState } from 'observable-hooks'
import type { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { PAIRS } from '#contract/pairs.ts'
import { stepOf, type ChartWindow, type MarketSnapshot } from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { NOT_AVAILABLE, formatPrice } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import { isPriceLive, secondsToClose } from './candle-clock.ts'
import * as css from './LiveChartCard.css.ts'

export interface ChartFactsProps {
  readonly window$: Observable<ChartWindow>
  readonly market: MarketSnapshot | undefined
  /** Wall time, unix ms. */
  readonly now: number
}

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S
/** Longer spans are given in days. */
const MAX_HOURS_S = 3 * DAY_S

/** From the opening of the first candle to the close of the last: '8 h 20 min', '500 d'. */
function spanText(candles: readonly Candle[], stepS: number): string {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return ''
  const seconds = last.timestamp - first.timestamp + stepS
  if (seconds > MAX_HOURS_S) return `${Math.round(seconds / DAY_S)} d`
  const [hours, minutes] = [Math.floor(seconds / HOUR_S), Math.floor((seconds % HOUR_S) / 60)]
  const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 || hours === 0 ? `${minutes} min` : '']
  return parts.filter(Boolean).join(' ')
}

/** In place of a countdown that cannot be trusted. */
const STOPPED = '–'

/** Last price, its change over the series, and the time left in the running candle; dimmed and stopped while not live. */
export function ChartFacts({ window$, market, now }: ChartFactsProps) {
  const shown = useObservableEagerState(window$)
  const { pair } = shown.view
  const [, quote] = PAIRS[pair].label.split('/')
  const last = shown.candles.at(-1)
  if (!last && shown.status === 'loading') return <Skeleton width="220px" height="28px" />
  if (!last) return <span className={css.price}>{NOT_AVAILABLE}</span>
  const isLive = isPriceLive(shown, market, now)
  const remaining = secondsToClose(shown, market?.market.speed ?? 1, now)
  return (
    <div className={cx(css.facts, !isLive && css.dimmed)} data-live={isLive}>
      <data className={css.price} value={last.close} data-testid="last-price">
        {formatPrice(last.close, pair)}
      </data>
      <span className={css.unit}>{quote}</span>
      <span className={css.change}>
        <PriceChange percent={shown.changePct ?? null} title={`over ${shown.candles.length} candles`} />{' '}
        <span className={css.unit}>in {spanText(shown.candles, stepOf(shown.view))}</span>
      </span>
      {remaining === undefined ? null : (
        <span className={css.remaining} title="Until the running candle closes">
          closes in {isLive ? formatDuration(remaining * 1000) : STOPPED}
        </span>
      )}
    </div>
  )
}
