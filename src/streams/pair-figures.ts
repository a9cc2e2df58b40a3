import { combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs'
import { changePct } from '#contract/candles.ts'
import type { MarketOverview } from '#contract/messages.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import type { ChartWindow } from './candles/chart.ts'

/** The last 24 hours of a pair, or what is known of them. */
export interface DayFigures {
  /** From the price when they begin to the last one, in percent. */
  readonly change: number
  readonly high: number
  readonly low: number
  /** In the base currency. */
  readonly volume: number
  /** How much they cover, seconds: a day, or less where less is known. */
  readonly coveredS: number
}

/** What every screen says of a pair. */
export interface PairFigures {
  readonly last: number
  /** Undefined until the server has reported it. */
  readonly day: DayFigures | undefined
}

/** A pair without a price is absent. */
export type FiguresByPair = ReadonlyMap<PairId, PairFigures>

type Overview = MarketOverview['data']
type Price = Pick<ChartWindow, 'liveness'> & { readonly pair: PairId; readonly last: number | undefined }

/** Those of a pair in an overview, at a price that may be newer. */
const figuresAt = (sent: Overview['pairs'][number], last: number): PairFigures => ({
  last,
  day: {
    change: changePct(sent.open_24h, last),
    high: Math.max(sent.high_24h, last),
    low: Math.min(sent.low_24h, last),
    volume: sent.volume_24h,
    coveredS: sent.covered_seconds,
  },
})

function figuresOf(overview: Overview | undefined, { pair: shown, last, liveness }: Price): FiguresByPair {
  const figures = new Map<PairId, PairFigures>()
  if (last !== undefined) figures.set(shown, { last, day: undefined })
  // Overviews come by socket only, and an old one says nothing about the last 24 hours.
  for (const sent of liveness === 'polled' ? [] : (overview?.pairs ?? [])) {
    const pair = parsePair(sent.trading_pair)
    if (pair !== undefined) figures.set(pair, figuresAt(sent, pair === shown ? (last ?? sent.last) : sent.last))
  }
  return figures
}

/** The chart's pair at the chart's price, the others as last reported. The only place in which the client computes them. */
export const pairFigures = (
  overview$: Observable<Overview | undefined>,
  window$: Observable<ChartWindow>,
): Observable<FiguresByPair> =>
  combineLatest([
    overview$,
    window$.pipe(
      map(({ view, candles, liveness }): Price => ({ pair: view.pair, last: candles.last?.candle.close, liveness })),
      distinctUntilChanged((a, b) => a.pair === b.pair && a.last === b.last && a.liveness === b.liveness),
    ),
  ]).pipe(
    map(([overview, price]) => figuresOf(overview, price)),
    distinctUntilChanged((a, b) => a.size === 0 && b.size === 0),
  )
