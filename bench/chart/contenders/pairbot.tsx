import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { animationFrameScheduler, auditTime, defer, map, share, startWith, Subject, throttleTime } from 'rxjs'
import type { IndicatorValues } from '#contract/payloads/indicator-series.ts'
import type { Candle, CandleChange } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { CandleChart, loadLayer } from '#src/ui/charts/CandleChart.tsx'
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
/** How many of the newest candles were updated since the latest frame. */
let updated = 0
const changes$ = new Subject<void>()

/** As in the product, what is published redraws the overlays at most four times a second. */
const REDRAW_MS = 250
const values = new Map<number, IndicatorValues>()
let marks: ChartOverlays['marks'] = []
let levels: readonly PriceZone[] = []

/** As in the product, where they are loaded when an overlay is switched on. */
function keepValues(rows: readonly Row[]): void {
  if (!showsEverything()) return
  for (const row of rows) values.set(row.t, valuesOf(row))
}

const overlaysNow = (): ChartOverlays => ({
  shown: ALL_OVERLAYS,
  valuesAt: (timestamp) => values.get(timestamp),
  marks,
  need: () => undefined,
})

// The code of the other charts is loaded by now, too.
if (showsEverything()) void loadLayer()

/** Resolves when the overlays have a canvas of their own. */
async function overlaysDrawn(): Promise<void> {
  while (document.querySelectorAll('[_echarts_instance_]').length < 2)
    await new Promise((done) => requestAnimationFrame(done))
}

// As in the product, where React runs long before a chart is mounted.
const root = createRoot(mountPoint())
flushSync(() => root.render(<main />))

/** Resolves when the first paint has been requested. */
function init(rows: readonly Row[], zones: readonly PriceZone[]): Promise<void> {
  levels = zones
  candles.push(...rows.map(toCandle))
  keepValues(rows)
  if (showsEverything()) {
    marks = markedRows(rows).map(({ t }) => ({
      id: String(t),
      kind: 'pattern',
      at: t,
      direction: 'bullish',
      text: 'Mark',
    }))
  }
  return showAll('view 1', rows.length)
}

/** Four charts share the place of one. */
const COUNT = document.documentElement.dataset['four'] === undefined ? 1 : 4
const FOUR = { display: 'grid', height: HEIGHT, gridTemplate: '1fr 1fr / 1fr 1fr' } as const

let stop = (): void => undefined

/** Mounts a chart of the candles; resolves when its first paint has been requested. */
function show(key: string, firstView: number): Promise<void> {
  stop()
  return new Promise((resolve) => {
    // As in the product, what changed is published in an animation frame.
    const ticks$ = changes$.pipe(
      auditTime(0, animationFrameScheduler),
      map((): CandleChange => {
        const changed = candles.slice(-updated)
        updated = 0
        return { kind: 'tick', candles: changed, oldest: candles[0]?.timestamp ?? 0 }
      }),
      share(),
    )
    const published$ = defer(() => {
      resolve()
      return ticks$.pipe(startWith<CandleChange>({ kind: 'reset', candles, isAtNewest: true }))
    })
    // All candles visible: the heaviest frame, and what the other charts draw.
    const view = { firstView, mode: 'zones', theme: 'dark', pair: 'BTCUSD' } as const
    const render = () =>
      flushSync(() =>
        root.render(
          <div style={COUNT === 1 ? { height: HEIGHT } : FOUR}>
            {Array.from({ length: COUNT }, (_, index) => (
              <CandleChart
                key={`${key} ${index}`}
                changes$={published$}
                zones={levels}
                label="Bench"
                {...view}
                overlays={showsEverything() ? overlaysNow() : undefined}
              />
            ))}
          </div>,
        ),
      )
    render()
    if (!showsEverything()) return
    const redrawing = changes$.pipe(throttleTime(REDRAW_MS, undefined, { trailing: true })).subscribe(render)
    stop = () => redrawing.unsubscribe()
  })
}

async function showAll(key: string, firstView: number): Promise<void> {
  await show(key, firstView)
  if (showsEverything()) await overlaysDrawn()
}

function update(row: Row): void {
  if (candles.at(-1)?.timestamp !== row.t) updated += 1
  else if (candles.pop() && updated === 0) updated = 1
  candles.push(toCandle(row))
  keepValues([row])
  if (candles.length > CHART.maxCandles) candles.shift()
  changes$.next()
}

/** Another pair or timeframe: as in the product, a chart of its own. */
function change(rows: readonly Row[]): Promise<void> {
  candles.splice(0, candles.length, ...rows.map(toCandle))
  keepValues(rows)
  return showAll('view 2', rows.length)
}

Object.assign(window, { contender: { init, update, change } })
