import { createRoot } from 'react-dom/client'
import { BehaviorSubject, delay, of, type Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { changeSince, EMPTY_WINDOW, foldCandles } from '#src/streams/candles/candle-window.ts'
import { createPastCandles } from '#src/streams/candles/past.ts'
import type { CandlePage, HistoryResult } from '#src/streams/ports.ts'
import { CandleChart } from '#src/ui/charts/CandleChart.tsx'
import { HEIGHT, mountPoint } from './contender.ts'

// The chart over pages of the past that are made up from their minute, so that they cost nothing to load.

const NEWEST_S = 1_575_158_400
const candleAt = (timestamp: number): Candle => {
  const price = 8_500 + 400 * Math.sin(timestamp / 40_000)
  return { timestamp, open: price, high: price + 3, low: price - 3, close: price + 1, volume: 1 + (timestamp % 7) }
}
const candlesFrom = (first: number, count: number): Candle[] =>
  Array.from({ length: count }, (_, index) => candleAt(first + index * 60))

function fetchPage({ before, since = NEWEST_S, limit }: CandlePage): Observable<HistoryResult> {
  const first = before === undefined ? Math.ceil(since / 60) * 60 : before - limit * 60
  const candles = candlesFrom(first, limit)
  return of({
    kind: 'history',
    history: { candles, lastIsComplete: true, provenance: undefined, refused: 0 },
  } as const).pipe(delay(1))
}

const live = candlesFrom(NEWEST_S - (CHART.maxCandles - 1) * 60, CHART.maxCandles)
const candles = foldCandles(EMPTY_WINDOW, {
  type: 'history',
  history: { candles: live, lastIsComplete: true, provenance: undefined, refused: 0 },
  requestedAt: 0,
  receivedAt: 0,
})
const live$ = new BehaviorSubject({ candles, change: changeSince(candles, -Infinity) })
const past = createPastCandles({ live$, fetchPage, now: Date.now })
let oldest = NEWEST_S
past.changes$.subscribe(({ candles }) => (oldest = candles[0]?.timestamp ?? oldest))

createRoot(mountPoint()).render(
  <div style={{ height: HEIGHT }}>
    <CandleChart
      changes$={past.changes$}
      past={past}
      zones={[]}
      mode="off"
      theme="dark"
      pair="BTCUSD"
      label="Bench"
      firstView={CHART.maxCandles}
    />
  </div>,
)

Object.assign(window, { minutesLoaded: () => (NEWEST_S - oldest) / 60 })
