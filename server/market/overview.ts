import { filter, map, throttleTime, type Observable, type SchedulerLike } from 'rxjs'
import { changePct } from '#contract/candles.ts'
import type { MarketOverview } from '#contract/messages.ts'
import { PAIRS, parsePairs, type PairId } from '#contract/pairs.ts'
import type { CandleStore, MarketService } from './ports.ts'
import { addVolumes, DAY_S, openingOf, secondsOf } from './store/fold.ts'

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

/** Last price and 24-hour statistics of every pair with candles. */
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

/** An older price than this before the window says nothing about the price at its start: minutes are missing between. */
const MAX_GAP_S = 3_600

function overviewOf(store: CandleStore, pair: PairId, marketNow: number): PairOverview[] {
  const startS = openingOf(marketNow / 1000 - DAY_S, WINDOW_TIMEFRAME)
  const window = store.since(pair, WINDOW_TIMEFRAME, startS, DAY_S / secondsOf(WINDOW_TIMEFRAME) + 1).candles
  const last = store.recent(pair, 'M1', 1).candles[0]
  const first = window[0]
  if (!last || !first) return []
  const earlier = store.before(pair, WINDOW_TIMEFRAME, startS, 1).candles[0]
  const isKnownBefore = earlier !== undefined && startS - earlier.timestamp <= MAX_GAP_S
  const isDay = first.timestamp === startS || isKnownBefore
  // The window may open without a trade: the price is then still the one before it.
  const open = isKnownBefore && first.timestamp > startS ? earlier.close : first.open
  return [
    {
      trading_pair: PAIRS[pair].label,
      last: last.close,
      covered_seconds: isDay ? DAY_S : Math.round(marketNow / 1000) - first.timestamp,
      open_24h: open,
      change_24h_pct: isDay ? changePct(open, last.close) : null,
      high_24h: window.reduce((highest, { high }) => Math.max(highest, high), open),
      low_24h: window.reduce((lowest, { low }) => Math.min(lowest, low), open),
      volume_24h: window.reduce((sum, { volume }) => addVolumes(sum, volume), 0),
    },
  ]
}
