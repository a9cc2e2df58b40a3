import { filter, map, throttleTime, type Observable, type SchedulerLike } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { MarketOverview } from '#contract/messages.ts'
import { PAIRS, parsePairs, type PairId } from '#contract/pairs.ts'
import type { CandleStore, MarketService } from './ports.ts'
import { addVolumes, DAY_S, secondsOf } from './store/fold.ts'

/** Fine enough for a 24-hour window, and available sooner after a start than a day of minutes. */
const WINDOW_TIMEFRAME = 'M5'

/** Interval of the overviews; 24-hour statistics change slowly. */
const OVERVIEW_INTERVAL_MS = 5_000

/** Emits an overview at the first change of a candle, then every few seconds while candles change. */
export const overviewsOf = (
  service: MarketService,
  now: () => number,
  scheduler: SchedulerLike,
): Observable<MarketOverview> =>
  service.events$.pipe(
    filter(({ kind }) => kind === 'partial' || kind === 'closed'),
    throttleTime(OVERVIEW_INTERVAL_MS, scheduler, { leading: true, trailing: true }),
    map(() => toMarketOverview(service, now())),
  )

/** Last price and 24-hour statistics of every pair with candles; the change is null until candles reach back a day. */
export function toMarketOverview(service: MarketService, now: number): MarketOverview {
  const { pairs } = service.describe()
  return {
    type: 'MarketOverview',
    timestamp: now,
    data: {
      pairs: parsePairs(pairs).flatMap((pair) => overviewOf(service.store, pair, service.clock.now())),
    },
  }
}

type PairOverview = MarketOverview['data']['pairs'][number]

function overviewOf(store: CandleStore, pair: PairId, marketNow: number): PairOverview[] {
  const sinceS = marketNow / 1000 - DAY_S
  const window = store.since(pair, WINDOW_TIMEFRAME, sinceS, DAY_S / secondsOf(WINDOW_TIMEFRAME) + 1).candles
  const last = store.recent(pair, 'M1', 1).candles[0]
  const first = window[0]
  if (!last || !first) return []
  const reachesBack = store.count(pair, WINDOW_TIMEFRAME) > window.length
  return [
    {
      trading_pair: PAIRS[pair].label,
      last: last.close,
      change_24h_pct: reachesBack ? changePct(first, last) : null,
      high_24h: Math.max(...window.map(({ high }) => high)),
      low_24h: Math.min(...window.map(({ low }) => low)),
      volume_24h: window.reduce((sum, { volume }) => addVolumes(sum, volume), 0),
    },
  ]
}

const changePct = (first: Candle, last: Candle): number => (last.close / first.open - 1) * 100
