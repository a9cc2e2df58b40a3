import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Observable, Subject } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CandleChart } from '#src/ui/charts/CandleChart.tsx'
import type { ChartFeed } from '#src/ui/charts/series.ts'
import type { PriceZone } from '#src/ui/charts/zones.ts'
import { HEIGHT, mountPoint, type Row } from './contender.ts'

const toCandle = ({ t, o, h, l, c, v }: Row): Candle => ({
  timestamp: t,
  open: o,
  high: h,
  low: l,
  close: c,
  volume: v,
})

const ticks = new Subject<ChartFeed>()

// As in the product, where React runs long before a chart is mounted.
const root = createRoot(mountPoint())
flushSync(() => root.render(<main />))

/** Resolves when the first paint has been requested. */
function init(rows: readonly Row[], zones: readonly PriceZone[]): Promise<void> {
  return new Promise((resolve) => {
    const feed$ = new Observable<ChartFeed>((subscriber) => {
      subscriber.next({ kind: 'reset', candles: rows.map(toCandle) })
      subscriber.add(ticks.subscribe(subscriber))
      resolve()
    })
    // All candles visible: the heaviest frame, and what the other charts draw.
    const view = { height: HEIGHT, firstView: rows.length, mode: 'zones', theme: 'dark', pair: 'BTCUSD' } as const
    flushSync(() => root.render(<CandleChart feed$={feed$} zones={zones} label="Bench" {...view} />))
  })
}

Object.assign(window, {
  contender: { init, update: (row: Row) => ticks.next({ kind: 'tick', candle: toCandle(row) }) },
})
