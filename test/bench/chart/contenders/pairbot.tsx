import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { animationFrameScheduler, auditTime, defer, map, startWith, Subject, throttleTime } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { CandleChart } from '#src/ui/charts/CandleChart.tsx'
import type { PriceZone } from '#src/ui/charts/zones.ts'
import type { ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { HEIGHT, mountPoint, type Row } from './contender.ts'
import { ALL_OVERLAYS, markedRows, showsEverything, valuesOf } from './values.ts'

const toCandle = ({ t, o, h, l, c, v }: Row): Candle => ({
  timestamp: t,
  open: o,
  high: h,
  low: l,
  close: c,
  volume: v,
})

const candles: Candle[] = []
const changes$ = new Subject<void>()

/** As in the product, what is published redraws the overlays at most four times a second. */
const REDRAW_MS = 250
const values = new Map<number, readonly number[]>()
let marks: ChartOverlays['marks'] = []

const overlaysNow = (): ChartOverlays => ({
  shown: ALL_OVERLAYS,
  valuesAt: (timestamp) => values.get(timestamp),
  marks,
  need: () => undefined,
})

// As in the product, where React runs long before a chart is mounted.
const root = createRoot(mountPoint())
flushSync(() => root.render(<main />))

/** Resolves when the first paint has been requested. */
function init(rows: readonly Row[], zones: readonly PriceZone[]): Promise<void> {
  candles.push(...rows.map(toCandle))
  for (const row of rows) values.set(row.t, valuesOf(row))
  marks = markedRows(rows).map(({ t }) => ({
    id: String(t),
    kind: 'pattern',
    at: t,
    direction: 'bullish',
    text: 'Mark',
  }))
  return new Promise((resolve) => {
    // As in the product, candles are published in an animation frame, a new array each time.
    const candles$ = defer(() => {
      resolve()
      return changes$.pipe(auditTime(0, animationFrameScheduler), startWith(undefined))
    }).pipe(map(() => [...candles]))
    // All candles visible: the heaviest frame, and what the other charts draw.
    const view = { firstView: rows.length, mode: 'zones', theme: 'dark', pair: 'BTCUSD' } as const
    const render = () =>
      flushSync(() =>
        root.render(
          <div style={{ height: HEIGHT }}>
            <CandleChart
              candles$={candles$}
              zones={zones}
              label="Bench"
              {...view}
              overlays={showsEverything() ? overlaysNow() : undefined}
            />
          </div>,
        ),
      )
    render()
    if (showsEverything()) changes$.pipe(throttleTime(REDRAW_MS, undefined, { trailing: true })).subscribe(render)
  })
}

function update(row: Row): void {
  if (candles.at(-1)?.timestamp === row.t) candles.pop()
  candles.push(toCandle(row))
  values.set(row.t, valuesOf(row))
  if (candles.length > CHART.maxCandles) candles.shift()
  changes$.next()
}

Object.assign(window, { contender: { init, update } })
