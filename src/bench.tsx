import './app/security/trusted-types.ts'
import './bench.css.ts'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Observable, Subject } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CandleChart } from './ui/charts/CandleChart.tsx'
import type { ChartFeed } from './ui/charts/series.ts'
import type { PriceZone } from './ui/charts/zones.ts'

/** A candle in the benchmarks' format; `t` in unix seconds. */
interface Row {
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
}

/** The interface that a benchmark drives, the same for every chart it compares. */
interface Contender {
  /** Resolves when the first paint has been requested. */
  init(candles: readonly Row[], zones: readonly PriceZone[]): Promise<void>
  /** A partial last candle (same `t`) or a new one (larger `t`). */
  update(candle: Row): void
}

declare global {
  interface Window {
    contender?: Contender
  }
}

const HEIGHT = 500

const toCandle = ({ t, o, h, l, c, v }: Row): Candle => ({
  timestamp: t,
  open: o,
  high: h,
  low: l,
  close: c,
  volume: v,
})

const ticks = new Subject<ChartFeed>()
const element = document.querySelector('#root')
if (!element) throw new Error('no #root to mount the chart in')

// As in the product, where React runs long before a chart is mounted.
const root = createRoot(element)
flushSync(() => root.render(<main />))

window.contender = {
  init: (rows, zones) =>
    new Promise((resolve) => {
      const feed$ = new Observable<ChartFeed>((subscriber) => {
        subscriber.next({ kind: 'reset', candles: rows.map(toCandle) })
        subscriber.add(ticks.subscribe(subscriber))
        resolve()
      })
      // All candles visible: the heaviest frame, and what the other charts draw.
      const view = { height: HEIGHT, firstView: rows.length, mode: 'zones', theme: 'dark', pair: 'BTCUSD' } as const
      flushSync(() => root.render(<CandleChart feed$={feed$} zones={zones} label="Bench" {...view} />))
    }),
  update: (row) => ticks.next({ kind: 'tick', candle: toCandle(row) }),
}
