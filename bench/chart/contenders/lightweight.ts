import {
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  createChart,
  type CandlestickData,
  type ISeriesPrimitive,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { IndicatorColumn } from '#contract/payloads/indicator-series.ts'
import {
  BACKGROUND,
  DOWN,
  GRID,
  HEIGHT,
  LABEL,
  UP,
  WIDTH,
  contend,
  mountPoint,
  zoneFill,
  type Row,
  type Zone,
} from './contender.ts'
import { markedRows, showsEverything, valueOf } from './values.ts'

// The library's branded type for unix seconds.
const timeOf = (row: Row) => row.t as UTCTimestamp
const candleOf = (row: Row): CandlestickData => ({
  time: timeOf(row),
  open: row.o,
  high: row.h,
  low: row.l,
  close: row.c,
})
const volumeOf = (row: Row) => ({ time: timeOf(row), value: row.v, color: `${row.c >= row.o ? UP : DOWN}57` })

function build() {
  const chart = createChart(mountPoint(), {
    width: WIDTH,
    height: HEIGHT,
    layout: { background: { color: BACKGROUND }, textColor: LABEL, attributionLogo: false },
    grid: { vertLines: { color: GRID }, horzLines: { color: GRID } },
  })
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: UP,
    downColor: DOWN,
    borderVisible: false,
    wickUpColor: UP,
    wickDownColor: DOWN,
  })
  const volumes = chart.addSeries(HistogramSeries, { priceFormat: { type: 'volume' }, priceScaleId: '' })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.83, bottom: 0 } })
  return { chart, candles, volumes }
}
type Built = ReturnType<typeof build>

/** The library's own way to zones: a primitive that paints below the series. */
const zonePrimitive = ({ candles }: Built, zones: readonly Zone[]): ISeriesPrimitive => ({
  paneViews: () => [
    {
      zOrder: () => 'bottom',
      renderer: () => ({
        draw: (target) => {
          target.useMediaCoordinateSpace(({ context, mediaSize }) => {
            for (const zone of zones) {
              const top = candles.priceToCoordinate(zone.to) ?? 0
              const bottom = candles.priceToCoordinate(zone.from) ?? 0
              context.fillStyle = zoneFill(zone)
              context.fillRect(0, top, mediaSize.width, bottom - top)
            }
          })
        },
      }),
    },
  ],
})

/** The same lines, panes and marks as the product's chart with everything on. */
const LINES: readonly (readonly [IndicatorColumn, number])[] = [
  ['ema_9', 0],
  ['ema_21', 0],
  ['ema_100', 0],
  ['bollinger_upper', 0],
  ['bollinger_middle', 0],
  ['bollinger_lower', 0],
  ['vwap', 0],
  ['rsi_14', 1],
  ['macd_line', 2],
  ['macd_signal', 2],
]
const HISTOGRAM = [['macd_histogram', 2]] as const

function addEverything({ chart, candles }: Built, rows: readonly Row[]) {
  const point = (row: Row, column: IndicatorColumn) => ({ time: timeOf(row), value: valueOf(row, column) })
  const shown = [
    ...LINES.map(([column, pane]) => ({ column, series: chart.addSeries(LineSeries, { lineWidth: 1 }, pane) })),
    ...HISTOGRAM.map(([column, pane]) => ({ column, series: chart.addSeries(HistogramSeries, {}, pane) })),
  ]
  for (const { column, series } of shown) series.setData(rows.map((row) => point(row, column)))
  createSeriesMarkers(
    candles,
    markedRows(rows).map((row) => ({ time: timeOf(row), position: 'belowBar', shape: 'circle', color: UP })),
  )
  return (row: Row) => {
    for (const { column, series } of shown) series.update(point(row, column))
  }
}

let built: Built | undefined
let updateEverything: ((row: Row) => void) | undefined

contend(
  (rows, zones) => {
    built = build()
    built.candles.setData(rows.map(candleOf))
    built.volumes.setData(rows.map(volumeOf))
    built.candles.attachPrimitive(zonePrimitive(built, zones))
    if (showsEverything()) updateEverything = addEverything(built, rows)
    built.chart.timeScale().fitContent()
  },
  (row) => {
    built?.candles.update(candleOf(row))
    built?.volumes.update(volumeOf(row))
    updateEverything?.(row)
  },
)
